import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { functionPairs, type Named } from './functions.ts'
import { chainOf } from './names.ts'
import { above, below, is, isFunction, ownBelow, type Node, type Source } from './source.ts'

const rules = rulesOf('completeness', {
  'await-removed': [
    'fail',
    'An await is gone',
    'The code goes on before the work is done.',
    'Await the promise as before.',
  ],
})

export const awaitsRemoved: Family = { family: 'errors', rules: Object.values(rules), look }

/** Calls that were awaited and now stand alone in the same function. */
function look(change: Change): readonly IntegrityFinding[] {
  return functionPairs(change).kept.flatMap(({ before, after }) => {
    if (before.node.body === null || after.node.body === null) return []
    if (
      canonical(before.node) === canonical(after.node) ||
      (before.node.async && !after.node.async)
    )
      return []
    const calls = [...below(before.node.body)].filter(is('CallExpression'))
    const isAwaited = (node: Node) => before.source.parentOf.get(node)?.type === 'AwaitExpression'
    const awaited = new Set(calls.filter(isAwaited).map(canonical))
    for (const bare of calls) if (!isAwaited(bare)) awaited.delete(canonical(bare))
    return [...ownBelow(after.node.body)]
      .filter(
        (node) =>
          node.type === 'CallExpression' && awaited.has(canonical(node)) && isAlone(node, after),
      )
      .map((node) =>
        findingIn(rules['await-removed'], after.source, node.start, {
          message: 'this call was awaited before',
        }),
      )
  })
}

/** Whether a promise is used as if it were its result, or dropped. */
function isAlone(node: Node, { source, node: root }: Named): boolean {
  const up = source.parentOf.get(node)
  if (up?.type === 'MemberExpression')
    return !/^(?:then|catch|finally)$/.test(chainOf(up).at(-1) ?? '')
  if (up?.type === 'UnaryExpression') return up.operator !== 'void'
  if (up?.type === 'VariableDeclarator')
    return up.id.type !== 'Identifier' || !isAwaitedLater(root, up.id.name)
  if (up?.type === 'ReturnStatement') return isInTry(source, up)
  return is('IfStatement', 'BinaryExpression', 'AssignmentExpression', 'ExpressionStatement')(up)
}

/** A promise that is kept and awaited further down, or handed to something that waits. */
const isAwaitedLater = (body: Node, name: string): boolean =>
  [...below(body)].some(
    (node) =>
      (is('AwaitExpression', 'ReturnStatement')(node) &&
        node.argument !== null &&
        [...below(node.argument)].some((each) => is('Identifier')(each) && each.name === name)) ||
      (node.type === 'CallExpression' &&
        /^(?:Promise\.\w+|\w+\.push)$/.test(chainOf(node.callee).join('.')) &&
        node.arguments.some((each) =>
          [...below(each)].some((inner) => is('Identifier')(inner) && inner.name === name),
        )),
  )

/** A promise that leaves a try block is no longer caught there. */
function isInTry(source: Source, node: Node): boolean {
  let inner = node
  for (const up of above(source, node)) {
    if (isFunction(up)) return false
    if (up.type === 'TryStatement') return up.block === inner
    inner = up
  }
  return false
}
