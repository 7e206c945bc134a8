import type { CommonCommand } from '../../asking/commands.ts'
import type { Spent } from '../../model/caps.ts'
import type {
  Analysis,
  AppliedResult,
  Autonomy,
  ImproveSetup,
  NamedProposal,
  OrderLog,
  Payload,
  Version,
} from './events.ts'
import type { MacroScore } from './scoring/score.ts'

/** One application, from the set-up of its day to its score. */
export type Iteration = {
  readonly number: number
  readonly version: Version
  readonly prints: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly built: {
    readonly orders: readonly OrderLog[]
    readonly commit: string
    readonly notes: readonly string[]
  } | null
  readonly score: MacroScore | null
  readonly obligations: Payload<'scored'>['obligations']
  readonly changed: readonly string[]
  readonly screens?: Payload<'scored'>['screens']
  /** A person's own score, which stands beside the computed one. */
  readonly human: { readonly score: number; readonly by: string } | null
  readonly analysis: Analysis | null
  readonly proposals: readonly NamedProposal[]
  /** Who proposed, and what they said besides. */
  readonly advised?: Pick<Payload<'analysed'>, 'by' | 'notes'>
  readonly autonomy?: Autonomy | undefined
  /** Of its own steps, in milliseconds and money. */
  readonly spent: Spent
}

/** A proposal that a person approved, and what became of it. */
export type Improvement = AppliedResult & {
  readonly proposal: NamedProposal
  readonly from: number
  readonly approvedBy: string
  readonly approvedAt: string
  readonly rolledBack: {
    readonly by: string
    readonly reason: string
    readonly commit: string
    readonly at: string
    /** The iteration that was built last until then. */
    readonly after: number
  } | null
}

/** What is true of every run that has begun. */
export type ImproveRun = {
  readonly runId: string
  readonly setup: ImproveSetup
  readonly iterations: readonly Iteration[]
  readonly improvements: readonly Improvement[]
  /** Proposals that a person did not want, by their names. */
  readonly skipped: readonly string[]
  /** The newest commit of the set-up's branch of this run; null while nothing was applied. */
  readonly head: string | null
  /** Those that are applied next. */
  readonly approved: {
    readonly ids: readonly string[]
    readonly by: string
    readonly at: string
    /** Whether each must be shown to help first. */
    readonly prove: boolean
  } | null
  readonly guidance: readonly string[]
  readonly failures: readonly { readonly phase: string; readonly error: string }[]
  readonly asked: number
  readonly round: number
  readonly spent: Spent
  readonly startedAt: string
  readonly updatedAt: string
}

export type Working = 'preparing' | 'building' | 'scoring' | 'undoing' | 'analysing' | 'applying'
export type ImproveWorking = { readonly at: Working } & ImproveRun

export type ImproveState =
  | { readonly at: 'nowhere' }
  | ImproveWorking
  | ({
      readonly at: 'asking'
      readonly trigger: Payload<'gate_opened'>['trigger']
      readonly detail: string
      readonly held: Working
    } & ImproveRun)
  | ({
      readonly at: 'ended'
      readonly outcome: Payload<'ended'>['outcome']
      readonly reason: string
    } & ImproveRun)

export type ImproveLive = Exclude<ImproveState, { at: 'nowhere' }>

export const stepOf: Readonly<
  Record<Working, 'PREPARE' | 'BUILD' | 'SCORE' | 'UNDO' | 'ANALYSE' | 'APPLY'>
> = {
  preparing: 'PREPARE',
  building: 'BUILD',
  scoring: 'SCORE',
  undoing: 'UNDO',
  analysing: 'ANALYSE',
  applying: 'APPLY',
}

type Recorded<Name extends 'prepared' | 'built' | 'scored' | 'analysed' | 'applied'> = Payload<Name>

export type ImproveCommand =
  | CommonCommand<ImproveSetup>
  | ({ readonly type: 'record-prepared' } & Recorded<'prepared'>)
  | ({ readonly type: 'record-built' } & Recorded<'built'>)
  | ({ readonly type: 'record-scored' } & Recorded<'scored'>)
  | ({ readonly type: 'record-analysed' } & Recorded<'analysed'>)
  | ({ readonly type: 'record-applied' } & Recorded<'applied'>)
  | ({ readonly type: 'record-undone' } & Payload<'autonomously_rolled_back'>)
  | ({ readonly type: 'record-rolled-back' } & Payload<'rolled_back'>)
  | ({ readonly type: 'record-human-score' } & Payload<'human_scored'>)

/** The iteration that is under way, or was last. */
export const lastOf = ({ iterations }: ImproveRun): Iteration | undefined => iterations.at(-1)

export const scoreOf = ({ human, score }: Iteration): number | null =>
  human?.score ?? score?.overall ?? null
