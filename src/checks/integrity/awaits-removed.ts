import { canonical } from './canonical.ts'
import { functionPairs, type Named } from './functions.ts'
import { chainOf } from './names.ts'
import { type Family, findingIn } from './rule.ts'
import { above, below, is, ownBelow, type Node } from './source.ts'

/** Calls that were awaited and now stand alone in the same function. */
export const awaitsRemoved: Family = {
  look: (change) =>
    functionPairs(change).kept.flatMap(({ before, after }) => {
      if (canonical(before.node) === canonical(after.node) || !after.node.async) return []
      const calls = [...below(before.node)].filter(is('CallExpression'))
      const isAwaited = (call: Node) => is('AwaitExpression')(before.source.parentOf.get(call))
      const awaited = new Set(calls.filter(isAwaited).map(canonical))
      for (const bare of calls) if (!isAwaited(bare)) awaited.delete(canonical(bare))
      return [...ownBelow(after.node.body ?? after.node)]
        .filter((node) => awaited.has(canonical(node)) && isAlone(node, after))
        .map((node) =>
          findingIn('await-removed', after.source, node.start, {
            message: 'this call was awaited before',
          }),
        )
    }),
}

/** Whether a promise is used as if it were its result, or dropped. */
function isAlone(node: Node, { source, node: root }: Named): boolean {
  const up = source.parentOf.get(node)
  if (is('MemberExpression')(up)) return !/^(?:then|catch|finally)$/.test(chainOf(up).at(-1) ?? '')
  // a promise that leaves a try block is no longer caught there
  if (is('ReturnStatement')(up)) {
    const [block, attempt] = [...above(source, up)]
    return is('TryStatement')(attempt) && attempt.block === block
  }
  if (!is('VariableDeclarator')(up))
    return is('IfStatement', 'BinaryExpression', 'AssignmentExpression', 'ExpressionStatement')(up)
  const { id } = up
  // a promise that is kept and awaited further down, or handed to something that waits
  const isLater = [...below(root)].some(
    (each) =>
      (is('AwaitExpression', 'ReturnStatement')(each) ||
        (is('CallExpression')(each) &&
          /^(?:Promise\.\w+|\w+\.push)$/.test(chainOf(each.callee).join('.')))) &&
      [...below(each)].some(
        (part) => is('Identifier')(part) && is('Identifier')(id) && part.name === id.name,
      ),
  )
  return !isLater
}
