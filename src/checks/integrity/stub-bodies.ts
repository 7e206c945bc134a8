import { onlyValue, statementsOf } from './functions.ts'
import { chainOf, plainValue } from './names.ts'
import { is, type FunctionNode, type Node } from './source.ts'

export const isLog = (node: Node): boolean =>
  is('ExpressionStatement')(node) &&
  is('CallExpression')(node.expression) &&
  /^(?:console|logger|log)(?:\.\w+)?$/.test(chainOf(node.expression.callee).join('.'))

/** A value that needs nothing to be known. */
function isConstant(node: Node | null): boolean {
  if (node === null) return false
  if (plainValue(node) !== undefined) return true
  if (is('TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression')(node))
    return isConstant(node.expression)
  if (is('AwaitExpression')(node)) return isConstant(node.argument)
  if (is('CallExpression')(node))
    return chainOf(node.callee).join('.') === 'Promise.resolve' && node.arguments.every(isConstant)
  if (is('NewExpression')(node))
    return node.arguments.length === 0 && /^(?:Map|Set|Date)$/.test(chainOf(node.callee)[0] ?? '')
  if (is('Identifier')(node)) return /^(?:undefined|NaN|Infinity)$/.test(node.name)
  if (is('ArrayExpression')(node)) return node.elements.every(isConstant)
  return (
    is('ObjectExpression')(node) &&
    node.properties.every((each) => is('Property')(each) && isConstant(each.value))
  )
}

/** The constant that a function answers with, whatever it is given. */
export function answersConstant(node: FunctionNode): Node | null {
  const only = onlyValue(node)
  if (only !== null) return isConstant(only) ? only : null
  const statements = statementsOf(node).filter((each) => !isLog(each) && !isVoid(each))
  const [last] = statements
  return statements.length === 1 && is('ReturnStatement')(last) && isConstant(last.argument)
    ? last
    : null
}

export const isVoid = (node: Node): boolean =>
  is('ExpressionStatement')(node) &&
  is('UnaryExpression')(node.expression) &&
  node.expression.operator === 'void' &&
  node.expression.argument.type === 'Identifier'

/** Whether a body does nothing, or nothing but write to the log. */
export const isIdle = (node: FunctionNode): boolean =>
  node.body?.type === 'BlockStatement' &&
  node.body.body.every((each) => isVoid(each) || isLog(each))
