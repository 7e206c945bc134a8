import type { SpokenTest } from '../../acceptance/test-words.ts'
import { assertionsIn, namedFunctions } from '../../integrity/assertions.ts'
import { canonical } from '../../integrity/canonical.ts'
import { chainOf } from '../../integrity/names.ts'
import { below, is, type Node, slice, type Source } from '../../integrity/source.ts'
import { met, notApplicable, type Part, type Pass, undecided, unmet } from '../evaluation.ts'
import { specLines } from '../integration/read-spec.ts'
import { hasMarkup } from '../code-quality/file-kinds.ts'
import { amountsIn } from './amounts.ts'
import type { Business } from './business.ts'
import { isHandedIn } from './boundaries.ts'
import { decidedFigures } from './decided-figures.ts'
import { enforcedLimits } from './enforced-limits.ts'
import { isBounded, isLimiting, triesLimit } from './limits.ts'
import { generic } from './statements.ts'
import { placeOfTest } from './tests-of.ts'
import { shorten, wordsOf } from './words.ts'

/** A case that is easily forgotten, and a line of the documents that gives a reason to think of it. */
type Reason = {
  readonly kind: Kind
  readonly text: string
  readonly where: string
  readonly path: string
  readonly line: number
  readonly limit: number | null
}

type Kind = keyof typeof kinds

type Sign = {
  readonly about: string
  /** Lines that speak of it. */
  readonly asked: RegExp
  /** Titles and texts of tests that do. */
  readonly said: RegExp
  /** What a test does to try it. */
  readonly tried: (node: Node) => boolean
  /** Code that thinks of it. */
  readonly handled: RegExp
}

const isEmptyValue = (node: Node): boolean =>
  (is('ArrayExpression')(node) && node.elements.length === 0) ||
  (is('Literal')(node) && (node.value === '' || node.value === null)) ||
  (is('Identifier')(node) && node.name === 'undefined')

