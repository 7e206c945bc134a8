import { child, valueOf, word, type Node } from '../code/syntax.ts'
import { type Idea, replaced, sourceOf, type Spot } from './idea.ts'
import type { Operator } from './mutant.ts'

export const negatable = ({ node, source }: Spot): readonly Idea[] => {
  const test = child(node, 'test')
  if (test === null || test.type === 'Literal') return []
  // the comparison's own mutants already turn a plain comparison round
  if (test.type === 'BinaryExpression' && opposites[word(test, 'operator')] !== undefined) return []
  const text = sourceOf(source, test)
  const bare = test.type === 'UnaryExpression' && word(test, 'operator') === '!'
  const inner = bare ? child(test, 'argument') : null
  return [
    replaced('condition', test, inner === null ? `!(${text})` : `(${sourceOf(source, inner)})`),
  ]
}

export const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
export const boundaries: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}
export const sums: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
}
export const logicals: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }

/** The operator between two operands: comments and brackets may stand beside it. */
export function swapped(
  spot: Spot,
  operator: Operator,
  table: Readonly<Record<string, string>>,
): readonly Idea[] {
  const { node, source } = spot
  const sign = word(node, 'operator')
  const other = table[sign]
  const left = child(node, 'left')
  const right = child(node, 'right')
  if (other === undefined || left === null || right === null) return []
  if (sign === '+' && [left, right].some((side) => isText(side))) return []
  const at = source.slice(left.end, right.start).indexOf(sign)
  if (at < 0) return []
  const start = left.end + at
  return [{ operator, start, end: start + sign.length, text: other }]
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof valueOf(node) === 'string') ||
  (node.type === 'BinaryExpression' &&
    ['left', 'right'].some((side) => isText(child(node, side) ?? nothing)))

const nothing: Node = { type: 'None', start: 0, end: 0 }
