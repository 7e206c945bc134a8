import type { CommonBench } from '../../../asking/ask-role.ts'
import type { OutcomeOf } from '../../../asking/outcome.ts'
import type { StepMeans } from '../../../asking/work-within.ts'
import type { OtherTrack } from '../../../checks/track/evaluate-plan.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { AsyncResult } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type {
  Appended,
  CheckoutPrint,
  NextCommit,
  OrderTree,
  RepositoryError,
} from '../../../ports/repository.ts'
import type { TrackReport } from '../report.ts'
import type { TrackCommand, TrackRun } from '../state.ts'

export const trackRoles = ['planner', 'executor', 'fixer', 'writer'] as const

/** Who sits on the board, and what they look at. */
export const directors = {
  'director-architecture': 'architecture: structure, dependencies, what it costs to change later',
  'director-product': 'product: whether it serves the people it is for, and what is promised',
  'director-security': 'security: data, access, abuse, compliance',
  'director-operations': 'operations: cost, capacity, delivery, what can go wrong at night',
  'director-experience': 'experience: how it looks and feels to use, accessibility, words',
} as const

/** All that the steps of a track work with. */
export type TrackBench = CommonBench & {
  agentFor(role: string): Agent
  /** Its name in the configuration. */
  nameOf(role: string): string
  /** Whether the configuration binds an agent to a role by name. */
  isBound(role: string): boolean
  readonly blobs: Blobs
  /** The commit that is checked out. */
  headCommit(): AsyncResult<string, string>
  /** The worktree of a piece of the track's work. */
  openTree(id: string, base: string): AsyncResult<OrderTree, RepositoryError>
  /** Removes the worktrees of earlier pieces of work. */
  sweepTrees(track: string, keep: readonly string[]): Promise<void>
  append(next: NextCommit): AsyncResult<Appended, RepositoryError>
  /** What the user's own checkout looks like, without the documents that Loopwright writes there. */
  fingerprint(): AsyncResult<CheckoutPrint, RepositoryError>
  filesAt(commit: string): AsyncResult<FileTree, string>
  otherTracks(track: string): Promise<readonly OtherTrack[]>
  /** A file beside the tracks' folder, such as `knowledge/errors.json`; null where there is none. */
  document(path: string): Promise<string | null>
  /** Whether an agent that made the work may judge it. */
  allowsSelfJudgement(): boolean
  evaluate(run: TrackRun, folder: string, signal: AbortSignal): Promise<TrackReport>
  now(): string
}

export type StepBench = TrackBench & StepMeans
export type Outcome = OutcomeOf<TrackCommand>

/** A name for the worktree of one piece of work. */
export const treeId = (track: string, part: string): string =>
  `${track.slice(0, 56)}.${part.replaceAll(/[^A-Za-z0-9-]+/g, '-')}`
    .slice(0, 78)
    .replace(/[.-]+$/, '')
