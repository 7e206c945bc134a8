import type { DesignIntent } from '../../src/checks/design/intent.ts'
import type { Planter, Random } from './plant.ts'
import { componentIds, indexIn, insideOf, pick } from './plant.ts'

const boxes = [
  ['inner-frame', 'Inner frame', 'Keeps the parts below apart from the rest of the page.'],
  ['middle-frame', 'Middle frame', 'Sets the parts below side by side on a wide screen.'],
  ['outer-frame', 'Outer frame', 'Stacks the parts below on a narrow screen.'],
  ['folding-frame', 'Folding frame', 'Hides the parts below until its heading is touched.'],
  ['scrolling-frame', 'Scrolling frame', 'Moves the parts below under a heading that stays.'],
] as const

/** Puts a container between a part and its only container. */
export function wrap(intent: DesignIntent, child: string): string {
  const known = componentIds(intent)
  const [id, name, description] = boxes.find(([one]) => !known.includes(one))!
  const parent = intent.components.find(({ children = [] }) => children.includes(child))!
  parent.children![parent.children!.indexOf(child)] = id
  intent.components.push({ id, name, type: 'container', description, children: [child] })
  return id
}

/** A way down the containment of exactly so many parts, made longer where it's too short. */
function chain(intent: DesignIntent, length: number, random: Random): readonly string[] {
  const roots = intent.components.filter(({ children = [] }) => children.length > 0)
  const way = [pick(roots, random).id]
  while (way.length < length) {
    const { children = [] } = intent.components.find(({ id }) => id === way.at(-1))!
    if (children.length === 0) way.splice(-1, 0, wrap(intent, way.at(-1)!))
    else way.push(pick(children, random))
  }
  return way
}

/** Where a critic may name a cycle: any part of it and its list of children. */
export const ring = (indexes: readonly number[]): readonly string[] =>
  indexes.flatMap((index) => [
    `/components/${index}/children`,
    `/components/${index}`,
    `/components/${index}/id`,
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((child) => `/components/${index}/children/${child}`),
  ])

/** Closes a way down the containment to a circle. */
export const cycle = (length: number): Planter => ({
  plant(intent, random) {
    const way = chain(intent, length, random)
    const last = intent.components.find(({ id }) => id === way.at(-1))!
    last.children = [...(last.children ?? []), way[0]!]
    const known = componentIds(intent)
    return { intent, pointers: ring(way.toReversed().map((id) => known.indexOf(id))) }
  },
  holds: (intent, at) => {
    const id = intent.components[indexIn(at, 'components')]?.id
    return id !== undefined && insideOf(intent, id).has(id)
  },
})
