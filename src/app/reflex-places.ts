import { jsonOf } from '../kit/parse.ts'
import { join } from 'node:path'
import { z } from 'zod'
import type { Workspace } from '../ports/workspace.ts'
import { load } from '../engine/run.ts'
import { TaskAlias } from '../model/ids.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { JournalFailure } from '../ports/journal.ts'
import type { LockHolder, RunStore } from '../ports/run-store.ts'
import { pointerPath, projectRun, runFolder } from '../workflows/reflex/files.ts'
import { reflexMachine } from '../workflows/reflex/machine.ts'
import type { ReflexState } from '../workflows/reflex/state.ts'

/** A run that has begun, with where its files are. */
export type Place = {
  readonly alias: string
  readonly runId: string
  readonly files: ReturnType<typeof runFolder>
  readonly store: RunStore
}
export type Live = Exclude<ReflexState, { at: 'nowhere' }>

export const evolutionRoot = (workspace: Workspace): string =>
  join(workspace.root, workspace.config.workflows.reflex.path)

export function placeFor(workspace: Workspace, alias: string, runId: string): Place {
  const files = runFolder(evolutionRoot(workspace), alias)
  const { version } = reflexMachine
  const folder = join('runs', runId)
  return {
    alias,
    runId,
    files,
    store: workspace.storeFor({ folder, runId, history: files.history, version }),
  }
}

const Pointer = z.object({ active_run_id: z.string(), task_alias: TaskAlias })

/** The alias current.json points to, or null where no loop is active. */
export async function activeAlias(workspace: Workspace): Promise<string | null> {
  const bytes = await workspace.disk.read(pointerPath(evolutionRoot(workspace)))
  if (bytes === null) return null
  const pointer = Pointer.safeParse(jsonOf(Buffer.from(bytes).toString('utf8'))).data
  return pointer?.task_alias ?? null
}

/** The loop the pointer names, if it has not ended: a pointer to nothing holds nobody up. */
export async function activeLoop(workspace: Workspace): Promise<string | null> {
  const alias = await activeAlias(workspace)
  if (alias === null) return null
  const run = await loadPlace(workspace, alias)
  return run.ok && run.value.state.at !== 'ended' ? alias : null
}

/** The active loop, or one whose pointer a crash or a person took away: it still is at work. */
export async function unfinishedLoop(workspace: Workspace): Promise<string | null> {
  const active = await activeLoop(workspace)
  if (active !== null) return active
  for (const alias of await aliases(workspace)) {
    if (await looksEnded(workspace, alias)) continue
    const run = await loadPlace(workspace, alias)
    if (run.ok && run.value.state.at !== 'ended') return alias
  }
  return null
}

const Shown = z.object({ status: z.enum(['completed', 'stopped', 'failed']) })

/** Saves folding the history of every loop there ever was. */
async function looksEnded(workspace: Workspace, alias: string): Promise<boolean> {
  const bytes = await workspace.disk.read(runFolder(evolutionRoot(workspace), alias).run)
  return bytes !== null && Shown.safeParse(jsonOf(Buffer.from(bytes).toString('utf8'))).success
}

export async function otherIsActive(workspace: Workspace, alias: string): Promise<boolean> {
  // most of the time the pointer is our own, and nothing else need be read
  if ((await activeAlias(workspace)) === alias) return false
  return (await activeLoop(workspace)) !== null
}

/** Writes run.json and current.json as the state says they must be. */
export async function showFiles(workspace: Workspace, state: Live): Promise<void> {
  const projections = workspace.projections()
  projections.show(
    projectRun(evolutionRoot(workspace), state, () =>
      otherIsActive(workspace, state.setup.task_alias),
    ),
  )
  await projections.settled()
}

/** Finds a run by alias or run id, or the active one. */
export async function findPlace(workspace: Workspace, name?: string): AsyncResult<Place> {
  const wanted = name === undefined ? await activeOrOnly(workspace) : await aliasOf(workspace, name)
  if (wanted === null) return err(nothingActive)
  const alias = TaskAlias.safeParse(wanted)
  if (!alias.success)
    return usageError(
      `"${name}" is not an alias: ${alias.error.issues[0]?.message ?? ''}`,
      'list the loops with: loopwright list',
    )
  const runId = await runIdOf(workspace, alias.data)
  if (runId === null) return err(await unknownRun(workspace, alias.data))
  return ok(placeFor(workspace, alias.data, runId))
}

/** A run id is its alias and a time; an alias may look like one. */
async function aliasOf(workspace: Workspace, name: string): Promise<string> {
  const bare = name.replace(/-\d{8}-\d{6}$/, '')
  return bare !== name && (await aliases(workspace)).includes(name) ? name : bare
}

const nothingActive: Problem = usageProblem(
  'no loop is active',
  'start one with: loopwright new "<task>"   or name one: loopwright list',
)

