import type { CommonBench } from '../../../asking/ask-role.ts'
import type { OutcomeOf } from '../../../asking/outcome.ts'
import type { StepMeans } from '../../../asking/work-within.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { AsyncResult } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Change } from '../apply.ts'
import type { Candidate } from '../compare/shortlist.ts'
import type { Drop } from '../autonomy.ts'
import type { AppliedResult, Autonomy, FileEdit, NamedProposal, Payload } from '../events.ts'
import type { ImproveCommand, ImproveRun, ImproveWorking } from '../state.ts'

type Recorded<Name extends 'prepared' | 'built' | 'scored'> = Omit<Payload<Name>, 'cost'>

/** All that the steps of a run work with. */
export type ImproveBench = CommonBench & {
  readonly analyst: Agent | null
  /** Its name in the configuration. */
  readonly analystName: string
  /** Cleans up and makes a fresh project from the newest version of the set-up. */
  prepare(run: ImproveWorking): AsyncResult<Recorded<'prepared'>, string>
  build(run: ImproveRun, signal: AbortSignal): AsyncResult<Recorded<'built'>, string>
  score(run: ImproveRun, signal: AbortSignal): AsyncResult<Recorded<'scored'>, string>
  /** The files of the set-up as the run has it. */
  setUpFiles(run: ImproveRun): AsyncResult<FileTree, string>
  /** What a proposal loosens of the exam, as sentences, or why it cannot be applied. */
  look(run: ImproveRun, edits: readonly FileEdit[]): Promise<Pick<NamedProposal, 'easier' | 'flaw'>>
  /** What improvements of other runs were measured to do. */
  past(run: ImproveRun): Promise<readonly Candidate[]>
  apply(
    run: ImproveRun,
    change: Change,
    on: { readonly parent: string; readonly signal: AbortSignal },
  ): AsyncResult<{ readonly result: AppliedResult; readonly costUsd: number }, string>
  /** Takes back what lowered the score, the last one first; answers the newest commit. */
  undo(run: ImproveRun, drop: Drop): AsyncResult<string, string>
  /** Whether the run may decide by itself now. */
  autonomy(run: ImproveRun): Promise<Autonomy>
  /** The commit of the set-up that is built from while nothing was applied. */
  setUpHead(run: ImproveRun): AsyncResult<string, string>
}

export type StepBench = ImproveBench & StepMeans
export type Outcome = OutcomeOf<ImproveCommand>
