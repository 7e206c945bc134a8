import type { Component, DesignIntent, FlowStep } from '../../../checks/design/intent.ts'

/** A flow that uses something, and in which steps (counted from one). */
export type Use = { readonly flow: number; readonly steps: readonly number[] }

type Named = { readonly id: string; readonly name: string }

/** The intent with all that the page needs to know of it: who is meant, and who uses whom. */
export type Reading = {
  readonly intent: DesignIntent
  readonly componentAt: ReadonlyMap<string, number>
  readonly entityAt: ReadonlyMap<string, number>
  readonly anchors: {
    readonly components: readonly string[]
    readonly entities: readonly string[]
    readonly flows: readonly string[]
    readonly interactions: readonly string[]
  }
  readonly componentUse: ReadonlyMap<string, readonly Use[]>
  readonly entityUse: ReadonlyMap<string, readonly Use[]>
  /** Components that show or change an entity, by the entity's id. */
  readonly boundBy: ReadonlyMap<string, readonly number[]>
}

export function readIntent(intent: DesignIntent): Reading {
  const { userFlows, components, dataModel, interactions } = intent
  return {
    intent,
    componentAt: firstById(components),
    entityAt: firstById(dataModel.entities),
    anchors: {
      components: anchorsOf('component', components),
      entities: anchorsOf('entity', dataModel.entities),
      flows: anchorsOf('flow', userFlows),
      interactions: anchorsOf('interaction', interactions),
    },
    componentUse: usesOf(intent, (step) => step.componentIds),
    entityUse: usesOf(intent, (step) => step.entityIds ?? []),
    boundBy: bindersOf(components),
  }
}

/** The name that an id stands for; a stranger is called by its id. */
export const nameOf = (
  items: readonly Named[],
  at: ReadonlyMap<string, number>,
  id: string,
): string => items[at.get(id) ?? -1]?.name ?? id

/** The entity that a binding such as `loan.dueDate` speaks of. */
export const boundEntity = (binding: string): string =>
  binding.includes('.') ? binding.slice(0, binding.lastIndexOf('.')) : binding

// two things with one id: references mean the first
const firstById = (items: readonly { readonly id: string }[]): ReadonlyMap<string, number> =>
  new Map(items.map(({ id }, index) => [id, index] as const).toReversed())

/** Names for links. An id that is plain and unique keeps its name; others get their number, behind a dot. */
function anchorsOf(kind: string, items: readonly { readonly id: string }[]): readonly string[] {
  const first = firstById(items)
  return items.map(({ id }, index) =>
    /^[A-Za-z0-9_-]{1,64}$/.test(id) && first.get(id) === index
      ? `${kind}-${id}`
      : `${kind}.${index}`,
  )
}

function usesOf(
  intent: DesignIntent,
  idsOf: (step: FlowStep) => readonly string[],
): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, { flow: number; steps: number[] }[]>()
  for (const [flow, { steps }] of intent.userFlows.entries())
    for (const [index, step] of steps.entries())
      for (const id of new Set(idsOf(step))) {
        const known = uses.get(id) ?? []
        if (known.length === 0) uses.set(id, known)
        const last = known.at(-1)
        if (last?.flow === flow) last.steps.push(index + 1)
        else known.push({ flow, steps: [index + 1] })
      }
  return uses
}

function bindersOf(components: readonly Component[]): ReadonlyMap<string, readonly number[]> {
  const binders = new Map<string, number[]>()
  for (const [index, { binds = [] }] of components.entries())
    for (const entity of new Set(binds.map(boundEntity))) {
      const known = binders.get(entity)
      if (known === undefined) binders.set(entity, [index])
      else known.push(index)
    }
  return binders
}
