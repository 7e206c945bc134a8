import { child, children, flag, isFunction, isNode, word, type Node } from '../code/syntax.ts'

export type CountedFunction = {
  readonly name: string
  readonly start: number
  readonly complexity: number
}

const branches = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'AssignmentPattern',
])

const logicalAssignments = new Set(['&&=', '||=', '??='])

/** Whether a node adds a way through the function it stands in, as ESLint's `complexity` counts. */
function addsWay(node: Node): boolean {
  if (branches.has(node.type)) return true
  switch (node.type) {
    case 'SwitchCase':
      return child(node, 'test') !== null
    case 'AssignmentExpression':
      return logicalAssignments.has(word(node, 'operator'))
    case 'MemberExpression':
    case 'CallExpression':
      return flag(node, 'optional')
    default:
      return false
  }
}

type Open = { readonly name: string; readonly start: number; complexity: number }

/** The cyclomatic complexity of every function, class field with a value and static block of a program. */
export function functionsOf(program: Node): readonly CountedFunction[] {
  const found: Open[] = []
  const outside: Open = { name: '', start: 0, complexity: 1 }
  visit(program, outside, null)
  return found.sort((one, other) => one.start - other.start)

  function visit(node: Node, within: Open, above: Node | null): void {
    const here = opens(node) ? begin(node, above) : within
    if (addsWay(node)) here.complexity++
    const field = fieldValue(node)
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) visit(item, here, node)
      } else if (isNode(value)) visit(value, value === field ? begin(value, node) : here, node)
    }
  }

  function begin(node: Node, above: Node | null): Open {
    const opened = { name: nameOf(node, above), start: node.start, complexity: 1 }
    found.push(opened)
    return opened
  }
}

const opens = (node: Node): boolean =>
  (isFunction(node) && child(node, 'body') !== null) || node.type === 'StaticBlock'

/** A field's value is run on its own; where it is a function, that is counted as one. */
const fieldValue = (node: Node): Node | null =>
  node.type === 'PropertyDefinition' ? child(node, 'value') : null

function nameOf(node: Node, above: Node | null): string {
  if (node.type === 'StaticBlock') return 'static block'
  const own = word(child(node, 'id'), 'name')
  if (own !== '') return own
  if (above === null) return 'anonymous function'
  const key = child(above, 'key') ?? child(above, 'id') ?? child(above, 'left')
  const name = word(key, 'name')
  if (name !== '') return name
  return above.type === 'CallExpression' && children(above, 'arguments').includes(node)
    ? `function given to ${word(child(above, 'callee'), 'name') || word(child(child(above, 'callee'), 'property'), 'name') || 'a call'}`
    : 'anonymous function'
}
