import { answerRun } from '../../src/engine/answer-run.ts'
import { carryRun } from '../../src/engine/carry-run.ts'
import { commandRun, stopRun } from '../../src/engine/command-run.ts'
import { openKnownRun } from '../../src/engine/open-run.ts'
import { handle, load, type Run } from '../../src/engine/run.ts'
import type { OpenRun, WorkflowDefinition } from '../../src/engine/workflow.ts'
import type { Problem } from '../../src/model/problem.ts'
import { ok } from '../../src/model/result.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import { Crash } from '../support/hooked-disk.ts'
import { damage, lawsOfRun, showsOnlyWhatIsRecorded } from './laws.ts'
import type { AnyScene, AnySimulated, Bugs, Case } from './scene.ts'
import type { Script, Sitting } from './script.ts'
import { openSimulatedWorkspace } from './workspace.ts'
import { openWorld, type Process, type Violation, type World } from './world.ts'

/** What came of one history. */
export type HistoryResult = {
  readonly violations: readonly Violation[]
  readonly events: readonly string[]
  readonly end: string
  readonly crashedIn: ReadonlySet<string>
}

type State = { readonly at: string }
type Definition = WorkflowDefinition<State, unknown, unknown>
type Doing = Sitting['does'][number]
/** What somebody wants to do to a run; without a name, to begin one. */
type Errand = { readonly doing: Doing; readonly name: string | null; readonly isCalm?: boolean }

type History = {
  readonly world: World
  readonly scene: AnyScene
  readonly bugs: Bugs
  /** What somebody looked at and may act upon much later. */
  stale: { readonly name: string; readonly run: Run<State> } | null
  question: OpenRun<State> | null
  /** Runs that wait for a person. */
  readonly parked: Set<string>
  /** The state in which a process left a run, and its last event by then. */
  readonly closed: Map<string, { readonly events: number; readonly state: string }>
}

/** One whole history: the disturbed sittings of a script, then calm ones to the end, then the laws. */
export async function runHistory(
  { seed, sittings }: Script,
  simulated: AnySimulated,
  bugs: Bugs = {},
): Promise<HistoryResult> {
  const world = openWorld(seed, { bugs: bugs.disk })
  const scene = simulated.open(world, bugs)
  const history: History = {
    world,
    scene,
    bugs,
    stale: null,
    question: null,
    parked: new Set(),
    closed: new Map(),
  }
  for (const sitting of sittings) await sit(history, sitting)
  await bringToEnd(history)
  const isSound = !world.violations.some(({ law }) => law === 'law-0')
  return {
    end: isSound ? await holdAgainstLaws(history) : 'none',
    violations: world.violations,
    events: world.acks.flatMap(({ entries }) => entries.map(({ event }) => event)),
    crashedIn: world.crashedIn,
  }
}

type Seat = { readonly workspace: Workspace; readonly definition: Definition }

/** A process at its place, with the definition as it is watched from outside. */
function seatFor({ world, scene, bugs }: History, process = world.open()): Seat {
  const workspace = openSimulatedWorkspace(world, process, scene, { bugs: bugs.workspace })
  return { workspace, definition: watched(world, process, scene.define(process)) }
}

/** One writer at a time: two processes at work on one run are a breach, whatever comes of it. */
const watched = (world: World, process: Process, definition: Definition): Definition => ({
  ...definition,
  async bench(workspace, run, watch) {
    const bench = await definition.bench(workspace, run, watch)
    if (!bench.ok) return bench
    const work = async (step: unknown, signal: AbortSignal) => {
      for (const [other, name] of world.working)
        if (other !== process && other.alive() && name === run.name)
          world.violate('law-10', `${other.id} and ${process.id} worked on one run at once`)
      world.working.set(process, run.name)
      const name = nameOf(step)
      try {
        await process.hook.before('work', name)
        const command = await bench.value.work(step, signal)
        await process.hook.after('work', name)
        return command
      } finally {
        world.working.delete(process)
        if (!process.alive()) world.crashedIn.add(name)
      }
    }
    return ok({ ...bench.value, work })
  },
})

const nameOf = (step: unknown): string =>
  typeof step === 'object' && step !== null && 'do' in step ? String(step.do) : String(step)

/** The names of all runs that have begun: a torn start is none. */
async function runsOf(history: History): Promise<readonly string[]> {
  const { workspace, definition } = seatFor(history)
  const names: string[] = []
  for (const name of await definition.names(workspace)) {
    const { history: path } = await definition.place(workspace, name)
    if (history.world.disk.read(path)?.includes('\n')) names.push(name)
  }
  return names
}

