import { join } from 'node:path'
import { TaskAlias } from '../model/ids.ts'
import type { RunPlace, Workspace } from '../ports/workspace.ts'

/** The place of a run that is kept below the private folder, in the folder of its workflow. */
export function keptPlace(
  { privateFolder }: Pick<Workspace, 'privateFolder'>,
  { workflow, version }: { readonly workflow: string; readonly version: number },
  runId: string,
): RunPlace {
  const folder = join(workflow, runId)
  return { folder, runId, history: join(privateFolder, folder, 'history.jsonl'), version }
}

/** Longer than any first event. */
const surelyBegun = 1_000_000
const newline = 10

/** A start that a crash tore left no event: there is no such run. */
export async function keptRuns(
  { disk, privateFolder }: Pick<Workspace, 'disk' | 'privateFolder'>,
  workflow: string,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of await disk.list(join(privateFolder, workflow))) {
    if (!TaskAlias.safeParse(name).success) continue
    const journal = join(privateFolder, workflow, name, 'history.jsonl')
    const size = (await disk.size(journal)) ?? 0
    if (size > surelyBegun) found.push(name)
    else if (size > 0 && (await disk.read(journal))?.includes(newline) === true) found.push(name)
  }
  return found
}
