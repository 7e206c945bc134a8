import type { Workspace } from '../../src/ports/workspace.ts'
import { carryRun } from '../../src/engine/carry-run.ts'
import { stopRun } from '../../src/engine/command-run.ts'
import { locateRun, openKnownRun } from '../../src/engine/open-run.ts'
import type { Watch } from '../../src/engine/workflow.ts'
import { gan } from '../../src/workflows/gan/definition.ts'
import type { GanRun } from '../../src/workflows/gan/places.ts'
import { startGan } from '../../src/workflows/gan/start.ts'
import { handle, load, type Run } from '../../src/engine/run.ts'
import type { Config } from '../../src/model/config.ts'
import { gateFor } from '../../src/workflows/gan/gate.ts'
import { ganMachine } from '../../src/workflows/gan/machine.ts'
import type { GanState } from '../../src/workflows/gan/state.ts'
import { holdGanAgainstLaws } from './gan-app-laws.ts'
import { type Hands, tamper } from './gan-hands.ts'
import {
  bringInputs,
  configBy,
  type EarlierProject,
  ganHouse,
  project,
  runsOn,
} from './gan-house.ts'
import { answer, complain } from './gan-people.ts'
import { showsOnlyWhatIsRecorded } from './gan-shown-law.ts'
import type { Script, Sitting } from './script.ts'
import type { Bugs, Told } from './told.ts'
import { type Ack, Crash, openWorld, type Process, type World } from './world.ts'

type GanHistory = {
  readonly world: World
  readonly bugs: Bugs
  readonly config: Config
  readonly earlier: readonly EarlierProject[]
  readonly wantsContract: boolean
  readonly hands: Hands
  /** States that somebody looked at and may act upon much later. */
  stale: { readonly runId: string; readonly run: Run<GanState> } | null
  question: GanRun | null
  /** Runs that wait for a person. */
  readonly parked: Set<string>
}

type Doing = Sitting['does'][number]
type Errand = { readonly doing: Doing; readonly runId: string | null; readonly calm?: boolean }

/** One history of whole loops of pages: disturbed sittings, then calm ones to the end, then the laws. */
export async function runGanHistory(script: Script, bugs: Bugs = {}): Promise<Told> {
  const world = openWorld(script.seed, bugs.disk)
  const { earlier, wantsContract } = bringInputs(world)
  const history: GanHistory = {
    world,
    bugs,
    config: configBy(world.chance),
    earlier,
    wantsContract,
    hands: { written: new Set(), removed: new Set() },
    stale: null,
    question: null,
    parked: new Set(),
  }
  for (const sitting of script.sittings) await sit(history, sitting)
  await bringToEnd(history)
  const ends = world.violations.some(({ law }) => law === 'law-0')
    ? []
    : await holdGanAgainstLaws(history, houseOf(history, world.open()))
  return {
    violations: world.violations,
    events: world.acks.flatMap(({ entries }) => entries.map(({ event }) => event)),
    end: ends.at(-1) ?? 'none',
    crashedIn: world.crashedIn,
  }
}

const houseOf = ({ world, config, bugs }: GanHistory, process: Process): Workspace =>
  ganHouse(world, process, { config, bugs: bugs.house })

/** A loop of pages passes more boundaries than others, so most deaths come later. */
const stretches = [1, 2, 3, 4]

async function sit(history: GanHistory, sitting: Sitting): Promise<void> {
  const { death, fault, first } = sitting
  const { world, hands } = history
  const { chance } = world
  const runs = runsOn(world)
  const runId = runs.length === 0 ? null : chance.pick(runs)
  if (first === 'clock-back') world.clock.back()
  if (runId !== null && first === 'late-report') await reportLate(history, runId)
  const does = sitting.does.map((doing): Doing => {
    const asked = runId !== null && history.parked.has(runId) && chance.happens(0.6)
    return doing === 'work' && asked ? 'answer' : doing
  })
  // sites lie there for people to change them, which they do more often than lose a file
  const edits = first === 'nothing' && chance.happens(0.45)
  const tampering = { runId: runId ?? '', first: edits ? 'edit-artifact' : first } as const
  const edited = runId !== null && tamper(world, hands, tampering)
  const calmly = death === null && fault === null && does.join() === 'work'
  const awaited = edited && calmly && (await takesEdits(history, runId)) ? runId : null
  const before = world.acks.length
  const dying = death && { ...death, at: death.at * (stretches[death.at % 4] ?? 1) }
  const processes = does.map((_, index) =>
    world.open(index === 0 ? dying : null, index === 0 ? fault : null),
  )
  // now and then a second project is begun beside the first
  const errands = does.map((doing): Errand => ({
    doing,
    runId: awaited === null && chance.happens(0.12) ? null : runId,
  }))
  await Promise.all(errands.map((errand, index) => act(history, processes[index]!, errand)))
  for (const process of processes) world.working.delete(process)
  showsOnlyWhatIsRecorded(world, hands)
  if (awaited !== null && !world.acks.slice(before).some((ack) => isEdit(ack, awaited)))
    world.violate('law-edit', `what a person made of the site of ${awaited} was not taken`)
  if (death?.powerCut && processes.some((process) => !process.alive())) world.powerCut()
}