async function sit(history: History, sitting: Sitting): Promise<void> {
  const { death, fault, first } = sitting
  const { world, scene } = history
  const { chance } = world
  const runs = await runsOf(history)
  const name = runs.length === 0 ? null : chance.pick(runs)
  if (first === 'clock-back') world.clock.back()
  if (name !== null && first === 'late-report') await comeLate(history, name)
  if (name !== null && first === 'lose-projections') await loseFile(history, name)
  const does = sitting.does.map((doing): Doing => {
    const isAsked = name !== null && history.parked.has(name) && chance.happens(0.5)
    return doing === 'work' && isAsked ? 'answer' : doing
  })
  const isUndisturbed = death === null && fault === null && does.join() === 'work'
  const edits =
    first === 'edit-artifact' || (first === 'nothing' && chance.happens(scene.edits ?? 0))
  const awaited = name !== null && edits ? await editByHand(history, name) : null
  const before = world.acks.length
  const processes = does.map((_, index) =>
    world.open(index === 0 ? death : null, index === 0 ? fault : null),
  )
  const errands = does.map((doing): Errand => ({
    doing,
    name: awaited === null && chance.happens(scene.startsAnother ?? 0) ? null : name,
  }))
  await Promise.all(errands.map((errand, index) => act(history, processes[index]!, errand)))
  world.working.clear()
  showsOnlyWhatIsRecorded(world)
  const taken = world.acks.slice(before).flatMap(({ entries }) => entries)
  if (awaited !== null && isUndisturbed && !taken.some(({ event }) => event === awaited))
    world.violate('law-edit', `what a person made of ${name} was not taken`)
  if (death?.powerCut && processes.some((process) => !process.alive())) world.powerCut()
}

/** Somebody loses or damages a file that shows the state of a run. */
async function loseFile(history: History, name: string): Promise<void> {
  const { chance, disk } = history.world
  const { workspace, definition } = seatFor(history)
  const open = await openKnownRun(definition, workspace, name)
  const files = open.ok ? definition.files(workspace, open.value).map(({ path }) => path) : []
  const there = files.filter((path) => disk.exists(path))
  if (there.length > 0)
    disk.write(chance.pick(there), chance.happens(0.5) ? null : Buffer.from(damage))
}

/** Somebody edits a run's work; tells the event by which the run must take it, if it must. */
async function editByHand(history: History, name: string): Promise<string | null> {
  const { world, scene } = history
  const { workspace, definition } = seatFor(history)
  const open = await openKnownRun(definition, workspace, name)
  const edits = open.ok ? (scene.edit?.(open.value) ?? []) : []
  for (const { path, text } of edits) {
    world.disk.write(path, text === null ? null : Buffer.from(text))
    world.disk.sync(path)
    world.byHand.add(path, text)
  }
  return open.ok && edits.length > 0 ? ((await scene.takesEdit?.(open.value, edits)) ?? null) : null
}

/** Somebody reports on a state that the run has left, answers a question of long ago, or looks at it for later. */
async function comeLate(history: History, name: string): Promise<void> {
  const { stale, question, world } = history
  const { workspace, definition } = seatFor(history)
  const { machine, answer, stop } = definition
  const open = await openKnownRun(definition, workspace, name)
  if (!open.ok) return
  const [command] = stop({ reason: 'late', by: 'ada' }, null)
  if (stale?.name === name && command !== undefined)
    await handle(machine, open.value.store, {
      run: stale.run,
      seen: stale.run.mark.events,
      command,
    })
  const [now, then] = [open.value.state, question?.state].map(
    (state) => state && machine.due(state),
  )
  if (
    question?.name === name &&
    then?.type === 'gate' &&
    now?.type === 'gate' &&
    then.gate.id !== now.gate.id
  ) {
    const { id, shown, options } = then.gate
    const option = world.chance.pick(options).name
    const late = { gate: id, shown, option, by: 'late', at: 'then', feedback: 'because' }
    await commandRun(definition, workspace, open.value, answer(late))
  }
  const loaded = await load(machine, open.value.store)
  if (loaded.ok) history.stale = { name, run: loaded.value }
}

/** Crashes and simulated faults end a process; anything else that is thrown is a bug. */
async function act(history: History, process: Process, errand: Errand): Promise<string> {
  try {
    return await attempt(history, process, errand)
  } catch (error) {
    const isKnown =
      error instanceof Crash || (error instanceof Error && error.message.includes('simulated'))
    if (!isKnown)
      history.world.violate('law-0', error instanceof Error ? `${error.stack}` : String(error))
    return 'broken'
  }
}

async function attempt(history: History, process: Process, errand: Errand): Promise<string> {
  const { world, scene } = history
  const { workspace, definition } = seatFor(history, process)
  if (errand.name === null) {
    if (errand.doing !== 'work') return 'nothing'
    const started = await scene.start(workspace)
    if (!started.ok) return refused(world, started.error)
    return attempt(history, process, { ...errand, name: started.value })
  }
  const open = await openKnownRun(definition, workspace, errand.name)
  if (!open.ok) return refused(world, open.error)
  if (errand.isCalm) await opensAsItWas(history, definition, open.value)
  if (errand.doing === 'answer') return answerBy(history, { workspace, definition }, open.value)
  if (errand.doing === 'stop') {
    const stopped = await stopRun(definition, workspace, open.value, {
      reason: 'enough',
      by: 'ada',
    })
    return stopped.ok ? stopped.value : refused(world, stopped.error)
  }
  const rest = await carryRun(definition, workspace, open.value, watch)
  if (!rest.ok) return refused(world, rest.error)
  if (rest.value.type === 'parked') history.parked.add(errand.name)
  else history.parked.delete(errand.name)
  const last = world.acks.findLast(({ entries }) => entries[0]?.run_id === open.value.runId)
  const events = last?.entries.at(-1)?.n ?? 0
  history.closed.set(errand.name, { events, state: JSON.stringify(rest.value.state) })
  return rest.value.type
}

