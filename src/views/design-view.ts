import type { Obligation } from '../model/obligation.ts'

export const dimensionNames = {
  completeness: 'completeness',
  coherence: 'coherence',
  clarity: 'clarity',
  frameworkAgnosticism: 'framework-free',
  dataModelIntegrity: 'data model',
} as const

export type DimensionView = Readonly<Record<keyof typeof dimensionNames, number>>

export type DesignView = {
  readonly featureId: string
  readonly runId: string
  readonly state: string
  /** Completed iterations before this one, from 0. */
  readonly iteration: number
  readonly maxIterations: number
  readonly remaining: number
  readonly threshold: number
  readonly score: number | null
  readonly dimensions: DimensionView | null
  readonly scores: readonly { readonly iteration: number; readonly score: number }[]
  readonly judged: string | null
  /** What was asked, and what is known about it; empty before an evaluation. */
  readonly obligations: readonly Obligation[]
  readonly preview: { readonly by: string; readonly warning?: string | undefined } | null
  readonly fixed: readonly string[]
  /** What the generator wants a person to know. */
  readonly notes: readonly string[]
  readonly history: readonly {
    readonly from: string
    readonly to: string
    readonly at: string
    readonly trigger: string
    readonly detail: string
  }[]
  readonly refused: number
  readonly decision: { readonly choice: string; readonly by: string; readonly at: string } | null
  readonly failure: { readonly code: string; readonly detail: string; readonly at: string } | null
  readonly checksum: string | null
  readonly question: string | null
  readonly models: { readonly generator: string; readonly critic: string }
  readonly notices: readonly string[]
  readonly paths: {
    readonly intent: string
    readonly preview: string
    readonly critique: string
    readonly marker: string
  }
  readonly used: { readonly seconds: number; readonly tokens: number; readonly costUsd: number }
  readonly updatedAt: string
}
