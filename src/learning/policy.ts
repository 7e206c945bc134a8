/** Every number that decides about a lesson, in one place. */
export const policy = {
  /** Effects in log-odds that the evidence is averaged over. */
  grid: [0.3, 0.6, 1.0, 1.5],
  /** Evidence of this many to one is "supported" (benefit) or "harmful". */
  bar: 20,
  /** Evidence of harm to the whole that demotes a promoted lesson: one lucky streak must not undo it. */
  promotedBar: 200,
  /** The share of false promotions that is accepted: e-BH at this level. */
  falseDiscovery: 0.1,
  /** Applications in each arm before anything is promoted or the coin leaves one half. */
  leastPerArm: 30,
  leastIterations: 3,
  coin: { least: 0.2, most: 0.8, undecided: 0.5, promoted: 0.92 },
  shortlist: { most: 6, tokens: 1_200, targetWeight: 0.3, perToken: 0.00002 },
  /** The most tokens that one lesson may cost. */
  lessonTokens: 200,
  /** Half of what is known for the shortlist is forgotten after so many comparisons. */
  halfLife: 200,
  /** How far effects usually lie from none, as a difference of rates. */
  spread: { target: 0.08, guardrail: 0.08 },
  /** A promotion needs P(overall harm above this) to be below that. */
  guardrail: { harm: 0.01, chance: 0.25 },
  futile: { least: 400, benefit: 0.02, chance: 0.1 },
  drift: { act: 20_000, look: 2_000 },
  /** A sample ratio less likely than this blocks every decision on the lesson. */
  ratioChance: 0.001,
  /** How much of the old version's evidence a rewritten text starts with, at most. */
  inheritance: 0.3,
  /** The bar of promotion: established (e-BH over all lessons) or supported (the lesson's own evidence). */
  promotionBar: 'established',
} as const satisfies Policy

export type Policy = {
  readonly grid: readonly number[]
  readonly bar: number
  readonly promotedBar: number
  readonly falseDiscovery: number
  readonly leastPerArm: number
  readonly leastIterations: number
  readonly coin: {
    readonly least: number
    readonly most: number
    readonly undecided: number
    readonly promoted: number
  }
  readonly shortlist: {
    readonly most: number
    readonly tokens: number
    readonly targetWeight: number
    readonly perToken: number
  }
  readonly lessonTokens: number
  readonly halfLife: number
  readonly spread: { readonly target: number; readonly guardrail: number }
  readonly guardrail: { readonly harm: number; readonly chance: number }
  readonly futile: { readonly least: number; readonly benefit: number; readonly chance: number }
  readonly drift: { readonly act: number; readonly look: number }
  readonly ratioChance: number
  readonly inheritance: number
  readonly promotionBar: 'established' | 'supported' | 'strict'
}
