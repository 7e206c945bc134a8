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
  const history = join(privateFolder, folder, 'history.jsonl')
  return { workflow, folder, runId, history, version }
}

/** The names of all that is kept there. What a crash tore before its first event is among them. */
export const keptRuns = async (
  { disk, privateFolder }: Pick<Workspace, 'disk' | 'privateFolder'>,
  workflow: string,
): Promise<readonly string[]> =>
  (await disk.list(join(privateFolder, workflow))).filter(
    (name) => TaskAlias.safeParse(name).success,
  )
