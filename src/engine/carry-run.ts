import { join } from 'node:path'
import { exitCodes, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { isSameAgent, updateOf } from '../model/same-agent.ts'
import type { Workspace } from '../ports/workspace.ts'
import { hostRunOf, underLock } from './command-run.ts'
import { drive, type Rest } from './drive.ts'
import { runProblem } from './open-run.ts'
import { handle, load, type Run } from './run.ts'
import {
  type Bench,
  type Bound,
  isBegun,
  type OpenRun,
  type RunState,
  type Watch,
  type WorkflowDefinition,
} from './workflow.ts'

/** How a run came to rest, once it is known that it did not break. */
export type Resting<State> = Exclude<Rest<State>, { type: 'broken' }>

/** Carries a run under its lock until it ends, waits for a person, or is paused. */
export async function carryRun<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
  watch: Watch<OpenRun<State>>,
): AsyncResult<Resting<State> & { readonly run: OpenRun<State> }> {
  const bench = await workflow.bench(workspace, run, watch)
  if (!bench.ok) return bench
  const sitting = { workflow, workspace, watch, bench: bench.value }
  const rest = await underLock(workspace, run, watch, async () => {
    try {
      await sweep(workspace, workflow.swept(workspace, run))
      await workspace.hostDesk.begin(hostRunOf(workflow, workspace, run))
      const taken = await takeUp(sitting, run)
      return taken.ok ? await driveToRest(sitting, run, taken.value) : taken
    } finally {
      await bench.value.close?.()
    }
  })
  if (!rest.ok) return rest
  const { state } = rest.value
  if (!isBegun(state)) throw new Error('a run lost its beginning')
  const rested = { ...run, state }
  const settled = await workflow.settle?.(workspace, rested)
  return settled?.ok === false ? settled : ok({ ...rest.value, run: rested })
}

type Sitting<State extends RunState, Command, Step> = {
  readonly workflow: WorkflowDefinition<State, Command, Step>
  readonly workspace: Workspace
  readonly watch: Watch<OpenRun<State>>
  readonly bench: Bench<State, Command, Step>
}

/** Half-written files of a process that was killed. Only the holder of the lock writes here. */
async function sweep({ disk }: Pick<Workspace, 'disk'>, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const name of await disk.list(folder))
      if (/\.[0-9a-f]{12}\.tmp$/.test(name)) await disk.remove(join(folder, name))
}

/** Loads a run and takes in what happened while nobody worked: a crash, a decision, an edit, another set-up. */
async function takeUp<State extends RunState, Command, Step>(
  { workflow, workspace, watch, bench }: Sitting<State, Command, Step>,
  run: OpenRun<State>,
): AsyncResult<Run<State>> {
  const { machine } = workflow
  const loaded = await load(machine, run.store)
  if (!loaded.ok) return err(runProblem(workspace, run, loaded.error))
  const { state, notes, mark } = loaded.value
  notes.forEach((note) => watch.note(note))
  if (!isBegun(state)) return ok(loaded.value)
  const open = { ...run, state }
  const decided = await unheardDecision(workflow, open)
  if (decided === null && workflow.isOver(state)) return ok(loaded.value)
  const changed = changedSetup(workflow.bound(state), bench.bound)
  if (changed !== null)
    return err(
      usageProblem(
        `${changed.what} changed since ${run.name} started${changed.how}; a run keeps what it started with`,
        `set it back and resume, or end the run (loopwright stop --run ${run.name}) and start another: ${workflow.begin}`,
        'loopwright.yaml',
      ),
    )
  for (const note of updates(workflow.bound(state), bench.bound)) watch.note(note)
  const edited =
    decided === null ? await workflow.edited?.(workspace, open, (text) => watch.note(text)) : null
  if (edited?.ok === false) return edited
  const command = decided ?? edited?.value ?? null
  if (command === null) return ok(loaded.value)
  const taken = await handle(machine, run.store, { run: loaded.value, seen: mark.events, command })
  if (taken.ok) return taken
  // a decision on something else than what the gate shows now is none
  return taken.error.type === 'refused'
    ? ok(loaded.value)
    : err(runProblem(workspace, run, taken.error))
}

