import type { Obligation } from './obligation.ts'

export type RuleView = {
  readonly id: string
  readonly verdict: 'pass' | 'fail' | 'warn' | 'na'
  readonly details: string
}

export type EvaluationView = {
  readonly iteration: number
  readonly phase: string
  readonly score: number
  readonly threshold: number
  readonly passed: boolean
  readonly failed: readonly string[]
  readonly warnings: readonly string[]
  readonly rules: readonly RuleView[]
  /** SHA-256 of the judged text. */
  readonly artifact: string
}

export type ArtifactStatus = 'not_created' | 'unevaluated' | 'stale' | 'evaluated'

/** A run as people see it, whatever its workflow keeps inside. */
export type RunView = {
  readonly alias: string
  readonly runId: string
  readonly task: string
  readonly taskType: string
  readonly status:
    | 'pending'
    | 'running'
    | 'waiting'
    | 'completed'
    | 'accepted_by_user'
    | 'needs_review'
    | 'needs_rework'
    | 'stopped'
    | 'failed'
  readonly iteration: number
  readonly maxIterations: number
  readonly phase: string
  readonly step: string
  readonly plan: readonly string[]
  readonly lastScore: number
  readonly evaluation: EvaluationView | null
  readonly critique: readonly { readonly rule: string; readonly fix: string }[]
  readonly artifact: string | null
  readonly artifactPath: string
  readonly artifactStatus: ArtifactStatus
  readonly best: {
    readonly hash: string
    readonly score: number
    readonly phase: string
    readonly iteration: number
  } | null
  readonly stop: {
    readonly reason: string
    readonly code: string
    readonly passed: boolean
    readonly detail: Readonly<Record<string, unknown>>
  } | null
  readonly question: string | null
  /** What was asked, and what is known about it. */
  readonly obligations?: readonly Obligation[]
  readonly selfJudgement?: boolean
  readonly used: {
    readonly seconds: number
    readonly tokens: number
    readonly costUsd: number
    readonly calls: number
    /** Calls whose money nobody knows. */
    readonly unpriced?: number
  }
  readonly createdAt: string
  readonly updatedAt: string
}
