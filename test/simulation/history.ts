import { answerRun } from '../../src/engine/answer-run.ts'
import { carryRun } from '../../src/engine/carry-run.ts'
import { stopRun } from '../../src/engine/command-run.ts'
import { locateRun, openRun } from '../../src/engine/open-run.ts'
import type { Watch } from '../../src/engine/workflow.ts'
import { reflex } from '../../src/workflows/reflex/definition.ts'
import type { ReflexRun } from '../../src/workflows/reflex/places.ts'
import { confirmBoth, startLoop } from '../../src/workflows/reflex/start.ts'
import { handle, load, type Run } from '../../src/engine/run.ts'
import type { Problem } from '../../src/model/problem.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { checkLaws } from './laws.ts'
import { alias, evolution, houseFor, setupBy } from './reflex.ts'
import type { Script, Sitting } from './script.ts'
import type { Bugs, Told } from './told.ts'
import { Crash, openWorld, type Process, type World } from './world.ts'

/** Runs one whole history: the disturbed sittings of the script, then a calm one to the end, then the laws. */
export async function runHistory(script: Script, bugs: Bugs = {}): Promise<Told> {
  const world = openWorld(script.seed, bugs.disk)
  const history: History = {
    world,
    bugs,
    setup: setupBy(world.chance),
    confirmed: world.chance.happens(0.75),
    stale: null,
    persons: [],
  }
  for (const sitting of script.sittings) await sit(history, sitting)
  await bringToEnd(history)
  const state = world.violations.some(({ law }) => law === 'law-0')
    ? null
    : await checkLaws(world, houseFor(world, world.open(), bugs.house), history)
  return {
    violations: world.violations,
    events: world.acks.flatMap(({ entries }) => entries.map(({ event }) => event)),
    end: state?.at === 'ended' ? state.stop.code : 'none',
    crashedIn: world.crashedIn,
  }
}

export type History = {
  readonly world: World
  readonly bugs: Bugs
  readonly setup: ReturnType<typeof setupBy>
  readonly confirmed: boolean
  /** A state that somebody looked at and may report on much later. */
  stale: Run<ReflexState> | null
  /** Who decided, in the order in which they tried. */
  readonly persons: string[]
}

async function sit(history: History, { does, death, fault, first }: Sitting): Promise<void> {
  const { world } = history
  await prelude(history, first)
  const processes = does.map((_, index) =>
    world.open(index === 0 ? death : null, index === 0 ? fault : null),
  )
  await Promise.all(does.map((doing, index) => act(history, processes[index]!, doing)))
  for (const process of processes) world.working.delete(process)
  if (death?.powerCut && processes.some((process) => !process.alive())) world.powerCut()
}

async function prelude(history: History, first: Sitting['first']): Promise<void> {
  const { world } = history
  const files = ['run.json', 'artifact.md'].map((name) => `${evolution}/${alias}/${name}`)
  if (first === 'clock-back') world.clock.back()
  if (first === 'lose-projections') {
    const path = world.chance.pick([...files.slice(0, 1), `${evolution}/current.json`])
    if (world.disk.exists(path))
      world.disk.write(path, world.chance.happens(0.5) ? null : Buffer.from('{"half'))
  }
  if (first === 'edit-artifact' && world.disk.exists(files[1]!))
    world.disk.write(files[1]!, Buffer.from(`# Edited by hand ${world.chance.below(100)}\n`))
  if (first === 'late-report') await reportLate(history)
}

/** Someone reports on a state that the run has left long ago, or remembers the state of now for later. */
async function reportLate(history: History): Promise<void> {
  const { world, bugs } = history
  const house = houseFor(world, world.open(), bugs.house)
  if (!world.disk.exists(`${evolution}/${alias}/history.jsonl`)) return
  const { store } = await locateRun(reflex, house, alias)
  if (history.stale !== null && history.stale.state.at === 'working')
    await handle(reflexMachine, store, {
      run: history.stale,
      seen: history.stale.mark.events,
      command: { type: 'stop', reason: 'late' },
    })
  const loaded = await load(reflexMachine, store)
  if (loaded.ok) history.stale = loaded.value
}