/** A person decided, and the machine died before the run heard of it. */
async function unheardDecision<State extends RunState, Command, Step>(
  { machine, answer }: WorkflowDefinition<State, Command, Step>,
  { store, state }: OpenRun<State>,
): Promise<Command | null> {
  const due = machine.due(state)
  const decision = due.type === 'gate' ? await store.decision(due.gate.id) : null
  return decision === null ? null : answer(decision)
}

type Changed = { readonly what: string; readonly how: string }

/** A run is bound to its agents and prompts; with others it would be another run. Null: they are the same. */
function changedSetup(before: Bound | null, now: Bound | null): Changed | null {
  if (before === null || now === null) return null
  const name = Object.keys(before.agents).find(
    (each) => !isSameAgent(before.agents[each], now.agents[each]),
  )
  if (name !== undefined)
    return {
      what: `the agent of "${name}"`,
      how: ` (${JSON.stringify(before.agents[name])} → ${JSON.stringify(now.agents[name])})`,
    }
  return before.promptsSha256 === now.promptsSha256
    ? null
    : { what: 'the prompts', how: ' (another version of Loopwright)' }
}

/** Programs that update themselves are the same agents, and whoever watches should know. */
const updates = (before: Bound | null, now: Bound | null): readonly string[] =>
  Object.keys(before?.agents ?? {}).flatMap(
    (name) => updateOf(name, before?.agents[name], now?.agents[name]) ?? [],
  )

/** Drives a run until it rests, and waits for its files. */
async function driveToRest<State extends RunState, Command, Step>(
  { workflow, workspace, watch, bench }: Sitting<State, Command, Step>,
  run: OpenRun<State>,
  from: Run<State>,
): AsyncResult<Resting<State>> {
  if (isBegun(from.state)) {
    const begun = await bench.begin?.(from.state)
    if (begun?.ok === false) return begun
  }
  const projections = workspace.projections()
  let theirs = isBegun(from.state)
    ? ((await workflow.theirs?.(workspace, { ...run, state: from.state })) ?? new Set<string>())
    : new Set<string>()
  const changed = (state: State) => {
    if (!isBegun(state)) return
    const now = { ...run, state }
    const artifacts = workflow.artifacts?.(workspace, now) ?? []
    const untouched = theirs
    theirs = new Set()
    projections.show([
      ...artifacts.filter(({ path }) => !untouched.has(path)),
      ...workflow.files(workspace, now),
    ])
    watch.state(now)
  }
  const waiting = new AbortController()
  const hosted = hostRunOf(workflow, workspace, run)
  const rest = await drive(
    {
      machine: workflow.machine,
      store: run.store,
      async work(step, signal) {
        const result = await bench.work(step, signal)
        if (!workspace.hostDesk.isWaiting(hosted)) return result
        // whatever a step made of a missing answer is nothing: it is done again once there is one
        waiting.abort()
        return null
      },
      stopCommands: (request, result) => workflow.stop(request, result),
      changed,
      pause: AbortSignal.any([watch.pause, waiting.signal]),
    },
    from,
  )
  const [altered] = await projections.settled()
  await workspace.hostDesk.end(hosted)
  if (waiting.signal.aborted)
    for (const { agent, request } of await workspace.hostDesk.open(hosted))
      watch.note(
        `the ${request.role} is "${agent}", which works by MCP: it goes on when that has submitted ${request.phase}`,
      )
  if (rest.type === 'broken') return err(runProblem(workspace, run, rest.failure))
  if (altered !== undefined && rest.type === 'ended')
    return err({
      exit: exitCodes.parked,
      what: 'the run has ended, but this is not what it judged: somebody changed the file meanwhile',
      where: workspace.relative(altered),
      todo: `take the judged version with: loopwright save ${run.name} FILE; the history is whole`,
    })
  return ok(rest)
}
