import type { Dimension } from '../../src/checks/design/critique.ts'
import type { Attribute, Component, DesignIntent } from '../../src/checks/design/intent.ts'

/** A number from 0 up to, but not including, 1. */
export type Random = () => number

/** A planted intent and where a critic may name the defect, the most exact place first. */
export type Planted = { readonly intent: DesignIntent; readonly pointers: readonly string[] }

export type Planter = {
  /** Gets an intent of its own to change; null where the intent has no place for the defect. */
  readonly plant: (intent: DesignIntent, random: Random) => Planted | null
  /** Whether the defect really stands at the first pointer. Must be false of a clean intent. */
  readonly holds: (intent: DesignIntent, at: string) => boolean
}
export type Defect = Planter & { readonly id: string; readonly dimension: Dimension }

/** A change that leaves a good design good. */
export type Benign = {
  readonly id: string
  readonly change: (intent: DesignIntent, random: Random) => DesignIntent | null
}

/** Gives the defects of one dimension their dimension, so that a class is one entry of a record. */
export const defectsOf = (
  dimension: Dimension,
  planters: Readonly<Record<string, Planter>>,
): readonly Defect[] =>
  Object.entries(planters).map(([id, planter]) => ({ id, dimension, ...planter }))

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A number for a name, so that a new class doesn't move the chances of the others. */
export const seedOf = (name: string): number =>
  Array.from(name).reduce(
    (hash, sign) => Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193),
    0x811c9dc5,
  )

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export const pickOrNull = <Item>(items: readonly Item[], random: Random): Item | null =>
  items.length === 0 ? null : pick(items, random)

export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items]
  const order: Item[] = []
  while (left.length > 0) order.push(...left.splice(Math.floor(random() * left.length), 1))
  return order
}

/** The value a JSON pointer names; undefined where there is none. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, token) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, token) : undefined,
      root,
    )

export const textAt = (root: unknown, pointer: string): string => {
  const value = valueAt(root, pointer)
  return typeof value === 'string' ? value : ''
}

/** The pointer so many tokens above. */
export const above = (pointer: string, levels = 1): string =>
  pointer.split('/').slice(0, -levels).join('/')

/** The index that a pointer ends on or passes after the given key. */
export function indexIn(pointer: string, key: string): number {
  const tokens = pointer.split('/')
  return Number(tokens[tokens.indexOf(key) + 1])
}

export const componentAt = (index: number): readonly string[] => [
  `/components/${index}`,
  `/components/${index}/id`,
  `/components/${index}/name`,
]
export const entityAt = (index: number): readonly string[] => [
  `/dataModel/entities/${index}`,
  `/dataModel/entities/${index}/id`,
  `/dataModel/entities/${index}/name`,
]

export const stepsOf = (intent: DesignIntent) =>
  intent.userFlows.flatMap((flow, f) =>
    flow.steps.map((step, s) => ({ step, flow, f, s, at: `/userFlows/${f}/steps/${s}` })),
  )

export const attributesOf = (intent: DesignIntent) =>
  intent.dataModel.entities.flatMap((entity, e) =>
    entity.attributes.map((attribute, a) => ({
      entity,
      attribute,
      e,
      a,
      at: `/dataModel/entities/${e}/attributes/${a}`,
    })),
  )

/** A place where an id is written to mean something defined elsewhere. */
export type Mention = {
  readonly at: string
  readonly id: string
  readonly put: (id: string) => void
}

const inList = (list: string[], at: string): readonly Mention[] =>
  list.map((id, index) => ({
    at: `${at}/${index}`,
    id,
    put: (text) => {
      list[index] = text
    },
  }))

export const mentionsInSteps = (intent: DesignIntent): readonly Mention[] =>
  stepsOf(intent).flatMap(({ step, at }) => inList(step.componentIds, `${at}/componentIds`))

export const mentionsInChildren = (intent: DesignIntent): readonly Mention[] =>
  intent.components.flatMap((one, index) =>
    inList(one.children ?? [], `/components/${index}/children`),
  )