async function act(
  history: History,
  process: Process,
  doing: Sitting['does'][number],
): Promise<string> {
  const { world } = history
  let step = 'nowhere'
  const watch = {
    state: ({ state }: ReflexRun) => void (step = state.step),
    progress: () => undefined,
    note: () => undefined,
    pause: new AbortController().signal,
  }
  try {
    return await attempt(history, process, { doing, watch })
  } catch (error) {
    if (error instanceof Crash) world.crashedIn.add(step)
    else if (!isSimulatedFault(error))
      world.violate(
        'law-0',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      )
    return 'broken'
  } finally {
    if (!process.alive()) world.crashedIn.add(step)
  }
}

const isSimulatedFault = (error: unknown) =>
  error instanceof Error && error.message.includes('simulated')

type Attempt = {
  readonly doing: Sitting['does'][number]
  readonly watch: Watch<ReflexRun>
}

async function attempt(
  history: History,
  process: Process,
  { doing, watch }: Attempt,
): Promise<string> {
  const { world, bugs, setup } = history
  const house = houseFor(world, process, bugs.house)
  const found = world.disk.exists(`${evolution}/${alias}/history.jsonl`)
    ? await openRun(reflex, house, alias)
    : null
  if (!found?.ok) {
    if (doing !== 'work') return 'nothing'
    const confirmed =
      history.confirmed || bugs.confirmsItself ? confirmBoth(setup, 'ada', 'then') : []
    const started = await startLoop(house, { setup }, confirmed)
    const run = started.ok ? await openRun(reflex, house, started.value) : started
    const rest = run.ok ? await carryRun(reflex, house, run.value, watch) : run
    return rest.ok ? rest.value.type : complain(world, rest.error)
  }
  if (doing === 'answer') return answer(history, found.value, process)
  if (doing === 'stop') {
    const stopped = await stopRun(reflex, house, found.value, { reason: 'enough', by: 'ada' })
    return stopped.ok ? stopped.value : complain(world, stopped.error)
  }
  const rest = await carryRun(reflex, house, found.value, watch)
  return rest.ok ? rest.value.type : complain(world, rest.error)
}

async function answer(history: History, run: ReflexRun, process: Process): Promise<string> {
  const { world, bugs } = history
  const by = `person-${process.id}`
  history.persons.push(by)
  const option = world.chance.pick([
    'confirm',
    'confirm',
    'confirm',
    'change',
    'cancel',
    'met',
    'unmet',
  ])
  const details = option === 'change' ? { maxIterations: 1 + world.chance.below(4) } : {}
  const house = houseFor(world, process, bugs.house)
  const answered = await answerRun(reflex, house, run, { option, by, details })
  return answered.ok ? 'answered' : complain(world, answered.error)
}

/** Refusals are fine; a history that cannot be read any more never is. */
function complain(world: World, problem: Problem): string {
  if (problem.what.includes('damaged') || problem.what.includes('no readable history'))
    world.violate('law-2', problem.what)
  return 'refused'
}

/** Calm processes and patient people must bring every run to its end. */
async function bringToEnd(history: History): Promise<void> {
  const { world, bugs } = history
  for (let round = 0; round < 14 && world.violations.length === 0; round += 1) {
    const process = world.open()
    const outcome = await act(history, process, 'work')
    world.working.clear()
    if (outcome === 'ended') return
    if (outcome !== 'parked') continue
    const house = houseFor(world, world.open(), bugs.house)
    const now = await openRun(reflex, house, alias)
    if (!now.ok) continue
    const by = `person-${process.id}-calm`
    history.persons.push(by)
    const option = now.value.state.at === 'deciding' ? 'met' : 'confirm'
    await answerRun(reflex, house, now.value, { option, by })
    const after = await openRun(reflex, house, alias)
    if (after.ok && after.value.state.at === 'ended') return
  }
  if (world.violations.length === 0)
    world.violate('law-2', 'calm processes could not bring the run to its end')
}
