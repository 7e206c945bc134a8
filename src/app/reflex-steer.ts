import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { House } from '../app.ts'
import { handle, load } from '../engine/run.ts'
import type { GateAnswer } from '../model/gate.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import { pointerPath, projectRun } from '../workflows/reflex/files.ts'
import { confirmations, confirmationGate, shownHash } from '../workflows/reflex/gates.ts'
import { reflexMachine } from '../workflows/reflex/machine.ts'
import { Setup } from '../workflows/reflex/events.ts'
import type { ReflexCommand } from '../workflows/reflex/state.ts'
import {
  activeAlias,
  activeLoop,
  evolutionRoot,
  journalProblem,
  type Live,
  loadPlace,
  otherIsActive,
  type Place,
  placeFor,
} from './reflex-places.ts'
import { begin, busy, carryOn, type Watch } from './reflex-run.ts'
import type { Resting } from './reflex-rest.ts'
import type { Draft } from './reflex-setup.ts'

/** The answers of someone who confirmed both questions after seeing the draft. */
export function confirmBoth(setup: Setup, by: string, at: string): readonly GateAnswer[] {
  return confirmations.map((name) => ({
    gate: confirmationGate(name, setup, 1).id,
    option: 'confirm',
    by,
    at,
    shown: shownHash(name, setup),
  }))
}

/** Creates a run, one at a time and only while no other loop is active, and drives it. */
export async function startRun(
  house: House,
  draft: Draft,
  confirmed: readonly GateAnswer[],
  watch: Watch,
): Promise<Result<{ place: Place; rest: Resting }, Problem>> {
  const created = await createRun(house, draft, confirmed)
  if (!created.ok) return created
  return resumeRun(house, created.value, watch)
}

/** Goes on with a run. One that has ended is only shown as it is, its files repaired if a crash left them behind. */
export async function resumeRun(
  house: House,
  place: Place,
  watch: Watch,
): Promise<Result<{ place: Place; rest: Resting }, Problem>> {
  const rest = await carryOn(house, place, watch)
  return rest.ok ? ok({ place, rest: rest.value }) : rest
}

async function createRun(
  house: House,
  draft: Draft,
  confirmed: readonly GateAnswer[],
): Promise<Result<Place, Problem>> {
  await house.hidePrivateFolder()
  const lock = await house.lock('reflex-new.lock')
  if (!lock.ok)
    return err({
      exit: 2,
      what: 'another loop is being started in this workspace right now',
      todo: 'try again in a moment',
    })
  try {
    const active = await activeLoop(house)
    if (active !== null)
      return err({
        exit: 2,
        what: `the loop ${active} is active; one loop at a time`,
        todo: `go on with it: loopwright resume   or end it: loopwright stop`,
      })
    const alias = await freeAlias(house, draft.setup.task_alias)
    const runId = `${alias}-${stamp(house.clock.now())}`
    const place = placeFor(house, alias, runId)
    const setup = { ...draft.setup, task_alias: alias }
    const begun = await begin(place, setup, confirmed, draft.artifact)
    await place.store.journal.close()
    if (!begun.ok)
      return err({
        exit: 5,
        what: `the run can't be written: ${begun.error}`,
        where: house.relative(place.files.folder),
        todo: 'make room or give write permission, then try again',
      })
    // the pointer must stand before the next `new` looks for an active loop
    await showFiles(house, begun.value)
    return ok(place)
  } finally {
    await lock.value.release()
  }
}

async function showFiles(house: House, state: Live): Promise<void> {
  const projections = house.projections()
  projections.show(
    projectRun(evolutionRoot(house), state, () => otherIsActive(house, state.setup.task_alias)),
  )
  await projections.settled()
}

async function freeAlias(house: House, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const alias = number === 1 ? wanted : `${wanted.slice(0, 60)}-${number}`
    if (!(await isTaken(house, alias))) return alias
  }
}

/** A folder whose first event was never completed belongs to nobody. */
async function isTaken(house: House, alias: string): Promise<boolean> {
  const { files } = placeFor(house, alias, 'unknown')
  if (!existsSync(files.folder)) return false
  const names = await house.disk.list(files.folder)
  if (names.some((name) => name !== 'history.jsonl')) return true
  const history = await house.disk.read(files.history)
  return history !== null && history.includes(0x0a)
}

const stamp = (now: Date) => now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)

