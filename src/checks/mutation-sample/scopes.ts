import { calleeName, child, isFunction, word, type Node } from '../code/syntax.ts'
import type { Site } from './mutant.ts'

/** What a function is called: by itself, by the variable or property it is kept in, or by its class. */
export function scopeOf(above: readonly Node[]): string {
  const names = above.flatMap((node, index) => {
    if (node.type === 'ClassDeclaration') return word(child(node, 'id'), 'name') || []
    return isFunction(node) ? functionName(node, above[index + 1] ?? null) : []
  })
  return names.length === 0 ? '(module)' : names.toReversed().join('.')
}

function functionName(node: Node, parent: Node | null): string | [] {
  const own = word(child(node, 'id'), 'name')
  if (own !== '') return own
  const kept =
    child(parent, 'key') ?? (parent?.type === 'VariableDeclarator' ? child(parent, 'id') : null)
  return word(kept, 'name') || []
}

const logs = /^(console|log|logger|debug|winston|pino)\.|(^|\.)(log|logger|debug|trace|warn)(\.|$)/i

/** Whether nobody would write a test for this text: messages of logs and of errors, types, imports. */
export function isIdleText(node: Node, above: readonly Node[]): boolean {
  const inner = node.type === 'ExpressionStatement' ? child(node, 'expression') : null
  return [...(inner === null ? [] : [inner]), node, ...above].some(
    (each) =>
      (each.type.startsWith('TS') && !runtimeTypes.has(each.type)) ||
      each.type === 'ImportDeclaration' ||
      each.type === 'ImportExpression' ||
      each.type === 'ExportAllDeclaration' ||
      each.type === 'Decorator' ||
      (each.type === 'CallExpression' && logs.test(calleeName(each))) ||
      (each.type === 'NewExpression' && word(child(each, 'callee'), 'name').endsWith('Error')),
  )
}

/** TypeScript nodes that wrap code which runs. */
const runtimeTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSExportAssignment',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TSParameterProperty',
])

/** Nodes that hold statements one after the other. */
const lists = new Set(['BlockStatement', 'Program', 'StaticBlock', 'SwitchCase'])

/** Where a probe can stand that runs whenever the node is about to run. */
export function siteOf(node: Node, above: readonly Node[]): Site {
  const chain = [node, ...above]
  for (const [index, each] of chain.entries()) {
    const parent = chain[index + 1]
    if (parent === undefined) break
    if (lists.has(parent.type) && /Statement$|Declaration$/.test(each.type))
      return { start: each.start, end: null }
    if (parent.type === 'ArrowFunctionExpression' && child(parent, 'body') === each)
      if (each.type !== 'BlockStatement') return { start: each.start, end: each.end }
  }
  return { start: 0, end: null }
}
