import { chainOf, dotted, literalOf, memberName } from '../integrity/names.ts'
import { above, is, type Node, slice, type Source, type Typed } from '../integrity/source.ts'
import type { Operator } from './mutant.ts'

/** A change of text from `start` to `end` that plants one bug. */
export type Idea = {
  readonly operator: Operator
  readonly start: number
  readonly end: number
  readonly text: string
}

type Place = { readonly start: number; readonly end: number }
type Table = Readonly<Record<string, string>>

const replaced = (operator: Operator, { start, end }: Place, text: string): readonly Idea[] => [
  { operator, start, end, text },
]

const opposites: Table = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const boundaries: Table = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const sums: Table = {
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
const logicals: Table = { '&&': '||', '||': '&&', '??': '&&' }
const swaps: Table = {
  some: 'every',
  every: 'some',
  push: 'unshift',
  unshift: 'push',
  shift: 'pop',
  pop: 'shift',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  indexOf: 'lastIndexOf',
  'Math.min': 'Math.max',
  'Math.max': 'Math.min',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
  'Promise.all': 'Promise.race',
}
const removable = /^(?:filter|sort|toSorted|reverse|toReversed|trim|slice)$/

function negated({ test }: { readonly test: Node }, source: Source): readonly Idea[] {
  // the comparison's own mutants already turn a plain comparison round
  if (is('Literal')(test) || (is('BinaryExpression')(test) && test.operator in opposites)) return []
  return is('UnaryExpression')(test) && test.operator === '!'
    ? replaced('condition', test, `(${slice(source, test.argument)})`)
    : replaced('condition', test, `!(${slice(source, test)})`)
}

type Binary = Typed<'BinaryExpression' | 'AssignmentExpression' | 'LogicalExpression'>

/** The operator between two operands: comments and brackets may stand beside it. */
function swapped({ operator: sign, left, right }: Binary, source: Source): readonly Idea[] {
  const at = left.end + source.text.slice(left.end, right.start).indexOf(sign)
  if (at < left.end || (sign === '+' && (isText(left) || isText(right)))) return []
  const results: readonly (readonly [Operator, Table])[] = [
    ['comparison', opposites],
    ['boundary', boundaries],
    ['arithmetic', sums],
    ['logical', logicals],
  ]
  return results.flatMap(([operator, table]) => {
    const other = table[sign]
    return other === undefined
      ? []
      : replaced(operator, { start: at, end: at + sign.length }, other)
  })
}

const isText = (node: Node): boolean =>
  is('TemplateLiteral')(node) ||
  literalOf(node) !== null ||
  (is('BinaryExpression')(node) && (isText(node.left) || isText(node.right)))

function optional(node: Typed<'MemberExpression' | 'CallExpression'>, { text }: Source) {
  const inner = is('MemberExpression')(node) ? node.object : node.callee
  const start = inner.end + text.slice(inner.end, node.end).indexOf('?.')
  if (!node.optional || start < inner.end) return []
  const isPlain = /^\?\.\s*[[(]/.test(text.slice(start))
  return replaced('optional-chaining', { start, end: start + 2 }, isPlain ? '' : '.')
}

function methods(call: Typed<'CallExpression'>, source: Source): readonly Idea[] {
  const { callee, arguments: given } = call
  if (!is('MemberExpression')(callee) || callee.computed) return []
  const name = memberName(callee)
  const [whole, other] = [swaps[dotted(callee)], swaps[name]]
  if (whole !== undefined) return replaced('method-swap', callee, whole)
  if (other !== undefined) return replaced('method-swap', callee.property, other)
  // a copy of a list is told from the list only by what changes it later
  if (!removable.test(name) || (name === 'slice' && given.length === 0)) return []
  return replaced('method-swap', call, slice(source, callee.object))
}

const acts = is(
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'ChainExpression',
  'YieldExpression',
)

function statement(node: Typed<'ExpressionStatement'>, source: Source): readonly Idea[] {
  if (!acts(node.expression)) return []
  const isListed = is('BlockStatement', 'Program', 'SwitchCase')(source.parentOf.get(node))
  // what stands where a statement must stand leaves an empty one
  const text = isListed && slice(source, node).endsWith(';') ? '' : ';'
  return replaced('removed-statement', node, text)
}

/** A result that could as well be undefined. */
const isNothing = (node: Node): boolean =>
  dotted(node) === 'undefined' ||
  (is('UnaryExpression')(node) && node.operator === 'void') ||
  (is('Literal')(node) && (node.value === null || typeof node.value === 'boolean'))

const result = (node: Node | null): readonly Idea[] =>
  node === null || is('BlockStatement')(node) || isNothing(node)
    ? []
    : replaced('return-value', node, 'undefined')

function awaited(node: Typed<'AwaitExpression'>, source: Source): readonly Idea[] {
  const up = source.parentOf.get(node)
  const isGuarded = [...above(source, node)].some(is('TryStatement'))
  // an async function waits for what it returns
  return is('ReturnStatement', 'ArrowFunctionExpression')(up) && !isGuarded
    ? []
    : replaced('removed-await', node, `(${slice(source, node.argument)})`)
}

/** Where a text names a module or is a directive, and keys. */
function isIdle(node: Node, up: Node | undefined): boolean {
  if (up === undefined) return false
  if ('key' in up && up.key === node && !('computed' in up && up.computed)) return true
  // a fallback often only tells the compiler what cannot happen
  if (is('LogicalExpression')(up) && up.operator === '??' && up.right === node) return true
  return is(
    'ExpressionStatement',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportAttribute',
    'TSExternalModuleReference',
  )(up)
}

function literal(node: Typed<'Literal'>, source: Source): readonly Idea[] {
  const up = source.parentOf.get(node)
  if (isIdle(node, up)) return []
  const { value } = node
  const text = slice(source, node)
  if ('regex' in node) return patterns(node, text)
  if (typeof value === 'boolean') return replaced('boolean', node, String(!value))
  if (typeof value === 'number' && /^\d[\d_]*(\.\d+)?$/.test(text))
    return [value + 1, ...(value > 1 ? [value - 1] : [])].flatMap((other) =>
      replaced('number', node, String(other)),
    )
  return typeof value === 'string' && up?.type !== 'JSXAttribute'
    ? replaced('string', node, value === '' ? "'mutated'" : "''")
    : []
}

/** Anchors that are gone, and repetitions that are one more or one less. */
const edits: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^\/\^/, () => '/'],
  [/(?<!\\)\$(?=\/[a-z]*$)/, () => ''],
  [/(?<=\{\d*,?)(\d+)\}/, ([, most]) => `${Number(most) + 1}}`],
  [/(?<=[\w\])])\+(?![?+*])/, () => '*'],
  [/(?<=[\w\])])\*(?![?+*])/, () => '+'],
]

