import { is, isFunction, type Node, type Source } from './source.ts'

/** Whether a promise is awaited, returned, or handed to something that is. */
export function isAwaited(source: Source, node: Node): boolean {
  let inner = node
  for (let at = source.parentOf.get(node); at !== undefined; at = source.parentOf.get(at)) {
    if (is('AwaitExpression', 'ReturnStatement', 'YieldExpression')(at)) return true
    if (at.type === 'ExpressionStatement')
      return at.directive !== undefined && at.directive !== null
    if (at.type === 'UnaryExpression' && at.operator === 'void') return false
    if (isFunction(at)) return at.type === 'ArrowFunctionExpression' && at.body === inner
    if (is('VariableDeclarator', 'AssignmentExpression', 'BlockStatement')(at))
      return at.type !== 'BlockStatement'
    inner = at
  }
  return false
}
