import type { CommonCommand } from '../../asking/commands.ts'
import type { Cost } from '../../asking/meter.ts'
import type { Spent } from '../../model/caps.ts'
import type { LoopStep, Payload, SyncNote, TaskCommit, TrackOutcome, TrackSetup } from './events.ts'

type Recorded<Name extends 'plan_evaluated' | 'evaluated'> = Omit<Payload<Name>, 'cost'>
export type PlanEvaluated = Recorded<'plan_evaluated'>
export type Evaluated = Recorded<'evaluated'>

/** A person's word on what no check could decide. It counts for the sentence and the commit they saw. */
export type Decided = {
  readonly id: string
  readonly statement: string
  readonly met: boolean
  readonly by: string
  readonly at: string
  readonly commit: string
}

export type FixCycle = {
  readonly cycle: number
  readonly date: string
  readonly issues: readonly string[]
  readonly fixes: readonly { readonly issue: string; readonly fix: string }[]
  readonly remaining: readonly string[]
  readonly commit: string | null
  /** How many issues each evaluator found that it is about. */
  readonly findings: readonly { readonly evaluator: string; readonly issues: number }[]
}

export type Blocker = {
  readonly id: string
  readonly description: string
  readonly blocked_at: string
  readonly blocked_step: LoopStep
  readonly status: 'ACTIVE' | 'RESOLVED'
}

export type StepTimes = {
  readonly started_at: string
  readonly completed_at: string | null
}

/** What is true of every track that has begun. */
export type TrackRun = {
  readonly runId: string
  readonly setup: TrackSetup
  readonly base: string | null
  /** The newest commit of the track's branch; the base before there is one. */
  readonly head: string | null
  readonly spec: string
  /** plan.md, with the marks of what was done. */
  readonly plan: string
  readonly planVersion: number
  /** Plans that failed their evaluation since a person last looked. */
  readonly planFailures: number
  readonly planEvaluated: PlanEvaluated | null
  readonly commits: readonly TaskCommit[]
  /** The newest commit of a task by each file that it touched. */
  readonly touched: Readonly<Record<string, string>>
  readonly lastTask: string | null
  readonly summaries: readonly { readonly task: string; readonly summary: string }[]
  /** What executors and fixers said of the documents. */
  readonly syncNotes: readonly SyncNote[]
  readonly evaluated: Evaluated | null
  readonly evaluations: number
  readonly fixCycles: number
  /** How many a person allows. */
  readonly maxFixCycles: number
  readonly cycles: readonly FixCycle[]
  readonly synced: Omit<Payload<'synced'>, 'cost'> | null
  readonly completed: Payload<'completed'> | null
  readonly decided: readonly Decided[]
  readonly guidance: readonly string[]
  readonly blockers: readonly Blocker[]
  /** Steps so far, and how many are allowed before a person is asked. */
  readonly steps: number
  readonly maxSteps: number
  readonly times: Readonly<Partial<Record<LoopStep, StepTimes>>>
  /** Nobody is asked in this step: a person did the work in the worktree. */
  readonly byHand: boolean
  /** Whoever is asked again after a question is asked anew. */
  readonly round: number
  /** A person said that the change of their checkout was theirs. */
  readonly touchAllowed: boolean
  /** Answers that could not be used in the current step, by phase. */
  readonly failures: readonly { readonly phase: string; readonly error: string }[]
  readonly asked: number
  /** SHA-256 of every text that plan.md and spec.md have held, to tell an edit from an old projection. */
  readonly texts: readonly string[]
  readonly spent: Spent
  readonly startedAt: string
  readonly updatedAt: string
}

export type Working =
  | 'basing'
  | 'planning'
  | 'evaluating-plan'
  | 'executing'
  | 'evaluating'
  | 'fixing'
  | 'syncing'
  | 'completing'

export type TrackWorking = { readonly at: Working } & TrackRun

export type TrackState =
  | { readonly at: 'nowhere' }
  | TrackWorking
  | ({
      readonly at: 'asking'
      readonly trigger: Payload<'gate_opened'>['trigger']
      readonly detail: string
      readonly task?: string
      /** Where the work stood when the question came up; what people edit meanwhile is evaluated first. */
      readonly held: Working
    } & TrackRun)
  | ({ readonly at: 'ended'; readonly outcome: TrackOutcome; readonly reason: string } & TrackRun)

export type TrackLive = Exclude<TrackState, { at: 'nowhere' }>

export const stepOf: Readonly<Record<Working, LoopStep>> = {
  basing: 'PLAN',
  planning: 'PLAN',
  'evaluating-plan': 'EVALUATE_PLAN',
  executing: 'EXECUTE',
  evaluating: 'EVALUATE_EXECUTION',
  fixing: 'FIX',
  syncing: 'BUSINESS_SYNC',
  completing: 'COMPLETE',
}

type Commands = {
  readonly 'record-base': Payload<'based'>
  readonly 'record-plan': Payload<'planned'>
  readonly 'record-plan-evaluated': Payload<'plan_evaluated'>
  readonly 'record-executed': {
    readonly results: readonly (
      | ({ readonly type: 'done' } & Omit<Payload<'task_done'>, 'cost'>)
      | { readonly type: 'failed'; readonly task: string; readonly error: string }
      | { readonly type: 'question'; readonly task: string; readonly question: string }
    )[]
    readonly touched?: string
    readonly cost: Cost
  }
  readonly 'record-evaluated': Payload<'evaluated'>
  readonly 'record-fixed': Payload<'fixed'> & { readonly touched?: string }
  readonly 'record-synced': Payload<'synced'> & { readonly touched?: string }
  readonly 'record-completed': Payload<'completed'>
  readonly 'record-set-aside': Payload<'set_aside'>
  readonly 'record-edit': Payload<'edited'>
}

type Told<Name extends keyof Commands> = { readonly type: Name } & Commands[Name]

export type TrackCommand =
  | CommonCommand<TrackSetup>
  | { readonly [Name in keyof Commands]: Told<Name> }[keyof Commands]
