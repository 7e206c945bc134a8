import type { LessonState } from '../model/lesson.ts'

/** A rate of failures as seen: how many of how many. */
export type Arm = { readonly count: number; readonly failed: number }

export type Interval = { readonly low: number; readonly high: number }

/** What a lesson changes, as a difference of failure rates (below zero is better). */
export type Effect = {
  readonly with: Arm
  readonly without: Arm
  /** Stratified difference as measured, and its variance. */
  readonly measured: number
  readonly variance: number
  /** Pulled towards "no effect" by as much as the data is thin. */
  readonly mean: number
  readonly deviation: number
  readonly interval: Interval
  /** Share of failures that is avoided, 1 − p1/p0; null where nothing failed without it. */
  readonly relative: ({ readonly reduction: number } & Interval) | null
}

/** Natural logarithms of e-values: how many times likelier the data is if the lesson does something. */
export type Evidence = {
  readonly benefit: number
  readonly harm: number
  readonly guardrailHarm: number
  /** The highest that each ever was. */
  readonly most: {
    readonly benefit: number
    readonly harm: number
    readonly guardrailHarm: number
  }
}

export type SampleRatio = { readonly chance: number; readonly holds: boolean }

export type Drift = {
  /** Natural logarithm of the detector. */
  readonly level: number
  readonly alarm: 'none' | 'look' | 'act'
}

/** What the evidence says, and nothing else decides. */
export type Verdict =
  | { readonly type: 'blocked'; readonly chance: number }
  | { readonly type: 'established' }
  | { readonly type: 'supported'; readonly needsAbout: number | null }
  | { readonly type: 'harmful'; readonly on: 'target' | 'guardrail' }
  | { readonly type: 'futile' }
  | { readonly type: 'inconclusive'; readonly needsAbout: number | null }

/** Everything that is known of one version of one lesson. */
export type Standing = {
  readonly lessonId: string
  readonly version: number
  readonly state: LessonState
  readonly tokens: number
  /** Promoted, and tried again at one half since the model, the prompt or a tool changed. */
  readonly rerandomised: boolean
  readonly eligible: number
  readonly shortlisted: number
  readonly iterations: number
  readonly days: number
  readonly evidence: Evidence
  /** Evidence since the lesson was promoted or tried again. */
  readonly recent: Evidence
  readonly recentComparisons: number
  /** 1 / the highest evidence of benefit: a p-value that stays valid however often one looks. */
  readonly alwaysValidP: number
  readonly target: Effect
  readonly guardrail: Effect
  readonly sampleRatio: SampleRatio
  readonly drift: Drift
  readonly verdict: Verdict
}