const kinds = {
  empty: {
    about: 'nothing to work on',
    asked:
      /\bempty\b|\bblank\b|\bno (?:\w+ )?(?:items?|entries|results?|data|input|orders?|records?|rows?|projects?|assets?|files?)\b|\bzero (?:\w+)\b|\bwithout any\b/i,
    said: /\bempty\b|\bblank\b|\bno\b|\bnone\b|\bzero\b|\bmissing\b|\bwithout\b|\bnothing\b/i,
    tried: isEmptyValue,
    handled:
      /\.(?:length|size)\s*(?:[=!]==?|<=?|>=?)\s*[01]\b|!\w+(?:\.\w+)*\.(?:length|size)|===?\s*''|\.trim\(\)|\bisEmpty\b/,
  },
  concurrent: {
    about: 'two at the same time',
    asked:
      /\bconcurren\w*|\bsimultaneous\w*|\bat the same time\b|\brace condition|\bdouble[- ](?:click|submi|spend|book)\w*|\bin parallel\b|\btwo (?:users|requests|clients)\b/i,
    said: /\bconcurren\w*|\bsimultaneous\w*|\bsame time\b|\brace\b|\bdouble\b|\bparallel\b|\btwo (?:users|requests|clients)\b/i,
    tried: (node) =>
      is('CallExpression')(node) &&
      /^Promise\.(?:all|allSettled|race)$/.test(chainOf(node.callee).join('.')),
    handled:
      /\bmutex\b|\bsemaphore\b|\btransaction\b|for update|\binFlight\b|\bisSubmitting\b|\bversion\b|\bon conflict\b|\bunique\b|\bpending\b/i,
  },
  interrupted: {
    about: 'a failure in the middle of it',
    asked:
      /\broll(?:s|ed|ing)?[- ]?back\b|\bpartial(?:ly)?\b|\bmid-?\w*|\bhalfway\b|\binterrupt\w*|\b(?:if|when|after) (?:[\w-]+ ){0,5}fails?\b|\bfail(?:s|ed|ing|ures?)\b|\btimes? ?out\b/i,
    said: /\broll\w*[- ]?back\b|\bpartial\w*|\bfail\w*|\binterrupt\w*|\berror\b|\bthrow\w*|\breject\w*|\bcrash\w*|\btime\w*[- ]?out\b/i,
    tried: (node) =>
      is('ThrowStatement')(node) ||
      (is('CallExpression')(node) &&
        /(?:^|\.)(?:mockReject\w*|mockImplementation|reject|destroy|abort)$/.test(
          chainOf(node.callee).join('.'),
        )),
    handled: /\bcatch\b|\brollback\b|\brevert\b/i,
  },
  again: {
    about: 'the same once more',
    asked:
      /\bidempoten\w*|\btwice\b|\bduplicates?\b|\bre-?process\w*|\bretr(?:y|ies)\b|\bmore than once\b|\bonce more\b|\balready (?:exists?|been|used|applied|processed|paid|ready|done)\b/i,
    said: /\bidempoten\w*|\btwice\b|\bduplicate\w*|\bagain\b|\bre-?(?:process|generat|submi|sen[dt]|run|upload|import)\w*|\bretr\w*|\bonce\b|\balready\b|\bsecond\b|\bsame\b/i,
    tried: () => false,
    handled: /\balready\b|\bexists\b|\bon conflict\b|\bhas\(|\bduplicate\b|\bidempotenc/i,
  },
  locked: {
    about: 'what is locked',
    asked: /\b(?:un)?lock(?:ed|s|ing)?\b/i,
    said: /\b(?:un)?lock(?:ed|s|ing)?\b/i,
    tried: () => false,
    handled: /\b\w*[lL]ock\w*/,
  },
  limit: {
    about: 'the edge of a limit',
    asked: /$^/,
    said: /$^/,
    tried: () => false,
    handled: /$^/,
  },
} as const satisfies Readonly<Record<string, Sign>>

const kindNames: readonly Kind[] = ['empty', 'concurrent', 'interrupted', 'again', 'locked']
const isLimit = (value: number | boolean): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 1

function reasonsOf({ code, rules, tests }: Business): readonly Reason[] {
  const path = `${code.facts.folder}/spec.md`
  const lines = specLines(code.facts.spec).filter(({ isItem }) => isItem)
  const said = lines.flatMap(({ text, line }) => {
    const at = { text, where: `spec.md:${line}`, path, line }
    const named = kindNames
      .filter((kind) => kinds[kind].asked.test(text))
      .map((kind): Reason => ({ kind, limit: null, ...at }))
    const limits = amountsIn(text).filter(
      (amount) =>
        (amount.kind === 'count' || amount.kind === 'money') &&
        isLimit(amount.value) &&
        isBounded(text, amount),
    )
    return [
      ...named,
      ...limits.map(({ value }): Reason => ({ kind: 'limit', limit: Number(value), ...at })),
    ]
  })
  // limits of the product that the track decides
  const decided = decidedFigures(code, tests.near.length === 0 ? [] : rules)
  const limits = rules
    .filter(
      (rule) =>
        (rule.kind === 'count' || rule.kind === 'money') &&
        isLimit(rule.value) &&
        decided.has(rule) &&
        (rule.cell === undefined
          ? isLimiting(rule) && (decided.get(rule) ?? []).some((each) => isHandedIn(code, each))
          : rule.kind === 'count'),
    )
    .map(({ value, text, line, path: from }): Reason => {
      const where = `${from.split('/').at(-1)}:${line}`
      return { kind: 'limit', limit: Number(value), text, where, path: from, line }
    })
  return [...said, ...limits]
}

export function edgeCasesPass(business: Business): Pass {
  const reasons = reasonsOf(business)
  const parts =
    reasons.length === 0
      ? [
          notApplicable(
            'edge-cases',
            'edge cases are tested',
            'neither the spec nor the product gives a reason for one',
          ),
        ]
      : reasons.map((reason) => partOf(business, reason))
  const { doubled = [], negative = [] } = business.rounds ?? {}
  const tried = [
    ...enforcedLimits(business),
    ...(doubled.length === 0 ? [] : [unmet('again', 'the same request counts once', doubled)]),
    ...(negative.length === 0
      ? []
      : [unmet('negative', 'nothing is counted below zero', negative)]),
  ]
  return { number: 3, name: 'Edge cases', parts: [...parts, ...tried] }
}

function partOf(business: Business, reason: Reason): Part {
  const { code, tests } = business
  const sign = kinds[reason.kind]
  const id = `${reason.kind}-${reason.where}${reason.limit === null ? '' : `-${reason.limit}`}`
  const about = `${sign.about} is tested: ${shorten(reason.text)}`
  const test = tests.near.find((each) =>
    reason.kind === 'limit' ? triesLimit(code, each, reason) : triesCase(each, reason),
  )
  if (test !== undefined) return met(id, about, `"${test.test.leaf}" tries it`, placeOfTest(test))
  if (tests.all.length === 0)
    return undecided(
      id,
      about,
      `there are no tests: how the code deals with "${shorten(reason.text)}" (${reason.where})`,
    )
  // what a page does about it is often looked at by hand
  const isShown = code
    .touched('source')
    .some((source) => hasMarkup(source) && sign.handled.test(source.text))
  if ((isShown && reason.kind !== 'limit') || tests.near.length === 0)
    return undecided(id, about, `no test tries "${shorten(reason.text)}" (${reason.where})`)
  return unmet(id, about, [
    {
      message: `no test tries "${shorten(reason.text)}" (${reason.where})${reason.limit === null ? '' : ` at ${reason.limit}`}`,
      path: reason.path,
      line: reason.line,
      fix: 'write a test for it, and mend the code if it fails',
    },
  ])
}

/** A test that speaks of the case, or does it, and of something else that the line names. */
function triesCase({ test, words }: SpokenTest, { kind, text }: Reason): boolean {
  const sign = kinds[kind]
  const subject = wordsOf(text).filter((word) => word.length > 3 && !generic.has(word))
  const isAbout =
    subject.length === 0 ||
    subject.some((word) =>
      [...words].some((each) => each.startsWith(word.slice(0, 5)) || word.startsWith(each)),
    )
  if (!isAbout || test.body === null) return false
  if (sign.said.test(test.title)) return true
  const nodes = [...below(test.body)]
  return (
    nodes.some(sign.tried) ||
    (kind === 'again' && callsTwice(test.source, test.body)) ||
    assertionsIn(test.source, test.body).some(
      ({ node }) => kind === 'locked' && sign.said.test(slice(test.source, node)),
    )
  )
}

/** The same call of the product twice; making the same input twice is none. */
function callsTwice(source: Source, body: Node): boolean {
  const helpers = new Set(
    namedFunctions(source)
      .filter(
        ([, node]) =>
          ![...below(node)].some(
            (each) =>
              is('AwaitExpression')(each) ||
              (is('CallExpression')(each) &&
                /fetch|request|inject/.test(chainOf(each.callee).join('.'))),
          ),
      )
      .map(([name]) => name),
  )
  const calls = [...below(body)]
    .filter(is('CallExpression'))
    .filter(
      ({ callee }) =>
        !/^(?:expect|assert)/.test(chainOf(callee)[0] ?? '') &&
        !helpers.has(chainOf(callee)[0] ?? ''),
    )
    .map((call) => canonical(call))
  return calls.some((call, index) => calls.indexOf(call) !== index)
}
