import type { CommonCommand } from '../../asking/commands.ts'
import type { Cost } from '../../asking/meter.ts'
import type { Spent } from '../../model/caps.ts'
import type { ContractItem, Negotiation, Proposal, SprintContract } from './contract.ts'
import type { Evaluation, GanSetup, GateReason, Outcome, Payload } from './events.ts'
import type { Dimension } from './inputs/rubrics.ts'

/** An evaluation and the sprint it closed. */
export type Evaluated = Evaluation & {
  readonly iteration: number
  readonly at: string
  readonly contract: SprintContract | null
}

export type Claim = Payload<'site_built'>['claims'][number]
type Second = { readonly iteration: number } & Omit<Payload<'evaluated_again'>, 'cost'>

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
  /** Every file that any version of the site had. */
  readonly paths: readonly string[]
  readonly claims: readonly Claim[]
  readonly evaluation: Evaluated | null
  readonly evaluations: readonly Evaluated[]
  /** Overall scores since the criteria last changed. */
  readonly comparable: readonly number[]
  readonly second: Second | null
  readonly escalated: boolean
  /** The iteration that the current count of iterations began with. */
  readonly cycleStart: number
  /** How often another approach was asked for. */
  readonly approach: number
  readonly criteriaVersion: number
  /** What people said at gates, for the builder. */
  readonly guidance: readonly string[]
  readonly failures: readonly { readonly phase: string; readonly error: string }[]
  readonly asked: number
  /** How often an agent that had failed was given another chance. */
  readonly retried: number
  readonly spent: Spent
  readonly startedAt: string
  readonly updatedAt: string
}

export type Proposing = { readonly at: 'proposing' } & GanRun
export type Negotiating = {
  readonly at: 'reviewing' | 'resolving'
  readonly proposal: Proposal
  readonly rounds: readonly Negotiation[]
} & GanRun
export type Building = { readonly at: 'building' } & GanRun
export type Evaluating = {
  readonly at: 'evaluating' | 'evaluating-again'
  readonly site: string
} & GanRun

/** A run that waits for a piece of work. */
export type GanWorking = Proposing | Negotiating | Building | Evaluating

export type GanState =
  | { readonly at: 'nowhere' }
  | GanWorking
  | ({
      readonly at: 'asking'
      readonly reasons: readonly GateReason[]
      readonly detail: string
      /** The work that is taken up again where an agent failed at it. */
      readonly held: GanWorking
    } & GanRun)
  | ({ readonly at: 'ended'; readonly outcome: Outcome; readonly reason: string } & GanRun)

export type GanLive = Exclude<GanState, { at: 'nowhere' }>

export type GanCommand =
  | CommonCommand<GanSetup>
  | { readonly type: 'record-proposal'; readonly proposal: Proposal; readonly cost: Cost }
  | {
      readonly type: 'record-review'
      readonly negotiation: Negotiation
      readonly proposal: Proposal
      readonly cost: Cost
    }
  | ({ readonly type: 'record-build' } & Payload<'site_built'>)
  | { readonly type: 'record-evaluation'; readonly evaluation: Evaluation; readonly cost: Cost }
  | {
      readonly type: 'record-second'
      readonly overall: number
      readonly scores: Payload<'evaluated_again'>['scores']
      readonly cost: Cost
    }
  | { readonly type: 'adopt-site'; readonly site: string; readonly paths: readonly string[] }
  | { readonly type: 'fault'; readonly detail: string }
