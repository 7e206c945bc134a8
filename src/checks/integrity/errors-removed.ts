import { canonical, likeness } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import { handles } from './errors-swallowed.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, type Named } from './functions.ts'
import { narrowedGuard, softenedGuard } from './guards-narrowed.ts'
import { chainOf } from './names.ts'
import { guardsIn, isAskedInHelper } from './refusals.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { below, is, slice, type Node } from './source.ts'

const rules = rulesOf('completeness', {
  'error-handling-removed': [
    'warn',
    'Code no longer handles errors that it handled',
    'A failure that was dealt with now reaches the user.',
    'Put the handling back.',
  ],
  'validation-removed': [
    'warn',
    'Code no longer refuses what it refused',
    'Bad input goes on into the program.',
    'Put the check back.',
  ],
  'cleanup-removed': [
    'warn',
    'Code no longer gives back what it took',
    'Files, locks, timers and listeners pile up.',
    'Put the clean-up back.',
  ],
})

export const errorsRemoved: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return functionPairs(change).kept.flatMap(({ before, after }) =>
    isAsked(change.asked.exports, after.short) ? [] : removedFrom(before, after, change),
  )
}

const cleaning =
  /^(?:close|dispose|release|unlock|clearTimeout|clearInterval|removeEventListener|removeListener|unsubscribe|off|destroy|rollback|disconnect|unref|abort|end|free|cleanup|unlink|rm|kill|terminate)$/

const callsOf = (root: Node, fits: (name: string) => boolean): readonly Node[] =>
  [...below(root)].filter(
    (node) => node.type === 'CallExpression' && fits(chainOf(node.callee).at(-1) ?? ''),
  )

type Report = (rule: keyof typeof rules, message: string) => void

function removedFrom(before: Named, after: Named, change: Change): readonly IntegrityFinding[] {
  if (canonical(before.node) === canonical(after.node) || after.node.body === null) return []
  const found: IntegrityFinding[] = []
  const report: Report = (rule, message) =>
    found.push(
      findingIn(rules[rule], after.source, after.node.start, {
        message: `${after.short} ${message}`,
      }),
    )
  guards(before, after, change, report)
  const less = narrowedGuard(before, after)
  if (less !== null) report('validation-removed', `refuses less: \`${less}\``)
  handling(before, after, change, report)
  calls(before, after, change, report)
  return found
}

/**
 * Whether a function is what it was but for a piece of it. In a function that was written anew, what
 * is missing may be done in another way.
 */
function isCutOut(before: Named, after: Named, piece: Node, least: number): boolean {
  const [was, now] = [
    canonical(before.node.body ?? before.node),
    canonical(after.node.body ?? after.node),
  ]
  // a call around a value leaves the value
  const [inner] = piece.type === 'CallExpression' ? piece.arguments : []
  const left = inner === undefined ? '' : canonical(inner)
  return [left, ''].some((each) => likeness(was.replace(canonical(piece), each), now) >= least)
}

function guards(before: Named, after: Named, change: Change, report: Report): void {
  const everything = textsAfter(change)
  const [was, now] = [guardsIn(before.node), guardsIn(after.node)]
  const given = new Set(
    before.node.params.flatMap((each) =>
      [...below(each)].flatMap((node) => (is('Identifier')(node) ? [node.name] : [])),
    ),
  )
  const gone = was.find(
    ({ test, refusal, node, throws }) =>
      !now.some((each) => each.test === test || each.refusal === refusal) &&
      !everything.has(refusal) &&
      !isAskedInHelper(node, after, change) &&
      isCutOut(before, after, node, throws && asksOf(node, given) ? 0.6 : 0.88),
  )
  const softened = softenedGuard(before, after)
  if (gone !== undefined && now.length < was.length)
    report(
      'validation-removed',
      `no longer asks \`${slice(before.source, gone.node).split('\n')[0]?.slice(0, 80) ?? ''}\``,
    )
  else if (softened !== null)
    report('validation-removed', `no longer refuses where \`${softened}\``)
}

