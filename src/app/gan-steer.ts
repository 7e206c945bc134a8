import { join } from 'node:path'
import type { House } from '../app.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import { gateFor } from '../workflows/gan/gate.ts'
import { ganMachine } from '../workflows/gan/machine.ts'
import type { GanLive } from '../workflows/gan/state.ts'
import { calibrate } from './gan-calibration.ts'
import { ganProblem, type OpenGan, openGan, orderGan } from './gan-places.ts'
import { editedByHand } from './gan-site.ts'
import { decideGate } from './order.ts'
import { stopOrAsk, type StopOrder, type Stopped } from './stop-run.ts'

export type GanChoice = {
  readonly option: string
  readonly by: string
  readonly feedback?: string | undefined
}

/** A person's word at an escalation, taken exactly once. */
export async function answerGan(
  house: House,
  open: OpenGan,
  { option, by, feedback }: GanChoice,
): Promise<Result<GanLive, Problem>> {
  const { state, runId } = open
  if (state.at !== 'asking')
    return err({
      exit: 2,
      what: `${runId} asks nothing; it is ${state.at === 'ended' ? state.outcome : state.at}`,
      todo: `see: loopwright status ${runId}`,
    })
  // an edit that is no site can not be judged; resume has said so
  const edited = await editedByHand(house, open.files, state)
  if (edited?.site.ok === true && !state.reasons.includes('agent_failure'))
    return err({
      exit: 2,
      what: 'the site was edited after its evaluation; an answer holds only for what was judged',
      where: house.relative(open.files.site),
      todo: `judge it first: loopwright resume ${runId}`,
    })
  const gate = gateFor(state)
  const answer = {
    gate: gate.id,
    option,
    by,
    shown: gate.shown,
    at: house.clock.now().toISOString(),
    ...(feedback === undefined ? {} : { feedback }),
  }
  // what the rules refuse must not become a decision, which is kept for ever
  const allowed = ganMachine.decide(state, { type: 'answer-gate', answer })
  if (!allowed.ok)
    return err({
      exit: 2,
      what: allowed.error.reason,
      todo: `choose one of: ${gate.options.map(({ name }) => name).join(', ')}`,
    })
  const decided = await decideGate(open.store, answer)
  if (!decided.ok) return err(ganProblem(house, open, decided.error))
  const { decision, lost } = decided.value
  const taken = await takeIn(house, open, decision)
  if (lost)
    return err({
      exit: 2,
      what: `${decision.by} has decided already: ${decision.option} (${decision.at})`,
      todo: `see: loopwright status ${runId}`,
    })
  return taken
}

/** Another process may have recorded the same decision meanwhile, which is as good. */
async function takeIn(
  house: House,
  open: OpenGan,
  answer: Parameters<typeof decideGate>[1],
): Promise<Result<GanLive, Problem>> {
  const now = await openGan(house, open.runId)
  if (!now.ok) return now
  const due = ganMachine.due(now.value.state)
  if (due.type !== 'gate' || due.gate.id !== answer.gate) return ok(now.value.state)
  return orderGan(house, open, { type: 'answer-gate', answer })
}

export async function stopGan(
  house: House,
  open: OpenGan,
  order: StopOrder,
): Promise<Result<Stopped, Problem>> {
  if (open.state.at === 'ended')
    return err({
      exit: 2,
      what: `${open.runId} has ended (${open.state.outcome}); there is nothing to stop`,
      todo: `see: loopwright status ${open.runId}`,
    })
  return stopOrAsk(house, open.store, order, async () => {
    const stopped = await orderGan(house, open, { type: 'stop', ...order })
    return stopped.ok
      ? calibrate(house, stopped.value.setup.artifactDir, async () => stopped)
      : stopped
  })
}

/** Removes what Loopwright made of a run. The caller has asked a person. */
export async function cleanGan(house: House, open: OpenGan): Promise<Result<null, Problem>> {
  const { state, runId, files } = open
  if (state.at !== 'ended')
    return err({
      exit: 2,
      what: `${runId} has not ended (${state.at}); only ended runs are cleaned`,
      todo: `end it first: loopwright stop --run ${runId}`,
    })
  const lock = await open.store.lock()
  if (!lock.ok) return err(ganProblem(house, open, { type: 'busy', holder: lock.error }))
  await lock.value.release()
  await house.disk.removeTree(files.folder)
  await house.disk.removeTree(join(house.privateFolder, 'gan', runId))
  return ok(null)
}
