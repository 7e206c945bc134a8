import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { TaskAlias } from '../model/ids.ts'
import type { AsyncResult } from '../model/result.ts'

/** The runs of one workflow, as far as finding one of them needs it. */
export type Runs = {
  /** What a person calls one of them. */
  readonly noun: string
  names(workspace: Workspace): Promise<readonly string[]>
  /** Those that may be meant where none is named: at work, or waiting for a person. */
  meant(workspace: Workspace): Promise<readonly string[]>
}

type Opened = AsyncResult<{ readonly state: { readonly at: string } }>

export async function notResting(
  workspace: Workspace,
  names: readonly string[],
  open: (workspace: Workspace, name: string) => Opened,
  resting: ReadonlySet<string> = new Set(['ended']),
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of names) {
    const run = await open(workspace, name)
    if (run.ok && !resting.has(run.value.state.at)) found.push(name)
  }
  return found
}

/** Where a workflow whose runs have an id of their own keeps the history of one. */
export const historyOf = (workspace: Workspace, workflow: string, runId: string): string =>
  join(workspace.privateFolder, workflow, runId, 'history.jsonl')

/** Longer than any first event. */
const surelyBegun = 1_000_000
const newline = 10

export async function idsWithHistory(
  workspace: Workspace,
  workflow: string,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of await workspace.disk.list(join(workspace.privateFolder, workflow)))
    if (await hasHistory(workspace, workflow, name)) found.push(name)
  return found
}

/** A start that a crash tore left no event: there is no such run. */
export async function hasHistory(
  workspace: Workspace,
  workflow: string,
  name: string,
): Promise<boolean> {
  if (!TaskAlias.safeParse(name).success) return false
  const journal = historyOf(workspace, workflow, name)
  const size = (await workspace.disk.size(journal)) ?? 0
  if (size === 0 || size > surelyBegun) return size > 0
  return (await workspace.disk.read(journal))?.includes(newline) === true
}
