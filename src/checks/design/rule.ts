import type { DesignFinding, Dimension, IntentFix } from './critique.ts'
import type { DesignModel } from './design-model.ts'
import type { Prose } from './prose.ts'

export type Severity = DesignFinding['severity']

export type Seen = { readonly path: string; readonly message: string; readonly fix?: IntentFix }

/** What a rule is about, for people, with one line that breaks it and one that keeps it. */
type About = {
  readonly id: string
  readonly dimension: Dimension
  readonly severity: Severity
  readonly about: string
  readonly example: { readonly bad: string; readonly better: string }
}

/** Looks at the whole intent. */
export type IntentRule = About & {
  readonly over: 'intent'
  readonly run: (model: DesignModel) => readonly Seen[]
}

/** Looks at one text at a time, so that each is taken apart only once for all of them. */
export type TextRule = About & {
  readonly over: 'texts'
  readonly read: (prose: Prose, model: DesignModel) => readonly Seen[]
}

export type DesignRule = IntentRule | TextRule

/** What a rule says of itself, without what it does. */
export type RuleEntry = About
