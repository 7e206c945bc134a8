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
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return isConstant(node.expression)
    case 'AwaitExpression':
      return isConstant(node.argument)
    case 'CallExpression':
      return (
        chainOf(node.callee).join('.') === 'Promise.resolve' && node.arguments.every(isConstant)
      )
    case 'NewExpression':
      return node.arguments.length === 0 && /^(?:Map|Set|Date)$/.test(chainOf(node.callee)[0] ?? '')
    case 'Identifier':
      return /^(?:undefined|NaN|Infinity)$/.test(node.name)
    case 'ArrayExpression':
      return node.elements.every(isConstant)
    case 'ObjectExpression':
      return node.properties.every((each) => each.type === 'Property' && isConstant(each.value))
    default:
      return false
  }
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
