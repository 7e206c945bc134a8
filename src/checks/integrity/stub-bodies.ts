import { onlyValue, statementsOf } from './functions.ts'
import { chainOf, plainValue } from './names.ts'
import { is, type FunctionNode, type Node } from './source.ts'

export const isLog = (node: Node): boolean =>
  node.type === 'ExpressionStatement' &&
  node.expression.type === 'CallExpression' &&
  /^(?:console|logger|log)(?:\.\w+)?$/.test(chainOf(node.expression.callee).join('.'))

/** A value that needs nothing to be known. */
function isConstant(node: Node | null): boolean {
  if (node === null) return false
  const bare = is('TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression')(node)
    ? node.expression
    : node
  if (bare.type === 'AwaitExpression') return isConstant(bare.argument)
  if (bare.type === 'CallExpression')
    return (
      chainOf(bare.callee).join('.') === 'Promise.resolve' &&
      bare.arguments.every((each) => isConstant(each))
    )
  if (plainValue(bare) !== undefined) return true
  if (bare.type === 'Identifier') return /^(?:undefined|NaN|Infinity)$/.test(bare.name)
  if (bare.type === 'ArrayExpression')
    return bare.elements.every((each) => each !== null && isConstant(each))
  if (bare.type === 'ObjectExpression')
    return bare.properties.every((each) => each.type === 'Property' && isConstant(each.value))
  return (
    bare.type === 'NewExpression' &&
    bare.arguments.length === 0 &&
    /^(?:Map|Set|Date)$/.test(chainOf(bare.callee)[0] ?? '')
  )
}

/** Statements that come before a constant and change nothing about it. */
export const answersConstant = (node: FunctionNode): Node | null => {
  const only = onlyValue(node)
  if (only !== null) return isConstant(only) ? only : null
  const statements = statementsOf(node).filter((each) => !isLog(each) && !isVoid(each))
  const [last] = statements
  return statements.length === 1 && last?.type === 'ReturnStatement' && isConstant(last.argument)
    ? last
    : null
}

export const isVoid = (node: Node): boolean =>
  node.type === 'ExpressionStatement' &&
  node.expression.type === 'UnaryExpression' &&
  node.expression.operator === 'void' &&
  node.expression.argument.type === 'Identifier'

export const isEmpty = (node: FunctionNode): boolean =>
  node.body !== null &&
  node.body.type === 'BlockStatement' &&
  node.body.body.every((each) => isVoid(each))

export const isOnlyLogs = (node: FunctionNode): boolean =>
  statementsOf(node).length > 0 && statementsOf(node).every(isLog)
