import type { Component } from '../../../checks/design/intent.ts'
import { most } from './limits.ts'

/** What stands at one place of the tree. A component is drawn once; elsewhere it is only pointed at. */
export type Branch =
  | { readonly at: 'drawn'; readonly index: number; readonly parts: readonly Branch[] }
  | { readonly at: 'shared' | 'cycle' | 'below'; readonly index: number }
  | { readonly at: 'unknown'; readonly id: string }
  | { readonly at: 'left-out'; readonly count: number }

export type Drawn = Extract<Branch, { at: 'drawn' }>

/** Why a tree starts here: a view, a part outside of all views, a ring of parts, or the rest of a deep tree. */
export type Tree = { readonly why: 'view' | 'loose' | 'ring' | 'deep'; readonly root: Drawn }

export type Forest = {
  readonly trees: readonly Tree[]
  readonly drawn: ReadonlySet<number>
  readonly leftOut: number
}

type Growth = {
  readonly components: readonly Component[]
  readonly componentAt: ReadonlyMap<string, number>
  readonly drawn: Set<number>
  readonly below: number[]
  /** Takes what a component costs; false when it no longer fits. */
  readonly take: (index: number) => boolean
}

/** Containment as trees, whatever the intent says: cycles, strangers, shared and endless parts included. */
export function growForest(
  components: readonly Component[],
  componentAt: ReadonlyMap<string, number>,
  take: (index: number) => boolean,
): Forest {
  const growth: Growth = { components, componentAt, drawn: new Set(), below: [], take }
  const contained = new Set(
    components.flatMap(({ children = [] }, index) =>
      children.map((id) => componentAt.get(id)).filter((child) => child !== index),
    ),
  )
  const all = components.map((_, index) => index)
  const roots = all.filter((index) => !contained.has(index))
  const isView = (index: number) => components[index]?.type === 'view'
  const trees: Tree[] = []
  const plantOne = (index: number, why: Tree['why']) => {
    const root = growth.drawn.has(index) ? null : grow(growth, index, [])
    if (root !== null) trees.push({ why, root })
  }
  const plant = (index: number, why: Tree['why']) => {
    plantOne(index, why)
    // a queue, not recursion: a chain of ten thousand parts would exhaust the stack
    while (growth.below.length > 0)
      for (const next of growth.below.splice(0)) plantOne(next, 'deep')
  }
  for (const index of roots.filter(isView)) plant(index, 'view')
  for (const index of roots.filter((each) => !isView(each))) plant(index, 'loose')
  for (const index of all.filter(isView)) plant(index, 'ring')
  for (const index of all) plant(index, 'ring')
  return { trees, drawn: growth.drawn, leftOut: components.length - growth.drawn.size }
}

function grow(growth: Growth, index: number, trail: readonly number[]): Drawn | null {
  if (!growth.take(index)) return null
  growth.drawn.add(index)
  const here = [...trail, index]
  const ids = growth.components[index]?.children ?? []
  const parts = ids.map((id) => branchOf(growth, id, here))
  return { at: 'drawn', index, parts: gathered(parts) }
}

function branchOf(growth: Growth, id: string, trail: readonly number[]): Branch | null {
  const index = growth.componentAt.get(id)
  if (index === undefined) return { at: 'unknown', id }
  if (trail.includes(index)) return { at: 'cycle', index }
  if (growth.drawn.has(index)) return { at: 'shared', index }
  if (trail.length < most.depth) return grow(growth, index, trail)
  growth.below.push(index)
  return { at: 'below', index }
}

/** Parts that were left out, and mere mentions beyond the limit, are counted at the end. */
function gathered(parts: readonly (Branch | null)[]): readonly Branch[] {
  let mentions = 0
  const branches = parts.filter((part): part is Branch => {
    if (part === null || part.at === 'drawn') return part !== null
    mentions += 1
    return mentions <= most.chips
  })
  const count = parts.length - branches.length
  return count === 0 ? branches : [...branches, { at: 'left-out', count }]
}

/** How many components a tree draws below its root. */
export const partsBelow = ({ parts }: Drawn): number =>
  parts.reduce((sum, part) => sum + (part.at === 'drawn' ? 1 + partsBelow(part) : 0), 0)