const patterns = (node: Node, text: string): readonly Idea[] =>
  edits.flatMap(([find, put]) => {
    const match = find.exec(text)
    if (match === null) return []
    const start = node.start + match.index
    return replaced('pattern', { start, end: start + match[0].length }, put(match))
  })

/** All bugs that can be planted at one node. */
export function ideasAt(node: Node, source: Source): readonly Idea[] {
  const up = source.parentOf.get(node)
  if (is('IfStatement', 'ConditionalExpression', 'WhileStatement')(node))
    return negated(node, source)
  if (is('BinaryExpression', 'AssignmentExpression', 'LogicalExpression')(node))
    return swapped(node, source)
  if (is('Literal')(node)) return literal(node, source)
  if (is('TemplateLiteral')(node))
    return is('TaggedTemplateExpression')(up) ? [] : replaced('string', node, '``')
  if (is('ExpressionStatement')(node)) return statement(node, source)
  if (is('ThrowStatement')(node)) return replaced('removed-statement', node, ';')
  if (is('ReturnStatement')(node)) return result(node.argument)
  if (is('ArrowFunctionExpression')(node)) return result(node.body)
  if (is('AwaitExpression')(node)) return awaited(node, source)
  if (is('MemberExpression')(node)) return optional(node, source)
  if (is('CallExpression')(node)) return [...methods(node, source), ...optional(node, source)]
  const isEmptied = is('ArrayExpression')(node) && node.elements.length > 0
  return isEmptied && !is('TSAsExpression')(up) ? replaced('emptied', node, '[]') : []
}

const logs = /^(console|log|logger|debug|winston|pino)\.|(^|\.)(log|logger|debug|trace|warn)(\.|$)/i
/** TypeScript nodes that wrap code which runs. */
const runs =
  /^TS(?:AsExpression|SatisfiesExpression|NonNullExpression|TypeAssertion|ExportAssignment|ModuleBlock|ModuleDeclaration|ParameterProperty)$/
const unasked = is('ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration', 'Decorator')

/** Whether nobody would write a test for this text: messages of logs and of errors, types, imports. */
export const isUntested = (node: Node, source: Source): boolean =>
  [
    ...(is('ExpressionStatement')(node) ? [node.expression] : []),
    node,
    ...above(source, node),
  ].some(
    (each) =>
      (each.type.startsWith('TS') && !runs.test(each.type)) ||
      unasked(each) ||
      (is('CallExpression')(each) && logs.test(chainOf(each.callee).join('.'))) ||
      (is('NewExpression')(each) && dotted(each.callee).endsWith('Error')),
  )
