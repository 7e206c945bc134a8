import { unkeyed } from '../../src/kit/seal.contract.ts'
import { openFileBlobs } from '../../src/adapters/blobs-files/blobs.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { openFileProjections } from '../../src/adapters/projection-files/projections.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import { drive } from '../../src/engine/drive.ts'
import { handle, load, type Run } from '../../src/engine/run.ts'
import type { Entry } from '../../src/model/entry.ts'
import { historyStands } from './acknowledged.ts'
import type { Bugs, Told } from './told.ts'
import type { Script, Sitting } from './script.ts'
import { witnessJournal, witnessStops } from './witness.ts'
import type { AnyWorkflow } from './workflow.ts'
import { Crash, openWorld, type Process, processDisk, type World } from './world.ts'

type Stage = {
  readonly world: World
  readonly workflow: AnyWorkflow
  readonly bugs: Bugs
  readonly confirmed: boolean
  readonly decided: Map<string, string>
  stale: Run<unknown> | null
  /** The state in which a process left the run, and the last event by then. */
  closed: { readonly after: number; readonly state: string } | null
}

const history = '/w/run/history.jsonl'
const runId = 'sim-run'

/** One history of the engine and its files with a workflow whose steps are answered by chance. */
export async function runEngineHistory(
  script: Script,
  workflow: AnyWorkflow,
  bugs: Bugs = {},
): Promise<Told> {
  const world = openWorld(script.seed, bugs.disk)
  const stage: Stage = {
    world,
    workflow,
    bugs,
    confirmed: world.chance.happens(0.75),
    decided: new Map(),
    stale: null,
    closed: null,
  }
  for (const sitting of script.sittings) await sit(stage, sitting)
  for (let round = 0; round < 80 && !(await calmly(stage)); round += 1);
  const end = await holdAgainstLaws(stage)
  return {
    violations: world.violations,
    events: world.acks.flatMap(({ entries }) => entries.map(({ event }) => event)),
    end,
    crashedIn: world.crashedIn,
  }
}

function open({ world, bugs }: Stage, process: Process) {
  const disk = processDisk(world, process)
  const journal = openFileJournal(disk, world.clock, { path: history, runId, version: 1 })
  const take = async (path: string) =>
    bugs.house?.locksNothing
      ? ({ ok: true, value: { release: async () => undefined } } as const)
      : process.lock(path)
  const house = bugs.house ?? {}
  const witnessed = witnessJournal(world, process, { journal, bugs: house })
  const store = openRunStore(disk, world.clock, {
    seal: unkeyed,
    folder: '/w/private',
    runId,
    journal: witnessed,
    takeLock: take,
  })
  return {
    disk,
    store: witnessStops(world, store, house),
    blobs: openFileBlobs(disk, '/w/blobs'),
  }
}

async function sit(stage: Stage, { does, death, fault, first }: Sitting): Promise<void> {
  const { world } = stage
  if (first === 'clock-back') world.clock.back()
  if (first === 'lose-projections') world.disk.write('/w/run/run.json', null)
  if (first === 'late-report')
    await guarded(stage, world.open(), (process) => reportLate(stage, process))
  const processes = does.map((_, index) =>
    world.open(index === 0 ? death : null, index === 0 ? fault : null),
  )
  await Promise.all(
    does.map((doing, index) =>
      guarded(stage, processes[index]!, (process) => act(stage, process, doing)),
    ),
  )
  world.working.clear()
  showsOnlyWhatIsRecorded(world)
  if (death?.powerCut && processes.some((process) => !process.alive())) world.powerCut()
}

/** Law 1: what people see was recorded before they saw it, also right after a crash. */
function showsOnlyWhatIsRecorded(world: World): void {
  const shown = world.disk.read('/w/run/run.json')?.toString()
  if (shown !== undefined && world.powerCuts() === 0 && !world.shown.includes(shown))
    world.violate('law-1', `run.json shows what was never recorded: ${shown.slice(0, 60)}`)
}

/** Crashes and simulated faults end a process; anything else that is thrown is a bug. */
async function guarded(
  stage: Stage,
  process: Process,
  work: (process: Process) => Promise<string>,
): Promise<string> {
  try {
    return await work(process)
  } catch (error) {
    const known =
      error instanceof Crash || (error instanceof Error && error.message.includes('simulated'))
    if (!known)
      stage.world.violate(
        'law-0',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      )
    return 'broken'
  }
}

