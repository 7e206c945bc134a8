import { collapse, plain } from '../text/plain-text.ts'
import type { Item } from './blocks.ts'

/** An item as its lines give it, before anyone knows whose child it is. */
export type LooseItem = {
  readonly indent: number
  readonly ordered: boolean
  readonly first: string
  readonly more: string[]
}

const deepest = 5

export function itemOf(line: string): LooseItem | null {
  const match = /^( *)(?:([-*+•◦–])|(\d{1,4}[.)]|[a-z][.)]))\s+(\S.*)$/.exec(line)
  if (match === null) return null
  const text = (match[4] ?? '').replace(/^\[[ xX~-]?\]\s+/, '')
  return {
    indent: (match[1] ?? '').length,
    ordered: match[3] !== undefined,
    first: text,
    more: [],
  }
}

/** Makes a tree of the items by how far each is indented. */
export function nested(loose: readonly LooseItem[]): readonly Item[] {
  type Growing = { text: string; ordered: boolean; children: Growing[] }
  const roots: Growing[] = []
  const stack: { indent: number; item: Growing }[] = []
  for (const { indent, ordered, first, more } of loose) {
    const item: Growing = {
      text: collapse([first, ...more].map(plain).join(' ')),
      ordered,
      children: [],
    }
    while (stack.length > 0 && (stack.at(-1)?.indent ?? 0) + 2 > indent) stack.pop()
    if (stack.length > deepest) stack.length = deepest
    const parent = stack.at(-1)
    if (parent === undefined) roots.push(item)
    else parent.item.children.push(item)
    stack.push({ indent, item })
  }
  return roots
}

/** Every item with all its descendants, in order. */
export const flattened = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...flattened(item.children)])
