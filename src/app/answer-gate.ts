import type { Workspace } from '../ports/workspace.ts'
import type { HandleFailure } from '../engine/run.ts'
import type { Due } from '../loop/machine.ts'
import type { Gate, GateAnswer } from '../model/gate.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, usageError } from '../model/result.ts'
import type { RunStore } from '../ports/run-store.ts'
import { decideGate } from './order.ts'

export type GateChoice = {
  readonly option: string
  readonly by: string
  readonly known?: GateAnswer['known']
  /** The question that is meant, by its id or by the hash of what was shown. */
  readonly gate?: string | undefined
  readonly feedback?: string | undefined
  /** Which of what is asked the answer speaks of; all of it unless told. */
  readonly only?: readonly string[] | undefined
}

/** A run of which it is known that it asks, and what its workflow does with an answer. */
export type AskingRun<State> = {
  readonly runId: string
  readonly store: RunStore
  readonly gate: Gate
  /** Why the rules refuse an answer; null where they take it. */
  readonly refusal: (answer: GateAnswer) => Problem | null
  readonly problem: (failure: HandleFailure) => Problem
  /** The run as it is by now, and what it waits for. */
  readonly reopen: () => AsyncResult<State>
  readonly due: (state: State) => Due<unknown>
  readonly record: (decision: GateAnswer) => AsyncResult<State>
}

export const asksNothing = (runId: string, now: string): Problem =>
  usageProblem(`${runId} asks nothing; it is ${now}`, `see: loopwright status ${runId}`)

/** A person's word at a gate, taken exactly once. */
export async function answerOnce<State>(
  workspace: Workspace,
  asking: AskingRun<State>,
  { option, by, known, gate: meant, feedback, only }: GateChoice,
): AsyncResult<State> {
  const { runId, store, gate } = asking
  const answer = {
    gate: gate.id,
    option,
    by,
    ...(known === undefined ? {} : { known }),
    shown: gate.shown,
    at: workspace.clock.now().toISOString(),
    ...(feedback === undefined ? {} : { feedback }),
    ...(only === undefined ? {} : { change: { only } }),
  }
  // what the rules refuse must not become a decision, which is kept for ever
  const refused = asking.refusal(answer)
  if (refused !== null) return err(refused)
  const decided = await decideGate(store, answer, meant)
  if (!decided.ok) return err(asking.problem(decided.error))
  const { decision, lost } = decided.value
  const taken = await takeIn(asking, decision)
  if (lost)
    return usageError(
      `${decision.by} has decided already: ${decision.option} (${decision.at})`,
      `see: loopwright status ${runId}`,
    )
  return taken
}

/** Another process may have recorded the same decision meanwhile, which is as good. */
async function takeIn<State>(
  { reopen, due, record }: AskingRun<State>,
  decision: GateAnswer,
): AsyncResult<State> {
  const now = await reopen()
  if (!now.ok) return now
  const waits = due(now.value)
  return waits.type === 'gate' && waits.gate.id === decision.gate ? record(decision) : now
}
