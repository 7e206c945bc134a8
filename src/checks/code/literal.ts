import { child, children, isNode, valueOf, word, type Node } from './syntax.ts'

/** A value as JSON, with what JSON lacks written as `{ "$": "undefined" }`. */
export type Encoded =
  | string
  | number
  | boolean
  | null
  | readonly Encoded[]
  | { readonly [key: string]: Encoded }

/** Parses one expression, or null where the text is none. */
export async function parseExpression(source: string): Promise<Node | null> {
  const { parseSync } = await import('oxc-parser')
  const { program, errors } = parseSync('expression.js', `(${source}\n)`, { lang: 'js' })
  const [statement] = program.body
  if (errors.length > 0 || program.body.length !== 1 || statement?.type !== 'ExpressionStatement')
    return null
  return unwrapped(isNode(statement.expression) ? statement.expression : null)
}

const unwrapped = (node: Node | null): Node | null =>
  node?.type === 'ParenthesizedExpression' ? unwrapped(child(node, 'expression')) : node

const words: Readonly<Record<string, Encoded>> = {
  undefined: { $: 'undefined' },
  NaN: { $: 'NaN' },
  Infinity: { $: 'Infinity' },
  True: true,
  False: false,
  None: null,
}

/** The value of a literal; undefined where the expression is not one. */
export function encodeLiteral(node: Node | null): Encoded | undefined {
  if (node === null) return undefined
  switch (node.type) {
    case 'Literal': {
      const value = valueOf(node)
      return typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        value === null
        ? value
        : undefined
    }
    case 'Identifier': {
      const name = word(node, 'name')
      return Object.hasOwn(words, name) ? words[name] : undefined
    }
    case 'UnaryExpression': {
      const value = encodeLiteral(child(node, 'argument'))
      return word(node, 'operator') === '-' && typeof value === 'number' ? -value : undefined
    }
    case 'TemplateLiteral': {
      const [quasi, ...more] = children(node, 'quasis')
      return more.length === 0 && quasi !== undefined ? cookedText(quasi) : undefined
    }
    case 'ArrayExpression':
      return encodeAll(children(node, 'elements'))
    case 'ObjectExpression':
      return encodeObject(children(node, 'properties'))
    default:
      return undefined
  }
}

function cookedText(quasi: Node): string | undefined {
  const value = valueOf(quasi)
  return typeof value === 'object' && value !== null && 'cooked' in value
    ? String(value.cooked)
    : undefined
}

function encodeAll(nodes: readonly Node[]): Encoded | undefined {
  const values: Encoded[] = []
  for (const node of nodes) {
    const value = encodeLiteral(node)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function encodeObject(properties: readonly Node[]): Encoded | undefined {
  const entries: [string, Encoded][] = []
  for (const property of properties) {
    const key = child(property, 'key')
    const name = key?.type === 'Identifier' ? word(key, 'name') : valueOf(key)
    const value = encodeLiteral(child(property, 'value'))
    if (value === undefined || (typeof name !== 'string' && typeof name !== 'number'))
      return undefined
    entries.push([String(name), value])
  }
  return Object.fromEntries(entries)
}
