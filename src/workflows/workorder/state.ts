import type { CommonCommand } from '../../asking/commands.ts'
import type { Cost } from '../../asking/meter.ts'
import type { Spent } from '../../model/caps.ts'
import type { OrderSetup, Payload, RunOutcome } from './events.ts'
import type { RefinementCycle, Strategy } from './refining/records.ts'

type Recorded<Name extends 'baseline_measured' | 'briefed' | 'compiled' | 'measured'> = Omit<
  Payload<Name>,
  'cost'
>

export type Baseline = Recorded<'baseline_measured'>
export type Briefing = Omit<Recorded<'briefed'>, 'bound'>
export type Compiled = Recorded<'compiled'>
/** What was measured, and what the compiler had said of that very change. */
export type Measured = Recorded<'measured'> & { readonly compiled: Compiled | null }
export type Delivered = Payload<'delivered'>

/** An attempt that came to nothing, and why; the next one is told. */
export type FailedAttempt = Omit<Payload<'attempt_failed'>, 'cost' | 'next'>

/** The change as it is now. */
export type Proposal = {
  readonly tree: string
  /** As it was answered, before anything was corrected. */
  readonly proposed: string
  readonly paths: readonly string[]
  readonly counts: Payload<'proposed'>['counts']
  readonly how: Payload<'proposed'>['how']
  readonly notes: string
}

export type Cycle = Payload<'cycle_begun'> & { readonly strategy: Strategy }

/** Noted among the failures of a step, so that nobody is waited for who goes on writing. */
export const asidePhase = 'SET_ASIDE'

/** Who tries where a person mends the change by hand. */
export const aPerson = 'a person'

/** A person's word on what no check could decide. It counts for the tree they saw. */
export type Decided = {
  readonly id: string
  readonly met: boolean
  readonly by: string
  readonly at: string
  readonly tree: string
}

/** The attempt before: its change as it was answered and as it was left. */
export type Earlier = {
  readonly attempt: number
  readonly proposed: string
  readonly tree: string
  /** The next attempt goes on from it: it was made in the workspace. */
  readonly goesOn: boolean
}

/** What is true of every run that has begun. */
export type OrderRun = {
  readonly runId: string
  readonly setup: OrderSetup
  /** Attempts so far in this round; a person may give an order another round. */
  readonly attempt: number
  readonly round: number
  readonly proposer: string
  /** Nobody is asked: a person mends the change in the worktree. */
  readonly byHand: boolean
  /** The commit that the change starts from, once it is known. */
  readonly base: string | null
  readonly baseline: Baseline | null
  readonly briefing: Briefing | null
  readonly proposal: Proposal | null
  /** What the compiler said first of this attempt, and of the best that came of it. */
  readonly firstCompiled: Compiled | null
  readonly compiled: Compiled | null
  readonly cycles: readonly RefinementCycle[]
  /** The cycle that is under way: which, by what means, and who is asked. */
  readonly cycle: Cycle | null
  /** Blocking errors before the reviewer was asked, and after each of its turns. */
  readonly reviews: readonly number[]
  readonly measured: Measured | null
  readonly delivered: Delivered | null
  readonly decided: readonly Decided[]
  readonly earlier: Earlier | null
  readonly failed: readonly FailedAttempt[]
  /** Answers of agents that could not be used in the current step. */
  readonly failures: readonly { readonly phase: string; readonly error: string }[]
  /** What people said at gates, for the proposer. */
  readonly guidance: readonly string[]
  readonly asked: number
  readonly spent: Spent
  readonly startedAt: string
  readonly updatedAt: string
}

export type Working =
  | 'starting'
  | 'measuring-before'
  | 'briefing'
  | 'proposing'
  | 'compiling'
  | 'refining'
export type OrderWorking =
  | ({ readonly at: Working } & OrderRun)
  | ({ readonly at: 'measuring' } & OrderRun & { readonly proposal: Proposal })
  | ({ readonly at: 'delivering' } & OrderRun & {
        readonly proposal: Proposal
        readonly measured: Measured
      })

export type OrderState =
  | { readonly at: 'nowhere' }
  | OrderWorking
  | ({
      readonly at: 'asking'
      readonly trigger: Payload<'gate_opened'>['trigger']
      readonly detail: string
      /** The work that is taken up again where something was in its way. */
      readonly held: OrderWorking
    } & OrderRun)
  | ({ readonly at: 'ended'; readonly outcome: RunOutcome; readonly reason: string } & OrderRun)

export type OrderLive = Exclude<OrderState, { at: 'nowhere' }>

type Told<Name extends keyof Commands> = { readonly type: Name } & Commands[Name]

type Commands = {
  readonly 'record-base': Payload<'based'>
  readonly 'record-baseline': Payload<'baseline_measured'>
  readonly 'record-briefing': Payload<'briefed'>
  readonly 'record-proposal': Omit<Payload<'proposed'>, 'attempt' | 'proposer'>
  readonly 'record-compiled': Omit<Payload<'compiled'>, 'kept'>
  readonly 'record-refined': Payload<'refined'>
  readonly 'record-measured': Payload<'measured'>
  readonly 'record-delivered': Payload<'delivered'>
  readonly 'record-set-aside': Payload<'set_aside'>
  readonly 'record-attempt-failed': {
    readonly error: string
    readonly failure_class: Payload<'attempt_failed'>['failure_class']
    readonly failure_category: string
    /** Nobody is asked again before a person has looked. */
    readonly askPerson?: boolean
    readonly cost: Cost
  }
}

export type OrderCommand =
  | CommonCommand<OrderSetup>
  | { readonly [Name in keyof Commands]: Told<Name> }[keyof Commands]
