import { is, type Node } from './source.ts'

export const isEmptyList = (node: Node): boolean =>
  node.type === 'ArrayExpression' && node.elements.length === 0

const ends = is('ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement')

export function isUnreachable(
  block: Extract<Node, { type: 'BlockStatement' }>,
  inner: Node,
): boolean {
  const at = block.body.findIndex((each) => each === inner)
  return (
    block.body.slice(0, Math.max(0, at)).some((each) => ends(each)) &&
    inner.type !== 'FunctionDeclaration'
  )
}
