import type { GateAnswer } from '../model/gate.ts'
import type { AgentAnswer } from '../model/agent.ts'
import type { AsyncResult } from '../model/result.ts'
import type { Journal, Mark } from './journal.ts'

export type Snapshot = { readonly version: number; readonly mark: Mark; readonly state: unknown }

export type LockHolder = { readonly pid: number; readonly since: string; readonly host: string }

/** A writer's hold on a run. It ends with the process, however the process ends. */
export type Lock = { release(): Promise<void> }

export type StopRequest = { readonly reason: string; readonly by: string; readonly at: string }

/** All that Loopwright keeps of one run besides the workflow's own files. */
export type RunStore = {
  readonly runId: string
  readonly journal: Journal
  lock(): AsyncResult<Lock, LockHolder>
  readSnapshot(): Promise<Snapshot | null>
  /** A cache of the fold: written without waiting for the disk, verified when read. */
  writeSnapshot(snapshot: Snapshot): Promise<void>
  /** Agent answers, kept by request as soon as they arrive, so that nothing is asked twice. */
  readonly answers: {
    get(key: string): Promise<AgentAnswer | null>
    keep(key: string, answer: AgentAnswer): Promise<void>
  }
  /** Decides a gate exactly once; the loser learns who decided what. */
  decide(answer: GateAnswer): AsyncResult<GateAnswer, GateAnswer>
  decision(gate: string): Promise<GateAnswer | null>
  /** How far this machine wrote the history, as it knows outside of the workspace; null where it does not. */
  head(): { readonly events: number; readonly hash: string } | null
  /** Whether the run went on since this process looked at it first. */
  movedOn(): boolean
  requestStop(request: StopRequest): Promise<void>
  stopRequested(): Promise<StopRequest | null>
  clearStopRequest(): Promise<void>
}