const isEdit = ({ entries }: Ack, runId: string): boolean =>
  entries.some((entry) => entry.run_id === runId && entry.event === 'site_edited')

/** A run takes edits while it waits to judge the site, and at a question that nobody has answered. */
async function takesEdits(history: GanHistory, runId: string): Promise<boolean> {
  const open = await openKnownRun(gan, houseOf(history, history.world.open()), runId)
  if (!open.ok || open.value.state.contract === null || open.value.state.site === null) return false
  const { state, store } = open.value
  if (state.at !== 'asking') return state.at === 'evaluating'
  return (await store.decision(gateFor(state).id)) === null
}

/** Someone reports on a state that the run has left long ago, or remembers the state of now for later. */
async function reportLate(history: GanHistory, runId: string): Promise<void> {
  const { world, stale } = history
  const { store } = await locateRun(gan, houseOf(history, world.open()), runId)
  if (stale !== null && stale.runId === runId && stale.run.state.at !== 'ended')
    await handle(ganMachine, store, {
      run: stale.run,
      seen: stale.run.mark.events,
      command: { type: 'stop', reason: 'late', by: 'ada' },
    })
  const loaded = await load(ganMachine, store)
  if (loaded.ok) history.stale = { runId, run: loaded.value }
}

async function act(history: GanHistory, process: Process, errand: Errand): Promise<string> {
  const { world } = history
  let step = 'nowhere'
  const watch: Watch<GanRun> = {
    state: ({ state }) => void (step = state.at),
    progress: () => undefined,
    note: () => undefined,
    pause: calm,
  }
  try {
    return await attempt(history, houseOf(history, process), { errand, watch })
  } catch (error) {
    const known =
      error instanceof Crash || (error instanceof Error && error.message.includes('simulated'))
    if (!known)
      world.violate(
        'law-0',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      )
    return 'broken'
  } finally {
    if (!process.alive()) world.crashedIn.add(step)
  }
}

const calm = new AbortController().signal

type Attempt = { readonly errand: Errand; readonly watch: Watch<GanRun> }

async function attempt(
  history: GanHistory,
  house: Workspace,
  { errand, watch }: Attempt,
): Promise<string> {
  const { world } = history
  if (errand.runId === null) {
    if (errand.doing !== 'work') return 'nothing'
    const wishes = { by: 'ada', contract: history.wantsContract }
    const started = await startGan(house, project, wishes)
    if (!started.ok) return complain(world, started.error)
    return carry(history, house, { runId: started.value.name, watch })
  }
  if (errand.doing === 'work') return carry(history, house, { runId: errand.runId, watch })
  const open = await openKnownRun(gan, house, errand.runId)
  if (!open.ok) return complain(world, open.error)
  if (errand.doing === 'answer') {
    const answered = await answer(history, house, { open: open.value, calm: errand.calm === true })
    return answered ? carry(history, house, { runId: errand.runId, watch }) : 'refused'
  }
  const stopped = await stopRun(gan, house, open.value, { reason: 'enough', by: 'ada' })
  return stopped.ok ? stopped.value : complain(world, stopped.error)
}

async function carry(
  { world, parked }: GanHistory,
  house: Workspace,
  { runId, watch }: { readonly runId: string; readonly watch: Watch<GanRun> },
): Promise<string> {
  const open = await openKnownRun(gan, house, runId)
  if (!open.ok) return complain(world, open.error)
  const rest = await carryRun(gan, house, open.value, watch)
  if (!rest.ok) return complain(world, rest.error)
  if (rest.value.type === 'parked') parked.add(runId)
  else parked.delete(runId)
  return rest.value.type
}

const mostRounds = 90

/** Calm processes and patient people must bring every run to its end. */
async function bringToEnd(history: GanHistory): Promise<void> {
  const { world } = history
  const settled = new Set<string>()
  for (let round = 0; round < mostRounds && world.violations.length === 0; round += 1) {
    const runs = runsOn(world)
    const runId = runs.find((each) => !settled.has(each)) ?? null
    if (runId === null && runs.length > 0) return
    let outcome = await act(history, world.open(), { doing: 'work', runId })
    world.working.clear()
    if (outcome === 'parked' && runId !== null)
      outcome = await act(history, world.open(), { doing: 'answer', runId, calm: true })
    world.working.clear()
    if (outcome === 'ended' && runId !== null) settled.add(runId)
  }
  if (world.violations.length === 0)
    world.violate('law-2', 'calm processes could not bring all runs to their end')
}
