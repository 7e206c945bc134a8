import type { Obligation } from '../../model/obligation.ts'
import type { Allowed } from '../../obligations/verdict.ts'

export type OrderDimension =
  | 'architecture'
  | 'readability'
  | 'completeness'
  | 'test_coverage'
  | 'build_success'

export type OrderView = {
  readonly runId: string
  readonly title: string
  readonly state: string
  readonly outcome: string | null
  readonly reason: string
  /** As the records name it: pending, in_progress, needs_review, needs_rework, completed, failed, … */
  readonly status: string
  readonly attempt: number
  readonly attempts: number
  readonly proposer: string
  readonly why: string
  readonly complexity: { readonly score: number; readonly band: string }
  readonly threshold: number
  readonly score: number | null
  readonly dimensions: Readonly<Record<OrderDimension, number>> | null
  readonly facts: {
    readonly todos: number
    readonly coverage: number
    readonly lintErrors: number
    readonly testsPassed: boolean
    readonly buildPassed: boolean
  } | null
  readonly objections: readonly {
    readonly rule: string
    readonly where: string
    readonly message: string
  }[]
  /** All that was asked, and how it stands. */
  readonly obligations: readonly Obligation[]
  readonly allowed: Allowed
  readonly warnings: number
  /** What a reader of the scores must know. */
  readonly notes: readonly string[]
  readonly mutation: { readonly noticed: number; readonly of: number } | null
  readonly guidelines: readonly {
    readonly kind: string
    readonly code: string
    readonly text: string
  }[]
  readonly errors: { readonly first: number; readonly last: number; readonly cycles: number } | null
  readonly failed: readonly {
    readonly attempt: number
    readonly proposer: string
    readonly class: string
    readonly error: string
  }[]
  readonly change: {
    readonly files: number
    readonly added: number
    readonly deleted: number
  } | null
  readonly branch: string | null
  readonly commit: string | null
  readonly worktree: string
  readonly question: string | null
  readonly options: readonly { readonly name: string; readonly effect: string }[]
  readonly paths: {
    readonly folder: string
    readonly patch: string
    readonly pullRequest: string
    readonly acceptance: string
  }
  readonly plan: { readonly id: string; readonly number: number; readonly of: number } | null
  readonly used: { readonly seconds: number; readonly tokens: number; readonly costUsd: number }
  readonly updatedAt: string
}