/** Takes a command for a run nobody works on, and shows the result in its files. */
async function command(
  house: House,
  place: Place,
  order: (state: Live) => ReflexCommand,
): Promise<Result<Live, Problem>> {
  const lock = await place.store.lock()
  if (!lock.ok) return err(busy(place, lock.error))
  try {
    const loaded = await load(reflexMachine, place.store)
    if (!loaded.ok) return err(journalProblem(house, place, loaded.error))
    const { state } = loaded.value
    if (state.at === 'nowhere') return err({ exit: 5, what: `${place.alias} has no history` })
    const next = await handle(reflexMachine, place.store, {
      run: loaded.value,
      seen: loaded.value.mark.events,
      command: order(state),
    })
    if (!next.ok) {
      if (next.error.type === 'refused') return err({ exit: 2, what: next.error.reason })
      return err(journalProblem(house, place, next.error))
    }
    const after = next.value.state
    if (after.at === 'nowhere') throw new Error('a run went nowhere')
    await showFiles(house, after)
    return ok(after)
  } finally {
    await place.store.journal.close()
    await lock.value.release()
  }
}

export type Stopped =
  | { readonly type: 'stopped'; readonly state: Live }
  | { readonly type: 'asked' }

/** Stops a run: at once where nobody works on it, otherwise by asking the process that does. */
export async function stopRun(
  house: House,
  place: Place,
  { reason, by }: { reason: string; by: string },
): Promise<Result<Stopped, Problem>> {
  const run = await loadPlace(house, place.alias)
  if (!run.ok) return run
  if (run.value.state.at === 'ended') return err(alreadyEnded(run.value.state))
  const lock = await place.store.lock()
  if (!lock.ok) {
    await place.store.requestStop({ reason, by, at: house.clock.now().toISOString() })
    return ok({ type: 'asked' })
  }
  await lock.value.release()
  const state = await command(house, place, () => ({ type: 'stop', reason }))
  return state.ok ? ok({ type: 'stopped', state: state.value }) : state
}

/** A run that has ended is over; a new one may start from it. */
export function alreadyEnded(state: Extract<Live, { at: 'ended' }>): Problem {
  const { task_alias } = state.setup
  const error = state.stop.detail['error']
  return {
    exit: 2,
    what: `${task_alias} is ${state.status} (${state.stop.reason})${typeof error === 'string' ? `: ${error}` : ''}`,
    todo: `start again from its artifact and criteria: loopwright new --from ${task_alias}`,
  }
}

/** Answers the open question of a parked run, exactly once; whoever comes second learns who decided. */
export async function answerRun(
  house: House,
  place: Place,
  answer: Omit<GateAnswer, 'gate' | 'shown' | 'at'>,
  setup?: Setup,
): Promise<Result<Live, Problem>> {
  const run = await loadPlace(house, place.alias)
  if (!run.ok) return run
  const due = reflexMachine.due(run.value.state)
  if (due.type !== 'gate')
    return err({
      exit: 2,
      what: `${place.alias} waits for no answer`,
      todo: 'see: loopwright status',
    })
  const { gate } = due
  if (!gate.options.some(({ name }) => name === answer.option))
    return err({
      exit: 2,
      what: `"${answer.option}" is not an option`,
      todo: `choose one of: ${gate.options.map(({ name }) => name).join(', ')}`,
    })
  if (answer.option === 'change' && setup === undefined)
    return err({
      exit: 2,
      what: 'nothing to change was given',
      todo: 'add --criteria FILE or --max-iterations N',
    })

  const full: GateAnswer = {
    ...answer,
    gate: gate.id,
    shown: gate.shown,
    at: house.clock.now().toISOString(),
    // kept with the decision: a crash before it is taken in must not lose what to change
    ...(setup ? { change: setup } : {}),
  }
  const decided = await place.store.decide(full)
  // a decision that was made but not yet taken in (a crash between the two) is taken in now
  const decision = decided.ok ? decided.value : decided.error
  const lost = !decided.ok && (decision.option !== answer.option || decision.by !== answer.by)
  const { change, ...told } = decision
  const changed = Setup.safeParse(change).data
  const taken = await command(house, place, () => ({
    type: 'answer-gate',
    answer: told,
    ...(changed ? { setup: changed } : {}),
  }))
  if (lost)
    return err({
      exit: 2,
      what: `${decision.by} has decided already: ${decision.option} (${decision.at})`,
    })
  return taken
}

/** Removes an ended run's files. The caller has asked a person. */
export async function cleanRun(house: House, place: Place): Promise<Result<null, Problem>> {
  const run = await loadPlace(house, place.alias)
  if (run.ok && run.value.state.at !== 'ended')
    return err({
      exit: 2,
      what: `${place.alias} is running; only ended loops are cleaned`,
      todo: `end it first: loopwright stop`,
    })
  const lock = await place.store.lock()
  if (!lock.ok) return err(busy(place, lock.error))
  await lock.value.release()
  if ((await activeAlias(house)) === place.alias)
    await house.disk.remove(pointerPath(evolutionRoot(house)))
  await house.disk.removeTree(place.files.folder)
  await house.disk.removeTree(join(house.privateFolder, 'runs', place.runId))
  return ok(null)
}
