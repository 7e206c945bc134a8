import { type Idea, type Spot, replaced, sourceOf } from './idea.ts'
import { child, flag, valueOf, word, type Node, calleeName, children } from '../code/syntax.ts'
import type { Operator } from './mutant.ts'

const negatable = ({ node, source }: Spot): readonly Idea[] => {
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

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const boundaries: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}
const sums: Readonly<Record<string, string>> = {
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
const logicals: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }

/** The operator between two operands: comments and brackets may stand beside it. */
function swapped(
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

function optional({ node, source }: Spot): readonly Idea[] {
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

function methods({ node, source }: Spot): readonly Idea[] {
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

function listOf({ node, above }: Spot): readonly Idea[] {
  if (children(node, 'elements').length === 0 || above[0]?.type === 'TSAsExpression') return []
  return [replaced('emptied', node, '[]')]
}

function statement({ node, above, source }: Spot): readonly Idea[] {
  const inner = child(node, 'expression')
  const kinds = [
    'CallExpression',
    'AwaitExpression',
    'AssignmentExpression',
    'UpdateExpression',
    'ChainExpression',
    'YieldExpression',
  ]
  if (inner === null || !kinds.includes(inner.type)) return []
  const text = sourceOf(source, node)
  const ends =
    above[0]?.type === 'BlockStatement' ||
    above[0]?.type === 'Program' ||
    above[0]?.type === 'SwitchCase'
  // what stands where a statement must stand leaves an empty one
  return [replaced('removed-statement', node, ends && text.endsWith(';') ? '' : ';')]
}

function throwing({ node }: Spot): readonly Idea[] {
  return [replaced('removed-statement', node, ';')]
}

const isNothing = (node: Node): boolean =>
  (node.type === 'Identifier' && word(node, 'name') === 'undefined') ||
  (node.type === 'UnaryExpression' && word(node, 'operator') === 'void') ||
  (node.type === 'Literal' && valueOf(node) === null) ||
  (node.type === 'Literal' && typeof valueOf(node) === 'boolean')

function returned({ node }: Spot): readonly Idea[] {
  const argument = child(node, 'argument')
  return argument === null || isNothing(argument)
    ? []
    : [replaced('return-value', argument, 'undefined')]
}

function arrow({ node }: Spot): readonly Idea[] {
  const body = child(node, 'body')
  if (body === null || body.type === 'BlockStatement' || isNothing(body)) return []
  return [replaced('return-value', body, 'undefined')]
}

function awaited({ node, above, source }: Spot): readonly Idea[] {
  const argument = child(node, 'argument')
  const parent = above[0]
  if (argument === null) return []
  const guarded = above.some(({ type }) => type === 'TryStatement')
  // an async function waits for what it returns
  const last = parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression'
  return last && !guarded
    ? []
    : [replaced('removed-await', node, `(${sourceOf(source, argument)})`)]
}

/** Where a text names a module or is a directive. */
const namesModules = new Set([
  'ExpressionStatement',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportAttribute',
  'TSExternalModuleReference',
])

function literal({ node, above, source }: Spot): readonly Idea[] {
  const parent = above[0]
  const value = valueOf(node)
  const isKey = parent !== undefined && child(parent, 'key') === node && !flag(parent, 'computed')
  if (isKey || (parent !== undefined && namesModules.has(parent.type))) return []
  // a fallback often only tells the compiler what cannot happen
  if (word(parent ?? null, 'operator') === '??' && child(parent ?? null, 'right') === node)
    return []
  if (value instanceof RegExp || sourceOf(source, node).startsWith('/'))
    return patterns(node, sourceOf(source, node))
  if (typeof value === 'boolean') return [replaced('boolean', node, String(!value))]
  if (typeof value === 'number' && /^\d[\d_]*(\.\d+)?$/.test(sourceOf(source, node)))
    return [
      replaced('number', node, String(value + 1)),
      ...(value > 1 ? [replaced('number', node, String(value - 1))] : []),
    ]
  if (typeof value === 'string' && parent?.type !== 'JSXAttribute')
    return [replaced('string', node, value === '' ? "'mutated'" : "''")]
  return []
}

/** Anchors that are gone, and repetitions that are one more or one less. */
function patterns(node: Node, text: string): readonly Idea[] {
  const edits: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
    [/^\/\^/, () => '/'],
    [/(?<!\\)\$(?=\/[a-z]*$)/, () => ''],
    [/(?<=\{\d*,?)(\d+)\}/, ([, most]) => `${Number(most) + 1}}`],
    [/(?<=[\w\])])\+(?![?+*])/, () => '*'],
    [/(?<=[\w\])])\*(?![?+*])/, () => '+'],
  ]
  return edits.flatMap(([find, put]) => {
    const match = find.exec(text)
    if (match === null) return []
    const start = node.start + match.index
    return [{ operator: 'pattern', start, end: start + match[0].length, text: put(match) }]
  })
}

function template({ node, above }: Spot): readonly Idea[] {
  return above[0]?.type === 'TaggedTemplateExpression' ? [] : [replaced('string', node, '``')]
}

/** All bugs that can be planted at one node. */
export function ideasAt(spot: Spot): readonly Idea[] {
  return (makers[spot.node.type] ?? []).flatMap((make) => make(spot))
}

const makers: Readonly<Record<string, readonly ((spot: Spot) => readonly Idea[])[]>> = {
  IfStatement: [negatable],
  ConditionalExpression: [negatable],
  WhileStatement: [negatable],
  BinaryExpression: [
    (spot) => swapped(spot, 'comparison', opposites),
    (spot) => swapped(spot, 'boundary', boundaries),
    (spot) => swapped(spot, 'arithmetic', sums),
  ],
  AssignmentExpression: [(spot) => swapped(spot, 'arithmetic', sums)],
  LogicalExpression: [(spot) => swapped(spot, 'logical', logicals)],
  Literal: [literal],
  TemplateLiteral: [template],
  ExpressionStatement: [statement],
  ThrowStatement: [throwing],
  ReturnStatement: [returned],
  ArrowFunctionExpression: [arrow],
  AwaitExpression: [awaited],
  MemberExpression: [optional],
  CallExpression: [methods, optional],
  ArrayExpression: [listOf],
}
