import type { Cost } from '../../asking/meter.ts'
import type { Spent } from '../../model/caps.ts'
import type { GateAnswer } from '../../model/gate.ts'
import type { ContractItem, Negotiation, Proposal, SprintContract } from './contract.ts'
import type { Evaluation, GanSetup, GateReason, Outcome } from './events.ts'
import type { Dimension } from './inputs/rubrics.ts'

/** What is true of every run that has begun. */
export type GanRun = {
  readonly runId: string
  readonly setup: GanSetup
  readonly iteration: number
  readonly priority: Dimension
  /** What the next contract is made from. */
  readonly checklist: readonly ContractItem[]
  readonly contract: SprintContract | null
  readonly contracts: readonly SprintContract[]
  readonly site: string | null
  readonly sites: readonly string[]
  readonly evaluation: Evaluation | null
  readonly evaluations: readonly Evaluation[]
  /** Overall scores since the criteria last changed. */
  readonly comparable: readonly number[]
  readonly second: { readonly overall: number; readonly divergence: number } | null
  readonly escalated: boolean
  /** What people said at gates, for the builder. */
  readonly guidance: readonly string[]
  readonly failures: readonly { readonly phase: string; readonly error: string }[]
  readonly asked: number
  readonly spent: Spent
  readonly startedAt: string
  readonly updatedAt: string
}

export type GanState =
  | { readonly at: 'nowhere' }
  | ({ readonly at: 'proposing' } & GanRun)
  | ({
      readonly at: 'reviewing' | 'resolving'
      readonly proposal: Proposal
      readonly rounds: readonly Negotiation[]
    } & GanRun)
  | ({ readonly at: 'building' } & GanRun)
  | ({ readonly at: 'evaluating' | 'evaluating-again'; readonly site: string } & GanRun)
  | ({ readonly at: 'asking'; readonly reasons: readonly GateReason[] } & GanRun)
  | ({ readonly at: 'ended'; readonly outcome: Outcome; readonly reason: string } & GanRun)

export type GanLive = Exclude<GanState, { at: 'nowhere' }>

export type GanCommand =
  | {
      readonly type: 'start'
      readonly runId: string
      readonly setup: GanSetup
      readonly by: string
    }
  | { readonly type: 'record-proposal'; readonly proposal: Proposal; readonly cost: Cost }
  | {
      readonly type: 'record-review'
      readonly negotiation: Negotiation
      readonly proposal: Proposal
      readonly cost: Cost
    }
  | {
      readonly type: 'record-build'
      readonly site: string
      readonly claims: readonly string[]
      readonly notes: string
      readonly cost: Cost
    }
  | { readonly type: 'record-evaluation'; readonly evaluation: Evaluation; readonly cost: Cost }
  | { readonly type: 'record-second'; readonly overall: number; readonly cost: Cost }
  | { readonly type: 'adopt-site'; readonly site: string }
  | { readonly type: 'answer-gate'; readonly answer: GateAnswer }
  | {
      readonly type: 'record-failure'
      readonly phase: string
      readonly error: string
      readonly final: boolean
      readonly cost: Cost
    }
  | { readonly type: 'record-cap'; readonly cap: string; readonly cost: Cost }
  | { readonly type: 'stop'; readonly reason: string; readonly by: string }