/** Whether a guard looks at what the function was given. */
const asksOf = (guard: Node, given: ReadonlySet<string>): boolean =>
  guard.type === 'IfStatement' &&
  [...below(guard.test)].some((node) => is('Identifier')(node) && given.has(node.name))

function handling(before: Named, after: Named, change: Change, report: Report): void {
  const tries = (node: Node) => [...below(node)].filter(is('TryStatement'))
  const [was, now] = [tries(before.node), tries(after.node)]
  if (was.length === 0 || functionPairs(change).fresh.some(({ node }) => handles(node))) return
  if (closesItself(after)) return
  const bodies = likeness(canonical(before.node), canonical(after.node)) >= 0.6
  const finals = (list: typeof was) => list.filter((each) => each.finalizer !== null).length
  if (was.length > now.length && handles(before.node) && !handles(after.node) && bodies)
    report('error-handling-removed', 'no longer catches errors')
  else if (finals(was) > finals(now) && bodies)
    report('cleanup-removed', 'no longer cleans up in a finally block')
}

/** Whether a function holds something by `using`, which gives it back by itself. */
const closesItself = ({ node }: Named): boolean =>
  [...below(node)].some(
    (each) => each.type === 'VariableDeclaration' && each.kind.endsWith('using'),
  )

/** Calls that make input safe or give something back. */
const guarding =
  /^(?:escape|sanitize|sanitise|validate|assert|ensure|verify|authori[sz]e|authenticate|encodeURIComponent|safeParse|timingSafeEqual|check(?=[A-Z])|require(?=[A-Z]))/

function calls(before: Named, after: Named, change: Change, report: Report): void {
  const everything = textsAfter(change)
  const missing = (fits: (name: string) => boolean): Node | undefined => {
    const now = callsOf(after.node, fits)
    const was = callsOf(before.node, fits)
    const names = now.map((node) =>
      node.type === 'CallExpression' ? chainOf(node.callee).at(-1) : '',
    )
    const gone = was.find(
      (node) =>
        node.type === 'CallExpression' &&
        !now.some((each) => canonical(each) === canonical(node)) &&
        !everything.has(canonical(node)) &&
        !names.includes(chainOf(node.callee).at(-1) ?? '') &&
        isCutOut(
          before,
          after,
          node,
          guarding.test(chainOf(node.callee).at(-1) ?? '') ? 0.65 : 0.85,
        ),
    )
    return now.length < was.length ? gone : undefined
  }
  const unsafe = missing((name) => guarding.test(name))
  if (unsafe !== undefined)
    report('validation-removed', `no longer calls \`${slice(before.source, unsafe).slice(0, 60)}\``)
  const kept = closesItself(after) ? undefined : missing((name) => cleaning.test(name))
  if (kept !== undefined)
    report('cleanup-removed', `no longer calls \`${slice(before.source, kept).slice(0, 60)}\``)
}

const knownTexts = new WeakMap<Change, ReadonlySet<string>>()

/** The refusals and clean-ups of all changed files, wherever they moved. */
function textsAfter(change: Change): ReadonlySet<string> {
  const seen = knownTexts.get(change)
  if (seen !== undefined) return seen
  const { fresh, kept } = functionPairs(change)
  const olds = new Set(kept.flatMap(({ before }) => partsOf(before.node)))
  const texts = new Set(
    [...fresh.map(({ node }) => node), ...kept.map(({ after }) => after.node)]
      .flatMap((node) => partsOf(node))
      .filter((text) => !olds.has(text)),
  )
  for (const { node } of fresh) for (const text of partsOf(node)) texts.add(text)
  knownTexts.set(change, texts)
  return texts
}

const partsOf = (root: Node): readonly string[] =>
  [...below(root)].flatMap((node) =>
    is('ThrowStatement', 'ReturnStatement')(node) ||
    (node.type === 'CallExpression' &&
      (cleaning.test(chainOf(node.callee).at(-1) ?? '') ||
        guarding.test(chainOf(node.callee).at(-1) ?? '')))
      ? [canonical(node)]
      : [],
  )
