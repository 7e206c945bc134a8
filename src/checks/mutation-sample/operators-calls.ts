import { calleeName, child, children, flag, word } from '../code/syntax.ts'
import { type Idea, replaced, sourceOf, type Spot } from './idea.ts'

export function optional({ node, source }: Spot): readonly Idea[] {
  if (!flag(node, 'optional')) return []
  const inner = child(node, 'object') ?? child(node, 'callee')
  if (inner === null) return []
  const at = source.slice(inner.end, node.end).indexOf('?.')
  if (at < 0) return []
  const start = inner.end + at
  const plain = /^\?\.\s*[[(]/.test(source.slice(start))
  return [{ operator: 'optional-chaining', start, end: start + 2, text: plain ? '' : '.' }]
}

const swaps: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['push', 'unshift'],
  ['unshift', 'push'],
  ['shift', 'pop'],
  ['pop', 'shift'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
  ['indexOf', 'lastIndexOf'],
  ['Math.min', 'Math.max'],
  ['Math.max', 'Math.min'],
  ['Math.floor', 'Math.ceil'],
  ['Math.ceil', 'Math.floor'],
  ['Promise.all', 'Promise.race'],
])
const removable = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'slice'])

export function methods({ node, source }: Spot): readonly Idea[] {
  const callee = child(node, 'callee')
  const property = child(callee, 'property')
  const object = child(callee, 'object')
  if (callee?.type !== 'MemberExpression' || property === null || object === null) return []
  if (flag(callee, 'computed')) return []
  const name = word(property, 'name')
  const whole = swaps.get(calleeName(node))
  const other = swaps.get(name)
  if (whole !== undefined) return [replaced('method-swap', callee, whole)]
  if (other !== undefined) return [replaced('method-swap', property, other)]
  if (!removable.has(name)) return []
  // a copy of a list is told from the list only by what changes it later
  if (name === 'slice' && children(node, 'arguments').length === 0) return []
  return [replaced('method-swap', node, sourceOf(source, object))]
}

export function listOf({ node, above }: Spot): readonly Idea[] {
  if (children(node, 'elements').length === 0 || above[0]?.type === 'TSAsExpression') return []
  return [replaced('emptied', node, '[]')]
}