async function act(
  stage: Stage,
  process: Process,
  doing: Sitting['does'][number],
): Promise<string> {
  const { world, workflow } = stage
  const { store, disk, blobs } = open(stage, process)
  const lock = await store.lock()
  if (!lock.ok) {
    if (doing === 'stop') await store.requestStop({ reason: 'enough', by: 'ada', at: 'now' })
    return 'busy'
  }
  try {
    const loaded = await load(workflow.machine, store)
    if (!loaded.ok) return complain(world, loaded.error.type)
    let run = loaded.value
    await opensAsItWas(stage, store, run)
    // somebody who looks now may report much later
    if (run.mark.events > 0) stage.stale ??= run
    if (run.mark.events === 0) {
      if (doing !== 'work') return 'nothing'
      const started = await handle(workflow.machine, store, {
        run,
        seen: 0,
        command: workflow.start(
          world.chance,
          stage.confirmed || stage.bugs.confirmsItself === true,
        ),
      })
      if (!started.ok) return complain(world, started.error.type)
      run = started.value
    }
    const projections = openFileProjections(disk, 0)
    const show = (state: unknown) => {
      const files = workflow.files(state, blobs)
      for (const { content } of files) if (typeof content === 'string') world.shown.push(content)
      projections.show(files)
    }
    if (doing !== 'work') {
      const given = doing === 'stop' ? workflow.stop : await decide(stage, { run, store })
      if (given === null) return 'nothing'
      const taken = await handle(workflow.machine, store, {
        run,
        seen: run.mark.events,
        command: given,
      })
      if (taken.ok) show(taken.value.state)
      await projections.settled()
      return taken.ok ? doing : 'refused'
    }
    const rest = await drive(
      {
        machine: workflow.machine,
        store,
        work: async (step: unknown) => {
          await enter(world, process, step)
          const command = await workflow.work(step, {
            chance: world.chance,
            blobs,
            elapsedMs: () => world.clock.elapsedMs(),
          })
          world.working.delete(process)
          return command
        },
        stopCommands: (_, result) => (result === null ? [workflow.stop] : [result, workflow.stop]),
        changed: show,
        pause: calm,
      },
      run,
    )
    await projections.settled()
    if (rest.type === 'broken') return complain(world, rest.failure.type)
    stage.closed = { after: world.acks.at(-1)?.entries.at(-1)?.n ?? 0, state: text(rest.state) }
    return rest.type
  } finally {
    await lock.value.release()
  }
}

/** A run that is opened again is to the letter as it was closed, by its history and by its snapshot. */
async function opensAsItWas(
  { world, workflow, closed }: Stage,
  store: ReturnType<typeof open>['store'],
  run: Run<unknown>,
): Promise<void> {
  if (closed?.after === run.mark.events && closed.state !== text(run.state))
    world.violate('law-1', 'the run is not opened as it was closed')
  const snapshot = await store.readSnapshot()
  const tail = snapshot === null ? null : await store.journal.read(snapshot.mark)
  if (!tail?.ok) return
  const { entries, mark } = tail.value
  const folded = entries.reduce(workflow.machine.evolve, snapshot?.state)
  if (text([folded, mark]) !== text([run.state, run.mark]))
    world.violate('law-1', 'the snapshot gives another run than the history')
}

const text = (value: unknown): string => JSON.stringify(value)

const calm = new AbortController().signal

/** One writer at a time: two processes at work on one run are a breach, whatever comes of it. */
async function enter(world: World, process: Process, step: unknown): Promise<void> {
  const name =
    typeof step === 'object' && step !== null && 'do' in step ? String(step.do) : String(step)
  for (const other of world.working)
    if (other !== process && other.alive())
      world.violate('law-10', `processes ${other.id} and ${process.id} worked on one run at once`)
  world.working.add(process)
  try {
    await process.hook.before('work', name)
    await process.hook.after('work', name)
  } catch (error) {
    world.crashedIn.add(name)
    throw error
  }
}

