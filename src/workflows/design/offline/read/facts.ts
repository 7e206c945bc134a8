import type { AttributeType, Cardinality, ComponentType } from '../../../../checks/design/intent.ts'

/** What the readers found in a requirements document, in the document's own words. */
export type Story = {
  readonly actor: string
  readonly action: string
  readonly benefit: string
  /** What a heading or an id calls it; empty where nothing does. */
  readonly name: string
  readonly steps: readonly StepFact[]
}

export type StepFact = { readonly action: string; readonly outcome: string }

export type FlowFact = {
  readonly name: string
  readonly actor: string
  readonly goal: string
  readonly steps: readonly StepFact[]
}

export type Reaction = {
  readonly trigger: string
  readonly response: string
  readonly states: readonly string[]
  /** The heading it stood under, so that what belongs together stays together. */
  readonly topic: string
  /** Told by a scenario, whose flow has it as a step already. */
  readonly inFlow?: boolean
}

export type PartFact = {
  readonly name: string
  readonly type: ComponentType
  readonly description: string
}

export type ScreenFact = {
  readonly name: string
  readonly sentences: readonly string[]
  readonly parts: readonly PartFact[]
}

export type AttributeFact = {
  readonly name: string
  /** Null where the document gives none, and the name has to suggest it. */
  readonly type: AttributeType | null
  readonly required: boolean | undefined
  readonly description: string
}

export type EntityFact = { readonly name: string; readonly attributes: readonly AttributeFact[] }

export type RelationshipFact = {
  readonly from: string
  readonly to: string
  readonly cardinality: Cardinality
  readonly description: string
}

/** Gathered while the document is read from top to bottom. */
export type Facts = {
  title: string
  readonly goals: string[]
  readonly actors: string[]
  readonly stories: Story[]
  readonly flows: FlowFact[]
  /** What happens when; without a trigger, what always happens. */
  readonly reactions: Reaction[]
  readonly screens: ScreenFact[]
  readonly entities: EntityFact[]
  readonly relationships: RelationshipFact[]
  /** Sentences of any section, for what can be told only once all names are known. */
  readonly prose: { readonly text: string; readonly kind: string; placed: boolean }[]
  readonly notes: string[]
}

export const noFacts = (): Facts => ({
  title: '',
  goals: [],
  actors: [],
  stories: [],
  flows: [],
  reactions: [],
  screens: [],
  entities: [],
  relationships: [],
  prose: [],
  notes: [],
})
