import { canonical, likeness } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { functionPairs, type Named } from './functions.ts'
import { chainOf } from './names.ts'
import { below, is, type Node } from './source.ts'

const rules = rulesOf('completeness', {
  'rethrow-removed': [
    'fail',
    'An error that was passed on now stops here',
    'Callers no longer hear of a failure that they had to handle.',
    'Throw the error on as before.',
  ],
})

export const rethrowRemoved: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return functionPairs(change).kept.flatMap(({ before, after }) =>
    canonical(before.node) === canonical(after.node) || isAsked(change.asked.exports, after.short)
      ? []
      : swallowed(before, after, change),
  )
}

const catchesIn = ({ node }: Named) => [...below(node)].filter(is('CatchClause'))

const throws = (node: Node): boolean => [...below(node)].some(is('ThrowStatement'))

/** A catch that threw on, whose place is taken by one that does not. */
function swallowed(before: Named, after: Named, change: Change): readonly IntegrityFinding[] {
  const [was, now] = [catchesIn(before), catchesIn(after)]
  if (was.length === 0 || was.length !== now.length) return []
  return now.flatMap((clause, index) => {
    const old = was[index]
    if (old === undefined || !throws(old.body) || throws(clause.body)) return []
    const [blockBefore, blockNow] = [
      before.source.parentOf.get(old),
      after.source.parentOf.get(clause),
    ]
    if (!is('TryStatement')(blockBefore) || !is('TryStatement')(blockNow)) return []
    if (likeness(canonical(blockBefore.block), canonical(blockNow.block)) < 0.5) return []
    if (handsOn(clause, change)) return []
    return [
      findingIn(rules['rethrow-removed'], after.source, clause.start, {
        message: `${after.short} no longer passes on the error that it catches`,
      }),
    ]
  })
}

/** Whether a catch gives the error itself to whoever asked, or to a function that throws. */
function handsOn(clause: Extract<Node, { type: 'CatchClause' }>, change: Change): boolean {
  const caught = clause.param === null ? '' : canonical(clause.param)
  const nodes = [...below(clause.body)]
  const gives = nodes.some(
    (node) =>
      is('ReturnStatement')(node) &&
      caught !== '' &&
      node.argument !== null &&
      [...below(node.argument)].some((each) => canonical(each) === caught),
  )
  const { fresh, kept } = functionPairs(change)
  const throwing = new Set(
    [...fresh, ...kept.map(({ after }) => after)].flatMap(({ short, node }) =>
      throws(node) ? [short] : [],
    ),
  )
  return (
    gives ||
    nodes.some(
      (node) =>
        node.type === 'CallExpression' &&
        (throwing.has(chainOf(node.callee).at(-1) ?? '') ||
          /^(?:reject|next|fail|abort|exit)$/.test(chainOf(node.callee).at(-1) ?? '')),
    )
  )
}
