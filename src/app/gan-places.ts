import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { load } from '../engine/run.ts'
import type { Problem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { JournalFailure } from '../ports/journal.ts'
import type { RunStore } from '../ports/run-store.ts'
import { ganFiles, type GanFiles, projectRun } from '../workflows/gan/files.ts'
import { ganMachine } from '../workflows/gan/machine.ts'
import type { GanCommand, GanLive } from '../workflows/gan/state.ts'
import { runProblem } from './run-problem.ts'
import { commandRun, type OrderFailure } from './order.ts'
import { historyOf, idsWithHistory } from './runs.ts'

export type GanPlace = {
  readonly runId: string
  readonly journal: string
  readonly store: RunStore
}

export type OpenGan = GanPlace & { readonly state: GanLive; readonly files: GanFiles }

const privateRuns = (workspace: Workspace): string => join(workspace.privateFolder, 'gan')

export function ganPlace(workspace: Workspace, runId: string): GanPlace {
  const folder = join('gan', runId)
  const journal = historyOf(workspace, 'gan', runId)
  const { version } = ganMachine
  return { runId, journal, store: workspace.storeFor({ folder, runId, history: journal, version }) }
}

/** All runs of pages that have a history, the oldest first within each project. */
export async function ganRunIds(workspace: Workspace): Promise<readonly string[]> {
  return (await idsWithHistory(workspace, 'gan')).toSorted(
    (one, other) =>
      (projectOf(one) < projectOf(other) ? -1 : projectOf(one) > projectOf(other) ? 1 : 0) ||
      numberOf(one) - numberOf(other),
  )
}

/** `<project>-<number>`: the number counts the runs of a project. */
export const projectOf = (runId: string): string => runId.replace(/-\d+$/, '')
const numberOf = (runId: string): number => Number(/-(\d+)$/.exec(runId)?.[1] ?? 0)

export async function nextRunId(workspace: Workspace, projectId: string): Promise<string> {
  const used = (await workspace.disk.list(privateRuns(workspace)))
    .filter((name) => projectOf(name) === projectId)
    .map(numberOf)
  return `${projectId}-${Math.max(0, ...used) + 1}`
}

/** A run by its id, or the newest of a project. */
export async function openGan(workspace: Workspace, name: string): AsyncResult<OpenGan> {
  const ids = await ganRunIds(workspace)
  const runId = ids.includes(name) ? name : ids.findLast((id) => projectOf(id) === name)
  if (runId === undefined)
    return usageError(
      `there is no page run called ${name}`,
      'list the runs with: loopwright list   or start one: loopwright gan start <folder>',
    )
  const place = ganPlace(workspace, runId)
  const run = await load(ganMachine, place.store)
  if (!run.ok) return err(ganProblem(workspace, place, run.error))
  const { state } = run.value
  if (state.at === 'nowhere') return err({ exit: 5, what: `${runId} has no history` })
  return ok({ ...place, state, files: filesOf(workspace, state) })
}

export const filesOf = (workspace: Workspace, { setup, runId }: GanLive): GanFiles =>
  ganFiles(join(workspace.root, setup.artifactDir), runId)

export const orderGan = (
  workspace: Workspace,
  place: GanPlace,
  command: GanCommand,
): AsyncResult<GanLive> =>
  commandRun(
    workspace,
    {
      machine: ganMachine,
      store: place.store,
      name: place.runId,
      files: (state) => projectRun(filesOf(workspace, state), state, workspace.blobs),
      problem: (failure) => ganProblem(workspace, place, failure),
    },
    command,
  )

export const ganProblem = (
  workspace: Workspace,
  { runId, journal }: GanPlace,
  failure: OrderFailure | JournalFailure,
): Problem =>
  runProblem(workspace, { name: runId, journal, look: `loopwright status ${runId}` }, failure)
