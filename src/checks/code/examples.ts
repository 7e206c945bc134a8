import type { Obligation } from '../../model/obligation.ts'
import type { Decided } from '../../obligations/examine.ts'
import { wordsIn } from '../../obligations/sentence-words.ts'
import { calls, isLiteral } from '../../obligations/call-forms.ts'
import { isShown } from './shown-numbers.ts'

/** What was asked, sentence by sentence. */
export const bySentence = (decided: readonly Decided[]): readonly (readonly Decided[])[] => [
  ...Map.groupBy(
    decided,
    ({ obligation: { source } }) => `${source.kind} ${source.line} ${source.text}`,
  ).values(),
]

/** Demands that a form only guessed from prose: who shows the whole sentence has shown them, too. */
export const isProse = ({ check, obligation: { status } }: Decided): boolean =>
  status === 'undecided' &&
  (check === null ||
    (check.type === 'name' && isLiteral(check.name)) ||
    /^(?:limit|value|topic|phrase|resource|fields)$/.test(check.type))

/** The same obligations, with these sentences met by what shows them. */
export function withShown(
  decided: readonly Decided[],
  shows: (
    sentence: readonly Decided[],
  ) => Pick<Obligation, 'reason' | 'evidence' | 'decided_by'> | null,
): readonly Decided[] {
  return bySentence(decided).flatMap((sentence) => {
    const shown = sentence.some(isProse) ? shows(sentence) : null
    if (shown === null) return sentence
    return sentence.map((each) =>
      isProse(each)
        ? { ...each, obligation: { ...each.obligation, ...shown, status: 'met' as const } }
        : each,
    )
  })
}

/** "A bike costs 350 more: \`fare(true)\` is 1190": the words beside a call that was run explain it. */
export function explainedByCalls(decided: readonly Decided[]): readonly Decided[] {
  const ran = decided.filter(
    ({ check, obligation }) => check?.type === 'call' && obligation.status === 'met',
  )
  const written = ran.map(({ check }) =>
    check?.type === 'call' ? `${check.call} ${check.result ?? ''}` : '',
  )
  const numbers = new Set(
    written.flatMap((text) => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)),
  )
  return withShown(decided, (sentence) => {
    const own = sentence.filter(({ check }) => check?.type === 'call')
    const text = sentence[0]?.obligation.source.text ?? ''
    const shown = own[0] ?? ran[0]
    if (shown === undefined || !own.every((each) => ran.includes(each))) return null
    const isTitle = sentence[0] === decided[0] && text.endsWith(':') && own.length === 0
    const explains = isTitle
      ? saysNoMore(text, { numbers, isThrown: false, isNothing: false })
      : own.length > 0
        ? isExplanation(text, numbers)
        : describesInput(text, written, numbers)
    if (!explains) return null
    return {
      decided_by: 'check',
      reason: `explains ${shown.obligation.statement}, which was run`,
      evidence: shown.obligation.evidence,
    }
  })
}

const leadIn =
  /(?::|,|\(|–|—)\s*(?:(?:so|thus|e\.g\.|i\.e\.|for example|for instance|such as|like|that is)[\s,:]*)?`?$|\b(?:so|thus|e\.g\.|i\.e\.|for example|for instance|such as)[\s,:]*`?$/i

function isExplanation(text: string, numbers: ReadonlySet<number>): boolean {
  const spans = calls(text).toSorted((one, other) => one.start - other.start)
  const [first] = spans
  if (first === undefined) return false
  const gaps = spans.map(({ end }, index) => text.slice(end, spans[index + 1]?.start))
  const before = text.slice(0, first.start)
  const bare = before.replace(/`[^`]*`/g, ' ')
  if (!leadIn.test(before) && wordsIn(bare).words.size > 2) return false
  if (gaps.some((gap) => wordsIn(gap).words.size > (/^\s*\([^)]*\)\W*$/.test(gap) ? 6 : 2)))
    return false
  const results = spans.map(({ check }) => (check.type === 'call' ? check : null))
  const context = {
    numbers,
    isThrown: results.some((check) => check?.throws === true),
    // "children pay nothing: … is 0"
    isNothing: results.some((check) =>
      /^(?:0|""|''|\[\]|\{\}|null|None|undefined|false|False)$/.test(check?.result ?? ''),
    ),
  }
  return [bare, ...gaps].every((part) => saysNoMore(part, context))
}

/** "\`phase\` takes the age in days", "\`price(kg)\` gives cents", "recipes look like \`{ persons: 2 }\`": what the calls are given. */
function describesInput(
  text: string,
  written: readonly string[],
  numbers: ReadonlySet<number>,
): boolean {
  const squeezed = (each: string) => each.replace(/\s+/g, '')
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  if (codes.length === 0) return false
  const bare = text.replace(/`[^`]*`/g, ' ')
  const [, verb] = about.exec(text) ?? []
  const callee = (codes[0] ?? '').replace(/\(.*/, '(').replace(/(?<!\()$/, '(')
  const examples = written.filter((each) => each.startsWith(callee)).length
  const takes = verb !== undefined && examples >= (/^(?:gives|returns)$/.test(verb) ? 2 : 1)
  const looks =
    /\blooks? like\b|\b(?:is|are) (?:written|given) as\b/.test(text) &&
    codes.every((code) => written.some((each) => squeezed(each).includes(squeezed(code))))
  return (
    (takes || looks) &&
    wordsIn(bare).words.size <= 8 &&
    saysNoMore(bare, { numbers, isThrown: false, isNothing: false })
  )
}

const about =
  /^(?:The (?:function|method) )?`[A-Za-z_$][\w$.]*(?:\([^`]*\))?`\s+(takes|accepts|expects|gets|receives|is given|gives|returns)\b/

type Around = {
  readonly numbers: ReadonlySet<number>
  readonly isThrown: boolean
  readonly isNothing: boolean
}

const spreading = new Set(
  'only every each all both always except unless neither nor exactly'.split(' '),
)

/** Nothing in it spreads, forbids or refuses more than the calls show, and its numbers are theirs. */
function saysNoMore(part: string, { numbers, isThrown, isNothing }: Around): boolean {
  const plain = part.replace(/\b(?:instead of|rather than)\s+[\w.]+/gi, ' ')
  const { words, negations } = wordsIn(plain)
  const reported = [...words].filter((word) => /^\d/.test(word)).map(Number)
  return (
    (negations === 0 || isNothing) &&
    (isThrown || !/\b(?:throw|rais|reject|refus|fail|error)/i.test(plain)) &&
    !/\b(?:otherwise|else)\b/i.test(plain) &&
    // one example shows one of several things
    !/\bor\b|\band\b.*\band\b|\p{L},(?:\s+\p{L}+){1,3}\s+(?:and|or)\b/u.test(plain) &&
    (plain.toLowerCase().match(/[a-z]+/g) ?? []).every((word) => !spreading.has(word)) &&
    reported.every((each) => isShown(each, plain, numbers))
  )
}
