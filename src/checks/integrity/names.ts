import { below, is, type Node, type Typed } from './source.ts'

const longestChain = 30

const wrapped = is('ChainExpression', 'TSNonNullExpression', 'ParenthesizedExpression')

function namesAlong(node: Node | null | undefined, passesCalls: boolean): readonly string[] {
  const names: string[] = []
  let at = node ?? null
  for (let step = 0; at !== null && step < longestChain; step++) {
    if (at.type === 'Identifier') return [at.name, ...names]
    if (at.type === 'ThisExpression') return ['this', ...names]
    if (at.type === 'MetaProperty') return [`${at.meta.name}.${at.property.name}`, ...names]
    if (wrapped(at)) at = at.expression
    else if (at.type === 'MemberExpression') {
      names.unshift(memberName(at))
      at = at.object
    } else if (!passesCalls) break
    else if (at.type === 'CallExpression') at = at.callee
    else if (at.type === 'TaggedTemplateExpression') at = at.tag
    else if (at.type === 'AwaitExpression') at = at.argument
    else break
  }
  return ['', ...names]
}

/** The names along a chain such as `a.b().c`, the innermost first; calls on the way are passed over. */
export const chainOf = (node: Node | null | undefined): readonly string[] => namesAlong(node, true)

/** `a.b.c` for a chain of names without calls, the empty string for anything else. */
export function dotted(node: Node | null | undefined): string {
  const names = namesAlong(node, false)
  return names[0] === '' ? '' : names.join('.')
}

/** The name of a property that is read, also where it is written as `a['b']`. */
export function memberName(node: Typed<'MemberExpression'>): string {
  const { property } = node
  if (property.type === 'PrivateIdentifier') return `#${property.name}`
  if (!node.computed) return property.type === 'Identifier' ? property.name : ''
  return literalOf(property) ?? ''
}

/** The text of a string or of a template without holes. */
export function literalOf(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? ''
  return null
}

export function numberOf(node: Node | null | undefined): number | null {
  if (node?.type === 'Literal' && typeof node.value === 'number') return node.value
  if (node?.type === 'UnaryExpression' && node.operator === '-') {
    const value = numberOf(node.argument)
    return value === null ? null : -value
  }
  return null
}

/** What a literal value is worth when it is asked whether it holds; null for anything that has to run. */
export function truthOf(node: Node | null | undefined): boolean | null {
  if (is('Literal')(node)) return Boolean(node.value)
  const text = literalOf(node)
  if (text !== null) return text !== ''
  if (
    is('ObjectExpression', 'ArrayExpression', 'ArrowFunctionExpression', 'FunctionExpression')(node)
  )
    return true
  if (is('UnaryExpression')(node) && node.operator === '!') {
    const inner = truthOf(node.argument)
    return inner === null ? null : !inner
  }
  if (is('LogicalExpression')(node)) {
    const [left, right] = [truthOf(node.left), truthOf(node.right)]
    if (node.operator === '||')
      return left === true || right === true ? true : left === false ? right : null
    if (node.operator === '&&')
      return left === false || right === false ? false : left === true ? right : null
  }
  return is('Identifier')(node) && node.name === 'undefined' ? false : null
}

/** The value of a plain literal, a template without holes included; undefined for anything else. */
export function plainValue(
  node: Node | null | undefined,
): string | number | boolean | null | undefined {
  const text = literalOf(node)
  if (text !== null) return text
  const number = numberOf(node)
  if (number !== null) return number
  if (node?.type === 'Literal' && (node.value === null || typeof node.value === 'boolean'))
    return node.value
  return undefined
}

export function propertyOf(node: Node | null | undefined, name: string): Node | null {
  if (!is('ObjectExpression')(node)) return null
  for (const each of node.properties)
    if (each.type === 'Property' && keyName(each.key) === name) return each.value
  return null
}

export function keyName(key: Node): string {
  if (key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  const value = plainValue(key)
  return value === undefined || value === null ? '' : String(value)
}

export const keysIn = (node: Node): ReadonlySet<string> =>
  new Set(
    [...below(node)].flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? [each.key.name] : [],
    ),
  )
