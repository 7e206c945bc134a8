import type {
  Attribute,
  Component,
  DesignIntent,
  Entity,
  FlowStep,
  Interaction,
  Relationship,
  UserFlow,
} from './intent.ts'

type Values = {
  readonly flow: UserFlow
  readonly step: FlowStep
  readonly component: Component
  readonly entity: Entity
  readonly attribute: Attribute
  readonly relationship: Relationship
  readonly interaction: Interaction
}
export type NodeKind = keyof Values
export const nodeKinds = [
  'flow',
  'step',
  'component',
  'entity',
  'attribute',
  'relationship',
  'interaction',
] as const satisfies readonly NodeKind[]
export type NodeOf<Kind extends NodeKind> = Values[Kind]

/** One thing of an intent with its JSON pointer, and its place in its list. */
export type Node<Value> = { readonly path: string; readonly at: number; readonly value: Value }
export type Nodes = { readonly [Kind in NodeKind]: readonly Node<Values[Kind]>[] }

export const listed = <Value>(path: string, list: readonly Value[]): readonly Node<Value>[] =>
  list.map((value, at) => ({ path: `${path}/${at}`, at, value }))

/** Everything an intent consists of but its goals, by kind: the one walk all rules share. */
export function nodesOf({ userFlows, components, dataModel, interactions }: DesignIntent): Nodes {
  const flow = listed('/userFlows', userFlows)
  const entity = listed('/dataModel/entities', dataModel.entities)
  return {
    flow,
    step: flow.flatMap(({ path, value }) => listed(`${path}/steps`, value.steps)),
    component: listed('/components', components),
    entity,
    attribute: entity.flatMap(({ path, value }) => listed(`${path}/attributes`, value.attributes)),
    relationship: listed('/dataModel/relationships', dataModel.relationships),
    interaction: listed('/interactions', interactions),
  }
}