/** What a person says to the open question, or what another said first; null where nothing is asked. */
async function decide(
  stage: Stage,
  { run, store }: { run: Run<unknown>; store: ReturnType<typeof open>['store'] },
): Promise<unknown> {
  const { workflow, world } = stage
  const due = workflow.machine.due(run.state)
  if (due.type !== 'gate') return null
  const by = `person-${world.chance.below(1_000_000)}`
  const option = workflow.decideBy(due.gate, world.chance)
  const { id, shown } = due.gate
  const secured = await store.journal.secure()
  if (!secured.ok) return null
  const decided = await store.decide({ gate: id, option, by, at: 'then', shown })
  const decision = decided.ok ? decided.value : decided.error
  if (!stage.decided.has(id)) stage.decided.set(id, decision.by)
  return workflow.answer(run.state, decision, world.chance)
}

/** A report on a state that the run has left since must not be taken. */
async function reportLate(stage: Stage, process: Process): Promise<string> {
  if (stage.stale === null) return 'nothing'
  const { machine, stop } = stage.workflow
  const { store } = open(stage, process)
  const { stale } = stage
  return (await handle(machine, store, { run: stale, seen: stale.mark.events, command: stop })).ok
    ? 'taken'
    : 'refused'
}

function complain(world: World, failure: string): string {
  if (failure === 'damaged') world.violate('law-2', 'the history cannot be read any more')
  return 'refused'
}

/** A process that nothing disturbs: true once the run has ended. */
async function calmly(stage: Stage): Promise<boolean> {
  const outcome = await guarded(stage, stage.world.open(), (process) => act(stage, process, 'work'))
  stage.world.working.clear()
  if (stage.world.violations.length > 0 || outcome === 'ended') return true
  if (outcome === 'parked')
    await guarded(stage, stage.world.open(), (process) => act(stage, process, 'answer'))
  return false
}

async function holdAgainstLaws(stage: Stage): Promise<string> {
  const { world, workflow } = stage
  if (world.violations.some(({ law }) => law === 'law-0')) return 'none'
  const { store, blobs } = open(stage, world.open())
  const read = await store.journal.read()
  if (!read.ok) return fail(world, 'law-2', 'the history cannot be read any more')
  const state = read.value.entries.reduce(workflow.machine.evolve, workflow.machine.initial)
  const due = workflow.machine.due(state)
  if (due.type !== 'ended')
    return fail(
      world,
      'law-2',
      `calm processes could not bring the run to its end, it waits for a ${due.type}`,
    )
  for (const { path, content } of workflow.files(state, blobs)) {
    const expected = typeof content === 'function' ? await content() : content
    if (!isSame(world.disk.read(path), expected))
      world.violate('law-1', `${path} does not show the fold of the history`)
  }
  for (const hash of workflow.versions(state))
    if ((await blobs.get(hash)) === null)
      world.violate('law-9', `version ${hash.slice(0, 8)} is lost`)
  for (const violation of [
    ...historyStands(world, read.value.entries),
    ...workflow.laws(read.value.entries, state),
    ...gatesHold(stage, read.value.entries),
  ])
    world.violations.push(violation)
  return due.ending.reason
}

/** Files hold texts or bytes; what cannot be known any more is not asked for. */
const isSame = (found: Buffer | null, expected: string | Uint8Array | null | undefined): boolean =>
  expected === undefined ||
  (expected === null ? found === null : (found?.equals(Buffer.from(expected)) ?? false))

function fail(world: World, law: string, what: string): string {
  world.violate(law, what)
  return 'none'
}

/** Law 6: each gate is answered once, as whoever came first decided; nothing confirms itself. */
function gatesHold(
  { decided, confirmed }: Stage,
  entries: readonly Entry[],
): readonly { law: string; what: string }[] {
  const broken = (what: string) => [{ law: 'law-6', what }]
  const started = entries[0]?.payload['confirmed']
  if (!confirmed && Array.isArray(started) && started.length > 0)
    return broken('the run confirmed itself')
  const seen = new Set<string>()
  return entries.flatMap(({ event, payload }) => {
    if (event !== 'gate_answered') return []
    const { gate, by } = payload['answer'] as { gate: string; by: string }
    if (seen.has(gate)) return broken(`${gate} was answered twice`)
    seen.add(gate)
    return decided.get(gate) === by
      ? []
      : broken(`${gate} was decided by ${decided.get(gate)}, recorded for ${by}`)
  })
}
