import { z } from 'zod'

/** The five dimensions and what each weighs, in percent. */
export const weights = {
  completeness: 25,
  coherence: 25,
  clarity: 20,
  frameworkAgnosticism: 15,
  dataModelIntegrity: 15,
} as const

export const Dimension = z.enum([
  'completeness',
  'coherence',
  'clarity',
  'frameworkAgnosticism',
  'dataModelIntegrity',
])
export type Dimension = z.infer<typeof Dimension>

export const DesignFinding = z.strictObject({
  ruleId: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  /** A JSON pointer into the intent. */
  path: z.string(),
  message: z.string(),
})
export type DesignFinding = z.infer<typeof DesignFinding>

const Scored = z.strictObject({
  score: z.number(),
  weight: z.number(),
  findings: z.array(DesignFinding),
})

/** What the rules say of an intent: the numbers and the reasons. Same intent, same critique. */
export const Scorecard = z.strictObject({
  overallScore: z.number(),
  dimensions: z.strictObject({
    completeness: Scored,
    coherence: Scored,
    clarity: Scored,
    frameworkAgnosticism: Scored,
    dataModelIntegrity: Scored,
  } satisfies Record<Dimension, typeof Scored>),
})
export type Scorecard = z.infer<typeof Scorecard>

/** One change of an intent as data (RFC 6902), so that it can be shown, stored and verified. */
export type IntentEdit =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

export type IntentFix = { readonly title: string; readonly edits: readonly IntentEdit[] }

/** A finding with the repair a machine can make of it, where there is one. */
export type Criticism = DesignFinding & {
  readonly dimension: Dimension
  readonly fix?: IntentFix
}
