import { childrenOf, type Node } from './source.ts'

const written = new WeakMap<Node, string>()
const shaped = new WeakMap<Node, string>()

/** A node as text that does not depend on layout, quotes, brackets or comments. */
export function canonical(node: Node): string {
  const known = written.get(node)
  if (known !== undefined) return known
  const text = print(node, canonical, (name) => name)
  written.set(node, text)
  return text
}

/** The same with every name masked, so that renaming does not show. */
export function shape(node: Node): string {
  const known = shaped.get(node)
  if (known !== undefined) return known
  const text = print(node, shape, () => '_')
  shaped.set(node, text)
  return text
}

// fields that say how something was written and not what it means
const layout = new Set(['type', 'start', 'end', 'raw', 'parent', 'range', 'directive'])

function print(
  node: Node,
  inner: (node: Node) => string,
  nameAs: (name: string) => string,
): string {
  if (node.type === 'Literal') return `L${literalText(node.value)}`
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return `L${literalText(node.quasis[0]?.value.cooked ?? '')}`
  const parts: string[] = []
  for (const [key, value] of Object.entries(node)) {
    if (layout.has(key) || value === null || value === undefined || value === false) continue
    if (typeof value === 'string') parts.push(key === 'name' ? nameAs(value) : value)
    else if (typeof value === 'number' || value === true) parts.push(`${key}${value}`)
  }
  const children = childrenOf(node)
  // a block around a single statement is a matter of layout
  const only = node.type === 'BlockStatement' && children.length === 1 ? children[0] : undefined
  if (only !== undefined) return inner(only)
  if (node.type === 'ExpressionStatement' && children[0] !== undefined) return inner(children[0])
  if (node.type === 'TemplateElement') return `L${literalText(node.value.cooked)}`
  return `${node.type}(${[...parts, ...children.map(inner)].join(',')})`
}

const literalText = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)

/** How alike two texts of nodes are, from 0 to 1, by the pieces they have in common. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1
  const count = new Map<string, number>()
  const [first, second] = [pieces(one), pieces(other)]
  for (const piece of first) count.set(piece, (count.get(piece) ?? 0) + 1)
  let shared = 0
  for (const piece of second) {
    const left = count.get(piece) ?? 0
    if (left === 0) continue
    count.set(piece, left - 1)
    shared++
  }
  const total = first.length + second.length
  return total === 0 ? 1 : (2 * shared) / total
}

const pieces = (text: string): readonly string[] => text.match(/L"(?:[^"\\]|\\.)*"|[\w$]+/g) ?? []
