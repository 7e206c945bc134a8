import { join } from 'node:path'
import { z } from 'zod'
import type { Workspace } from '../ports/workspace.ts'
import type { GateAnswer } from '../model/gate.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import { Setup } from '../workflows/reflex/events.ts'
import { pointerPath } from '../workflows/reflex/files.ts'
import { gateFor } from '../workflows/reflex/gates.ts'
import { reflexMachine } from '../workflows/reflex/machine.ts'
import type { ReflexCommand, ReflexState } from '../workflows/reflex/state.ts'
import { decideGate, order, type OrderFailure, patienceMs } from './order.ts'
import {
  activeAlias,
  busyLoop,
  evolutionRoot,
  journalProblem,
  type Live,
  loadPlace,
  type Place,
  showFiles,
} from './reflex-places.ts'
import { type StopOrder, type Stopped, stopOrAsk } from './stop-run.ts'

/** Takes a command for a run nobody works on, and shows the result in its files. */
async function command(
  workspace: Workspace,
  place: Place,
  make: (state: Live) => ReflexCommand,
  patience = 0,
): AsyncResult<Live> {
  const desk = {
    machine: reflexMachine,
    store: place.store,
    elapsedMs: () => workspace.clock.elapsedMs(),
  }
  const done = await order(desk, (state) => make(begun(state)), {
    patience,
    shown: (state) => showFiles(workspace, begun(state)),
  })
  return done.ok ? ok(begun(done.value.state)) : err(orderProblem(workspace, place, done.error))
}

function begun(state: ReflexState): Live {
  if (state.at === 'nowhere') throw new Error('a run went nowhere')
  return state
}

function orderProblem(workspace: Workspace, place: Place, failure: OrderFailure): Problem {
  if (failure.type === 'busy') return busyLoop(place, failure.holder)
  if (failure.type === 'refused') return usageProblem(failure.reason)
  return journalProblem(workspace, place, failure)
}

export async function stopRun(
  workspace: Workspace,
  place: Place,
  stop: StopOrder,
): AsyncResult<Stopped> {
  const run = await loadPlace(workspace, place.alias)
  if (!run.ok) return run
  if (run.value.state.at === 'ended') return err(alreadyEnded(run.value.state))
  return stopOrAsk(workspace, place.store, stop, () =>
    command(workspace, place, () => ({ type: 'stop', reason: stop.reason })),
  )
}

/** A run that has ended is over; a new one may start from it. */
export function alreadyEnded(state: Extract<Live, { at: 'ended' }>): Problem {
  const { task_alias } = state.setup
  const error = state.stop.detail['error']
  return usageProblem(
    `${task_alias} is ${state.status} (${state.stop.reason})${typeof error === 'string' ? `: ${error}` : ''}`,
    `start again from its artifact and criteria: loopwright new --from ${task_alias}`,
  )
}

export type AnswerDetail = {
  readonly setup?: Setup | undefined
  /** The undecided obligations a person speaks of; all of them where absent. */
  readonly only?: readonly string[] | undefined
  /** The question that is meant. */
  readonly gate?: string | undefined
}

/** Answers the open question of a parked run, exactly once; whoever comes second learns who decided. */
export async function answerRun(
  workspace: Workspace,
  place: Place,
  answer: Omit<GateAnswer, 'gate' | 'shown' | 'at' | 'change'>,
  { setup, only, gate: meant }: AnswerDetail = {},
): AsyncResult<Live> {
  const run = await loadPlace(workspace, place.alias)
  if (!run.ok) return run
  const due = reflexMachine.due(run.value.state)
  if (due.type !== 'gate')
    return usageError(`${place.alias} waits for no answer`, 'see: loopwright status')
  const { gate } = due
  if (!gate.options.some(({ name }) => name === answer.option))
    return usageError(
      `"${answer.option}" is not an option`,
      `choose one of: ${gate.options.map(({ name }) => name).join(', ')}`,
    )
  const full: GateAnswer = {
    ...answer,
    gate: gate.id,
    shown: gate.shown,
    at: workspace.clock.now().toISOString(),
    // kept with the decision: a crash before it is taken in must not lose what to change
    ...(setup ? { change: setup } : only ? { change: { only } } : {}),
  }
  const refused = refusalOf(run.value.state, full, { setup, only })
  if (refused !== null) return err(refused)
  const decided = await decideGate(place.store, full, meant)
  if (!decided.ok) return err(orderProblem(workspace, place, decided.error))
  const { decision, lost } = decided.value
  const { change, ...told } = decision
  const changed = Setup.safeParse(change).data
  const chosen = Only.safeParse(change).data?.only
  const taken = await takeIn(workspace, place, {
    type: 'answer-gate',
    answer: told,
    ...(changed ? { setup: changed } : {}),
    ...(chosen ? { only: chosen } : {}),
  })
  if (lost)
    return usageError(`${decision.by} has decided already: ${decision.option} (${decision.at})`)
  return taken
}

/** What the rules refuse must not become a decision, which is kept for ever. */
function refusalOf(state: Live, full: GateAnswer, { setup, only }: AnswerDetail): Problem | null {
  if (full.option === 'change' && setup === undefined)
    return usageProblem(
      'nothing to change was given',
      'add --criteria FILE, --exam FILE or --max-iterations N',
    )
  if (setup !== undefined && !Setup.safeParse(setup).success)
    return usageProblem('the changed set-up is not valid')
  const { change: _, ...answer } = full
  const tried = reflexMachine.decide(state, {
    type: 'answer-gate',
    answer,
    ...(setup ? { setup } : {}),
    ...(only ? { only } : {}),
  })
  return tried.ok ? null : usageProblem(tried.error.reason)
}

const Only = z.object({ only: z.array(z.string()) })

/** Records a decision that was made. Another process may have done so meanwhile, which is as good. */
async function takeIn(
  workspace: Workspace,
  place: Place,
  told: Extract<ReflexCommand, { type: 'answer-gate' }>,
): AsyncResult<Live> {
  const taken = await command(workspace, place, () => told, patienceMs)
  if (taken.ok) return taken
  const now = await loadPlace(workspace, place.alias)
  return now.ok && !waitsFor(now.value.state, told.answer.gate) ? ok(now.value.state) : taken
}

const waitsFor = (state: Live, gate: string) =>
  (state.at === 'confirming' || state.at === 'deciding') && gateFor(state).id === gate

export async function refuseRunning(workspace: Workspace, place: Place): AsyncResult<null> {
  const run = await loadPlace(workspace, place.alias)
  // what can't be read any more is nobody's work
  if (!run.ok || run.value.state.at === 'ended') return ok(null)
  return usageError(
    `${place.alias} is running; only ended loops are cleaned`,
    'end it first: loopwright stop',
  )
}

/** Removes an ended run's files. The caller has asked a person. */
export async function cleanRun(workspace: Workspace, place: Place): AsyncResult<null> {
  const ended = await refuseRunning(workspace, place)
  if (!ended.ok) return ended
  const lock = await place.store.lock()
  if (!lock.ok) return err(busyLoop(place, lock.error))
  await lock.value.release()
  if ((await activeAlias(workspace)) === place.alias)
    await workspace.disk.remove(pointerPath(evolutionRoot(workspace)))
  await workspace.disk.removeTree(place.files.folder)
  await workspace.disk.removeTree(join(workspace.privateFolder, 'runs', place.runId))
  return ok(null)
}
