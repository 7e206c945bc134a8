import type { Node } from '../code/syntax.ts'
import type { Operator } from './mutant.ts'

/** A change of text from `start` to `end` that plants one bug. */
export type Idea = {
  readonly operator: Operator
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Where a bug may be planted: a node, what it stands in, and the whole source. */
export type Spot = { readonly node: Node; readonly above: readonly Node[]; readonly source: string }

export const replaced = (operator: Operator, node: Node, text: string): Idea => ({
  operator,
  start: node.start,
  end: node.end,
  text,
})

export const sourceOf = (source: string, node: Node): string => source.slice(node.start, node.end)
