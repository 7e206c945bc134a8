import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import type { HandleFailure } from '../engine/run.ts'
import type { GateAnswer } from '../model/gate.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import { gateFor } from '../workflows/gan/gate.ts'
import { ganMachine } from '../workflows/gan/machine.ts'
import type { GanLive } from '../workflows/gan/state.ts'
import { answerOnce, asksNothing, type GateChoice } from './answer-gate.ts'
import { calibrate } from './gan-calibration.ts'
import { ganProblem, type OpenGan, openGan, orderGan } from './gan-places.ts'
import { editedByHand } from './gan-site.ts'
import { stopOrAsk, type StopOrder, type Stopped } from './stop-run.ts'

/** A person's word at an escalation, taken exactly once. */
export async function answerGan(
  workspace: Workspace,
  open: OpenGan,
  choice: GateChoice & { readonly only?: readonly string[] | undefined },
): AsyncResult<GanLive> {
  const { only } = choice
  const { state, runId, store } = open
  if (state.at !== 'asking')
    return err(asksNothing(runId, state.at === 'ended' ? state.outcome : state.at))
  // an edit that is no site can not be judged; resume has said so
  const edited = await editedByHand(workspace, open.files, state)
  if (edited?.site.ok === true && !state.reasons.includes('agent_failure'))
    return usageError(
      'the site was edited after its evaluation; an answer holds only for what was judged',
      `judge it first: loopwright resume ${runId}`,
      workspace.relative(open.files.site),
    )
  const gate = gateFor(state)
  const asking = {
    runId,
    store,
    gate,
    problem: (failure: HandleFailure) => ganProblem(workspace, open, failure),
    async reopen() {
      const now = await openGan(workspace, runId)
      return now.ok ? ok(now.value.state) : now
    },
    due: ganMachine.due,
    record: (answer: GateAnswer) =>
      orderGan(workspace, open, { type: 'answer-gate', answer, only }),
    refusal(answer: GateAnswer): Problem | null {
      const allowed = ganMachine.decide(state, { type: 'answer-gate', answer, only })
      if (allowed.ok) return null
      const todo = `choose one of: ${gate.options.map(({ name }) => name).join(', ')}`
      return usageProblem(allowed.error.reason, todo)
    },
  }
  return answerOnce(workspace, asking, choice)
}

export async function stopGan(
  workspace: Workspace,
  open: OpenGan,
  order: StopOrder,
): AsyncResult<Stopped> {
  if (open.state.at === 'ended')
    return usageError(
      `${open.runId} has ended (${open.state.outcome}); there is nothing to stop`,
      `see: loopwright status ${open.runId}`,
    )
  return stopOrAsk(workspace, open.store, order, async () => {
    const stopped = await orderGan(workspace, open, { type: 'stop', ...order })
    return stopped.ok
      ? calibrate(workspace, stopped.value.setup.artifactDir, async () => stopped)
      : stopped
  })
}

/** Removes what Loopwright made of a run. The caller has asked a person. */
export async function cleanGan(workspace: Workspace, open: OpenGan): AsyncResult<null> {
  const { state, runId, files } = open
  if (state.at !== 'ended')
    return usageError(
      `${runId} has not ended (${state.at}); only ended runs are cleaned`,
      `end it first: loopwright stop --run ${runId}`,
    )
  const lock = await open.store.lock()
  if (!lock.ok) return err(ganProblem(workspace, open, { type: 'busy', holder: lock.error }))
  await lock.value.release()
  await workspace.disk.removeTree(files.folder)
  await workspace.disk.removeTree(join(workspace.privateFolder, 'gan', runId))
  return ok(null)
}