export const mentionsInInteractions = (intent: DesignIntent): readonly Mention[] =>
  intent.interactions.flatMap((one, index) =>
    inList(one.componentIds, `/interactions/${index}/componentIds`),
  )

export const mentionsOfComponents = (intent: DesignIntent): readonly Mention[] => [
  ...mentionsInSteps(intent),
  ...mentionsInChildren(intent),
  ...mentionsInInteractions(intent),
]

export const mentionsOfEntities = (intent: DesignIntent): readonly Mention[] =>
  stepsOf(intent).flatMap(({ step, at }) => inList(step.entityIds ?? [], `${at}/entityIds`))

export const mentionsInBinds = (intent: DesignIntent): readonly Mention[] =>
  intent.components.flatMap((one, index) => inList(one.binds ?? [], `/components/${index}/binds`))

export const endsOfRelationships = (intent: DesignIntent): readonly Mention[] =>
  intent.dataModel.relationships.flatMap((one, index) =>
    (['from', 'to'] as const).map((end) => ({
      at: `/dataModel/relationships/${index}/${end}`,
      id: one[end],
      put: (id: string) => {
        one[end] = id
      },
    })),
  )

/** A mention, its list and the object that holds the list. */
export const aroundMention = (at: string): readonly string[] => [at, above(at), above(at, 2)]

export const componentIds = (intent: DesignIntent): readonly string[] =>
  intent.components.map(({ id }) => id)
export const entityIds = (intent: DesignIntent): readonly string[] =>
  intent.dataModel.entities.map(({ id }) => id)

export function renameComponent(intent: DesignIntent, from: string, to: string): void {
  for (const one of intent.components) if (one.id === from) one.id = to
  for (const mention of mentionsOfComponents(intent)) if (mention.id === from) mention.put(to)
}

export function renameEntity(intent: DesignIntent, from: string, to: string): void {
  for (const one of intent.dataModel.entities) if (one.id === from) one.id = to
  for (const mention of [...mentionsOfEntities(intent), ...endsOfRelationships(intent)])
    if (mention.id === from) mention.put(to)
  for (const bind of mentionsInBinds(intent))
    if (bind.id.startsWith(`${from}.`)) bind.put(`${to}${bind.id.slice(from.length)}`)
}

/** Every component whose containment, followed upwards, ends in the given one. */
export function insideOf(intent: DesignIntent, id: string): ReadonlySet<string> {
  const found = new Set<string>()
  const left = [id]
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const child of intent.components.find((one) => one.id === next)?.children ?? [])
      if (!found.has(child)) {
        found.add(child)
        left.push(child)
      }
  return found
}

/** Something that a part of type data can show. */
export const anyBind = (intent: DesignIntent): string[] =>
  attributesOf(intent)
    .slice(0, 1)
    .map(({ entity, attribute }) => `${entity.id}.${attribute.name}`)

/** Puts a part into a view and into a step that already uses the view, so that nothing dangles. */
export function wire(intent: DesignIntent, part: Component, random: Random): number {
  const used = new Set(mentionsInSteps(intent).map(({ id }) => id))
  const views = intent.components.filter(({ id, type }) => type === 'view' && used.has(id))
  const view = pick(views, random)
  view.children = [...(view.children ?? []), part.id]
  const { step } = pick(
    stepsOf(intent).filter((one) => one.step.componentIds.includes(view.id)),
    random,
  )
  step.componentIds.push(part.id)
  return intent.components.push(part) - 1
}

export function addAttribute(intent: DesignIntent, attribute: Attribute, random: Random): string {
  const e = Math.floor(random() * intent.dataModel.entities.length)
  const index = intent.dataModel.entities[e]!.attributes.push(attribute) - 1
  return `/dataModel/entities/${e}/attributes/${index}`
}

export const attributeAt = (at: string): readonly string[] => [at, `${at}/name`, `${at}/type`]

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const pascal = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(capital)
    .join('')