/** The pointer may be lost while its run goes on: then the only run that has not ended is meant. */
async function activeOrOnly(workspace: Workspace): Promise<string | null> {
  const pointed = await activeAlias(workspace)
  if (pointed !== null && (await runIdOf(workspace, pointed)) !== null) return pointed
  const running: string[] = []
  for (const alias of await aliases(workspace)) {
    const run = await loadPlace(workspace, alias)
    if (run.ok && run.value.state.at !== 'ended') running.push(alias)
  }
  return running.length === 1 ? (running[0] ?? null) : null
}

async function unknownRun(workspace: Workspace, alias: string): Promise<Problem> {
  const { files } = placeFor(workspace, alias, 'unknown')
  // a run that is just being started has its folder before its first event
  if ((await isTaken(workspace, alias)) && (await runIdOf(workspace, alias)) === null)
    return {
      exit: 5,
      what: `${alias} has no readable history, so its state can't be rebuilt`,
      where: workspace.relative(files.history),
      todo: `start again with: loopwright new "<task>"   or remove it: loopwright clean ${alias}`,
    }
  const known = await aliases(workspace)
  return usageProblem(
    `there is no loop called ${alias}`,
    known.length > 0
      ? `choose one of: ${known.join(', ')}`
      : 'start one with: loopwright new "<task>"',
  )
}

/** A folder whose first event was never completed belongs to nobody. */
export async function isTaken(workspace: Workspace, alias: string): Promise<boolean> {
  const { files } = placeFor(workspace, alias, 'unknown')
  const names = await workspace.disk.list(files.folder)
  if (names.some((name) => name !== 'history.jsonl')) return true
  const history = await workspace.disk.read(files.history)
  return history !== null && history.includes(0x0a)
}

/** All aliases that have a folder with a history, sorted. */
export async function aliases(workspace: Workspace): Promise<readonly string[]> {
  const root = evolutionRoot(workspace)
  const found: string[] = []
  for (const name of await workspace.disk.list(root)) {
    if (!TaskAlias.safeParse(name).success || !(await workspace.disk.isFolder(join(root, name))))
      continue
    const files = await workspace.disk.list(join(root, name))
    if (files.includes('history.jsonl') || files.includes('run.json')) found.push(name)
  }
  return found
}

/** Longer than any first event. */
const longerThanFirst = 1_000_000
const FirstLine = z.object({ run_id: z.string().regex(/^[a-z0-9-]+$/) })

/** The run id stands in the first event; run.json may be gone or damaged. */
async function runIdOf(workspace: Workspace, alias: string): Promise<string | null> {
  const { history } = runFolder(evolutionRoot(workspace), alias)
  const bytes = await workspace.disk.readFrom(history, 0, longerThanFirst)
  if (bytes === null) return null
  const [line = ''] = Buffer.from(bytes).toString('utf8').split('\n', 1)
  return FirstLine.safeParse(jsonOf(line)).data?.run_id ?? null
}

/** The state of a run, folded from its journal. */
export async function loadPlace(
  workspace: Workspace,
  alias: string,
): AsyncResult<{ place: Place; state: Live; events: number }> {
  const runId = await runIdOf(workspace, alias)
  if (runId === null) return err(await unknownRun(workspace, alias))
  const place = placeFor(workspace, alias, runId)
  const run = await load(reflexMachine, place.store)
  if (!run.ok) return err(journalProblem(workspace, place, run.error))
  const { state, mark } = run.value
  return state.at === 'nowhere'
    ? err(await unknownRun(workspace, alias))
    : ok({ place, state, events: mark.events })
}

export const busyLoop = (place: Place, holder: LockHolder): Problem =>
  usageProblem(
    `${place.alias} is being worked on by process ${holder.pid} on ${holder.host} since ${holder.since}`,
    `wait for it, or end it with: loopwright stop ${place.alias}`,
  )

export function journalProblem(
  workspace: Workspace,
  place: Place,
  failure: JournalFailure,
): Problem {
  const where = workspace.relative(place.files.history)
  switch (failure.type) {
    case 'damaged':
      return {
        exit: 5,
        what: `the history of ${place.alias} was damaged: ${failure.detail}`,
        where: `${where}:${failure.line}`,
        todo: 'restore the line from version control or a copy; Loopwright never drops or repairs recorded events by itself',
      }
    case 'conflict':
      return {
        exit: 5,
        what: `another process moved ${place.alias} on (event ${failure.found}, expected ${failure.expected})`,
        where,
        todo: 'look again with: loopwright status',
      }
    case 'unwritable':
      return {
        exit: 5,
        what: `the history of ${place.alias} can't be written: ${failure.detail}`,
        where,
        todo: 'make room or give write permission, then: loopwright resume',
      }
  }
}
