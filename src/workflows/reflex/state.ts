import type { Cost } from '../../asking/meter.ts'
import type { Spent } from '../../model/caps.ts'
import type { PreparedCheck } from '../../model/check.ts'
import type { GateAnswer } from '../../model/gate.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { Level } from '../../model/rule.ts'
import type { Evaluation, Issue, RuleResult } from './contracts.ts'
import type { PhaseName, Setup, StepName, StopCode } from './events.ts'

/** Tries of the step in progress that were not taken, and why, so that the retry can be told. */
export type Failures = Partial<
  Record<PhaseName, { readonly attempt: number; readonly error: string }>
>

export type Recent = {
  readonly event: string
  readonly step: string
  readonly iteration: number
  readonly phase: string | null
  readonly status: string
  readonly payload: Record<string, unknown>
}

export type Best = {
  readonly hash: string
  readonly score: number
  readonly phase: Level
  readonly blockers: number
  readonly iteration: number
}

/** What is true of every run that has begun. */
export type Begun = {
  readonly runId: string
  readonly setup: Setup
  readonly iteration: number
  readonly phase: Level
  readonly step: StepName
  readonly plan: readonly string[]
  readonly checks: readonly PreparedCheck[] | null
  readonly evaluation: Evaluation | null
  readonly critique: readonly Issue[] | null
  /** What was asked and what is known about it; null where a run was recorded without. */
  readonly obligations: readonly Obligation[] | null
  /** SHA-256 of the current artifact, and of the one `evaluation` judged. */
  readonly artifact: string | null
  readonly judged: string | null
  /** Where that was: the iteration and phase of `evaluation`. */
  readonly judgedIn: { readonly iteration: number; readonly phase: Level } | null
  readonly versions: readonly string[]
  readonly best: Best | null
  /** The score of the last evaluation in this phase; null before its first. */
  readonly phaseScore: number | null
  readonly lastScore: number
  readonly stagnation: number
  readonly failures: Failures
  readonly spent: Spent
  readonly completedMs: number
  /** Time of failed tries of the step in progress; it belongs to the step's segment. */
  readonly pendingMs: number
  readonly lastCompletedStep: StepName | null
  readonly recent: readonly Recent[]
  readonly createdAt: string
  readonly updatedAt: string
}

export type Stop = {
  readonly passed: boolean
  readonly reason: string
  readonly code: StopCode
  readonly detail: Record<string, unknown>
}

/** Where a run is. One arm per place; each holds only what is true there. */
export type ReflexState =
  | { readonly at: 'nowhere' }
  | ({
      readonly at: 'confirming'
      readonly confirmed: readonly string[]
      readonly asked: number
    } & Begun)
  | ({ readonly at: 'working' } & Begun)
  | ({
      /** Everything else holds; a person must decide what nobody could. */
      readonly at: 'deciding'
      readonly asked: number
      readonly completes: 'threshold_reached' | 'no_major_issues'
    } & Begun)
  | ({
      readonly at: 'ended'
      readonly status: 'completed' | 'stopped' | 'failed'
      readonly stop: Stop
    } & Begun)

export type UserStop = { readonly reason: string; readonly by?: string }

/** What can be asked of a run. Each result carries what it cost. */
export type ReflexCommand =
  | {
      readonly type: 'start'
      readonly runId: string
      readonly setup: Setup
      readonly confirmed: readonly GateAnswer[]
      readonly artifact?: string
    }
  | {
      readonly type: 'answer-gate'
      readonly answer: GateAnswer
      readonly setup?: Setup
      /** The obligations a person speaks of; all that are undecided where absent. */
      readonly only?: readonly string[]
    }
  | { readonly type: 'record-plan'; readonly plan: readonly string[]; readonly cost: Cost }
  | {
      readonly type: 'record-production'
      readonly artifact: string
      readonly kept: boolean
      readonly checks: readonly PreparedCheck[]
      readonly cost: Cost
    }
  | {
      readonly type: 'record-checks'
      readonly checks: readonly PreparedCheck[]
      readonly cost: Cost
    }
  | {
      readonly type: 'record-evaluation'
      readonly artifact: string
      readonly results: readonly RuleResult[]
      readonly obligations?: readonly Obligation[]
      readonly sandbox?: string
      readonly cost: Cost
      readonly userStop?: UserStop
    }
  | { readonly type: 'record-critique'; readonly issues: readonly Issue[]; readonly cost: Cost }
  | {
      readonly type: 'record-refinement'
      readonly artifact: string
      readonly fixedByMachine: readonly string[]
      readonly cost: Cost
    }
  | {
      readonly type: 'record-failure'
      readonly failures: readonly { readonly phase: PhaseName; readonly error: string }[]
      readonly final: boolean
      readonly cost: Cost
    }
  | { readonly type: 'record-cap'; readonly cap: string; readonly cost: Cost }
  | { readonly type: 'adopt-artifact'; readonly artifact: string }
  | { readonly type: 'stop'; readonly reason: string; readonly by?: string }
