import type { Obligation } from '../../model/obligation.ts'

export type GanView = {
  readonly runId: string
  readonly projectId: string
  readonly state: string
  readonly outcome: string | null
  readonly reason: string
  readonly iteration: number
  readonly maxIterations: number
  readonly level: string
  readonly contract: string
  readonly threshold: number
  readonly score: number | null
  readonly dimensions: Readonly<Record<string, number>> | null
  readonly scores: readonly number[]
  readonly priority: string
  readonly mustPassFailures: readonly string[]
  readonly failed: readonly { readonly id: string; readonly text: string }[]
  readonly passed: number
  readonly items: number
  readonly caps: readonly {
    readonly dimension: string
    readonly at: number
    readonly why: string
  }[]
  readonly regressions: readonly string[]
  readonly accessibility: number | null
  readonly limitation: string | null
  readonly second: {
    readonly overall: number
    readonly divergence: number
    /** Two evaluations lie further apart than they may. */
    readonly isApart: boolean
  } | null
  /** What was asked, and what is known about it. */
  readonly obligations: readonly Obligation[]
  readonly selfJudgement: boolean
  readonly question: string | null
  readonly options: readonly { readonly name: string; readonly effect: string }[]
  readonly paths: {
    readonly folder: string
    readonly page: string
    readonly report: string
    readonly sprint: string | null
    readonly screenshots: readonly string[]
  }
  readonly used: { readonly seconds: number; readonly tokens: number; readonly costUsd: number }
  readonly updatedAt: string
}