const watch = {
  state: () => undefined,
  progress: () => undefined,
  note: () => undefined,
  pause: new AbortController().signal,
}

/** A run that is opened again is to the letter as it was closed, by its history and by its snapshot. */
async function opensAsItWas(
  { world, closed }: History,
  { machine }: Definition,
  { name, store, state }: OpenRun<State>,
): Promise<void> {
  const whole = await store.journal.read()
  const snapshot = await store.readSnapshot()
  const tail = snapshot === null ? null : await store.journal.read(snapshot.mark)
  if (!whole.ok) return
  const { mark } = whole.value
  const before = closed.get(name)
  if (before?.events === mark.events && before.state !== JSON.stringify(state))
    world.violate('law-1', `${name} is not opened as it was closed`)
  if (!tail?.ok) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a snapshot holds a state of its machine
  const folded = tail.value.entries.reduce(machine.evolve, snapshot?.state as State)
  if (JSON.stringify([folded, tail.value.mark]) !== JSON.stringify([state, mark]))
    world.violate('law-1', `the snapshot of ${name} gives another run than its history`)
}

/** A person says something to the open question; now and then to one that was open long ago. */
async function answerBy(
  history: History,
  { workspace, definition }: Seat,
  open: OpenRun<State>,
): Promise<string> {
  const { world, scene, question } = history
  const { chance } = world
  const isLate = question?.name === open.name && chance.happens(0.2)
  const state = isLate ? question.state : open.state
  const due = definition.machine.due(state)
  if (due.type === 'gate') history.question ??= open
  const choice = due.type === 'gate' ? (scene.choose ?? anyOption)(due.gate, chance) : null
  const by = `person-${chance.below(1_000_000)}`
  const answered = await answerRun(
    definition,
    workspace,
    { ...open, state },
    chance.happens(0.03) ? { option: 'nonsense', by } : { option: 'abort', ...choice, by },
  )
  return answered.ok ? 'answered' : refused(world, answered.error)
}

const anyOption: NonNullable<AnyScene['choose']> = ({ options }, chance) => ({
  option: chance.pick(options).name,
  feedback: 'because',
})

/** Refusals are fine; a history that cannot be read any more never is. */
function refused(world: World, { what }: Problem): string {
  if (/damaged|no history|no readable history|can not be read/.test(what))
    world.violate('law-2', what)
  return 'refused'
}

const mostRounds = 120

/** Calm processes and patient people must bring every run to its end. */
async function bringToEnd(history: History): Promise<void> {
  const { world } = history
  const settled = new Set<string>()
  for (let round = 0; round < mostRounds && world.violations.length === 0; round += 1) {
    const runs = await runsOf(history)
    const name = runs.find((each) => !settled.has(each)) ?? null
    if (name === null && runs.length > 0) return
    const outcome = await act(history, world.open(), { doing: 'work', name, isCalm: true })
    if (outcome === 'ended' && name !== null) settled.add(name)
    if (outcome !== 'parked' || name === null) continue
    if (world.chance.happens(0.1)) await comeLate(history, name)
    await act(history, world.open(), { doing: 'answer', name, isCalm: true })
  }
  if (world.violations.length === 0)
    world.violate('law-2', 'calm processes could not bring all runs to their end')
}

async function holdAgainstLaws(history: History): Promise<string> {
  const { world, scene } = history
  const { workspace, definition } = seatFor(history)
  const cases: Case<State>[] = []
  for (const name of await runsOf(history)) {
    const open = await openKnownRun(definition, workspace, name)
    const read = open.ok ? await open.value.store.journal.read() : null
    if (open.ok && read?.ok) cases.push({ run: open.value, entries: read.value.entries, workspace })
    else world.violate('law-2', `the history of ${name} cannot be read`)
  }
  for (const { entries } of world.acks)
    if (!cases.some(({ run }) => run.runId === entries[0]?.run_id))
      world.violate('law-2', `${entries[0]?.run_id} was started and is gone`)
  for (const found of cases)
    world.violations.push(
      ...(await lawsOfRun(world, definition, found)),
      ...((await scene.laws?.(found)) ?? []),
    )
  world.violations.push(...(scene.lawsOfAll?.(cases) ?? []))
  const due = cases.map(({ run }) => definition.machine.due(run.state)).at(-1)
  return due?.type === 'ended' ? due.ending.reason : 'none'
}
