import type { Cost } from '../../asking/meter.ts'
import type { Spent } from '../../model/caps.ts'
import type { GateAnswer } from '../../model/gate.ts'
import type {
  Archive,
  DesignSetup,
  DimensionScores,
  IntentVersion,
  Judged,
  Payload,
  Seal,
} from './events.ts'
import type { StateFile } from './state-file.ts'
import type { DesignStateName } from './transitions.ts'

export type Decision = NonNullable<StateFile['approval']>

/** What is true of every feature that has begun. One run of it is current; earlier ones are archived. */
export type Feature = {
  readonly runId: string
  readonly setup: DesignSetup
  readonly startedAt: string
  readonly updatedAt: string
  /** Completed iterations before the one in progress, from 0. */
  readonly iteration: number
  readonly intent: IntentVersion | null
  readonly judged: Judged | null
  readonly best: Judged | null
  /** Hashes of all texts the run keeps. */
  readonly texts: readonly string[]
  /** The texts of the intent alone, in the order they came. */
  readonly intents: readonly string[]
  readonly scores: readonly { readonly iteration: number; readonly score: number }[]
  readonly dimensions: readonly { readonly iteration: number; readonly scores: DimensionScores }[]
  /** What every judged input scored, in all runs of the feature: the same input must score the same. */
  readonly evaluations: readonly StateFile['evaluations'][number][]
  readonly rejections: readonly StateFile['rejectionFeedback'][number][]
  /** What a person said that no generation was told yet. */
  readonly pending: readonly string[]
  readonly decision: Decision | null
  readonly abort: { readonly reason: string; readonly at: string } | null
  readonly breaches: readonly string[]
  /** What the last generation wants a person to know. */
  readonly notes: readonly string[]
  /** The model each role's agent said it was, from its first answer on. */
  readonly reported: { readonly generator?: string; readonly critic?: string }
  readonly history: readonly StateFile['history'][number][]
  readonly refused: readonly StateFile['violations'][number][]
  /** How many gates have been opened; it names the next one. */
  readonly asked: number
  readonly spent: Spent
  readonly archives: readonly Archive[]
}

/** Where a feature is. One arm per state; each holds only what is true there. */
export type DesignState =
  | { readonly at: 'nowhere' }
  | ({ readonly at: 'IDLE' } & Feature)
  /** `given` is an intent to be judged as it is, because a person wrote it. */
  | ({ readonly at: 'GENERATING'; readonly given: IntentVersion | null } & Feature)
  | ({ readonly at: 'EVALUATING'; readonly intent: IntentVersion } & Feature)
  | ({
      readonly at: 'CANDIDATE'
      readonly intent: IntentVersion
      readonly judged: Judged
    } & Feature)
  | ({ readonly at: 'REVISING'; readonly given: IntentVersion | null } & Feature)
  /** `seal` is null between the approval and the moment all frozen files are written. */
  | ({
      readonly at: 'FROZEN'
      readonly judged: Judged
      readonly decision: Decision
      readonly seal: Seal | null
    } & Feature)
  | ({ readonly at: 'FAILED'; readonly failure: NonNullable<StateFile['failure']> } & Feature)

export type Live = Exclude<DesignState, { at: 'nowhere' }>
export type At<Name extends DesignStateName> = Extract<Live, { at: Name }>

/** What can be asked of a feature. Each result of work carries what it cost. */
export type DesignCommand =
  /** `given` is an intent a person brings, to be judged first; `feedback` is what they want changed in it. */
  | ({ readonly type: 'start' } & Payload<'run_started'>)
  | ({ readonly type: 'adopt' } & Payload<'adopted'>)
  | {
      readonly type: 'record-intent'
      readonly intent: IntentVersion
      readonly source: 'generated' | 'fixed' | 'edited'
      readonly fixed: readonly string[]
      /** What the generator wants a person to know. */
      readonly notes?: readonly string[]
      readonly model?: string
      readonly cost: Cost
    }
  | {
      readonly type: 'record-breach'
      readonly code: 'schema_invalid' | 'agent_error' | 'no_progress'
      readonly problem: string
      readonly cost: Cost
    }
  | {
      readonly type: 'record-failure'
      readonly code: 'agent_timeout' | 'agent_error' | 'cap_reached' | 'schema_invalid'
      readonly detail: string
      readonly cost: Cost
    }
  | {
      readonly type: 'record-evaluation'
      readonly judged: Judged
      readonly model?: string
      readonly cost: Cost
    }
  | { readonly type: 'record-revision'; readonly findings: number }
  | { readonly type: 'adopt-edit'; readonly intent: IntentVersion; readonly by: string }
  | { readonly type: 'answer-gate'; readonly answer: GateAnswer }
  | { readonly type: 'record-freeze'; readonly seal: Seal }
  | ({ readonly type: 'fault' } & Payload<'fault'>)
  | { readonly type: 'stop'; readonly reason: string; readonly by: string }
  | ({ readonly type: 'reset' } & Payload<'reset'>)
  | ({ readonly type: 'unfreeze' } & Payload<'unfrozen'>)
  /** A wish that leads nowhere from here, recorded as such. */
  | {
      readonly type: 'attempt'
      readonly to: DesignStateName
      readonly trigger: string
      readonly by: string
    }
  | ({ readonly type: 'refuse-write' } & Payload<'write_refused'>)
