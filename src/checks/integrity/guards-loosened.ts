import { canonical } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, type Named } from './functions.ts'
import { numberOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, below, is, type Node, type Source } from './source.ts'

const rules = rulesOf('completeness', {
  'pattern-loosened': [
    'warn',
    'A pattern no longer looks at the start or the end of a text',
    'What stands before or behind a good part is let through unseen.',
    'Put the ^ or $ back, or have it taken away on purpose.',
  ],
  'comparison-narrowed': [
    'warn',
    'A comparison with a bound became one with a single value',
    'All values beyond the bound are treated as good ones now.',
    'Compare with the bound as before.',
  ],
})

export const guardsLoosened: Family = { family: 'logic', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...change.files.flatMap(({ before, after, kind }) =>
      before === null || after === null || kind !== 'source' ? [] : patterns(before, after),
    ),
    ...functionPairs(change).kept.flatMap(({ before, after }) =>
      isAsked(change.asked.exports, after.short) || canonical(before.node) === canonical(after.node)
        ? []
        : comparisons(before, after),
    ),
  ]
}

type Pattern = { readonly node: Node; readonly text: string }

const patternsIn = (source: Source): readonly Pattern[] =>
  all(source, 'Literal').flatMap((node) =>
    'regex' in node ? [{ node, text: node.regex.pattern }] : [],
  )

/** The pattern with its anchors at the ends taken off. */
const bare = (text: string): string => text.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
const anchors = (text: string): number =>
  Number(text.startsWith('^')) + Number(/(?<!\\)\$$/.test(text))

function patterns(before: Source, after: Source): readonly IntegrityFinding[] {
  const now = patternsIn(after)
  const kept = new Set(now.map(({ text }) => text))
  const old = new Set(patternsIn(before).map(({ text }) => text))
  return patternsIn(before).flatMap(({ text }): readonly IntegrityFinding[] => {
    if (kept.has(text)) return []
    const heir = now.find(
      (each) =>
        !old.has(each.text) && bare(each.text) === bare(text) && anchors(each.text) < anchors(text),
    )
    return heir === undefined
      ? []
      : [
          findingIn(rules['pattern-loosened'], after, heir.node.start, {
            message: `the pattern \`${text}\` lost an end`,
          }),
        ]
  })
}

const bounds = /^[<>]=?$/
const equal = /^[!=]==?$/

/** `x <= 0` that became `x === 0`, with the same sides. */
function comparisons(before: Named, after: Named): readonly IntegrityFinding[] {
  const inside = (root: Node) => [...below(root)].filter(is('BinaryExpression'))
  const sides = (node: Extract<Node, { type: 'BinaryExpression' }>) =>
    `${canonical(node.left)} ${canonical(node.right)}`
  const [was, now] = [inside(before.node), inside(after.node)]
  // of counts, `> 0` and `=== 0` are the two answers to one question
  const isAny = ({ operator, right }: (typeof was)[number]) =>
    operator === '>' && numberOf(right) === 0
  const bounded = new Set(
    was.filter((each) => bounds.test(each.operator) && !isAny(each)).map(sides),
  )
  const still = new Set(now.filter(({ operator }) => bounds.test(operator)).map(sides))
  const equalBefore = new Set(was.filter(({ operator }) => equal.test(operator)).map(sides))
  return now.flatMap((node) => {
    const key = sides(node)
    if (!equal.test(node.operator) || !bounded.has(key) || still.has(key) || equalBefore.has(key))
      return []
    const message = `${after.short} compared with a bound and asks for one value now`
    return [findingIn(rules['comparison-narrowed'], after.source, node.start, { message })]
  })
}
