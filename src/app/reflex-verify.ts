import type { Workspace } from '../ports/workspace.ts'
import { runJson } from '../workflows/reflex/files.ts'
import type { Live, Place } from './reflex-places.ts'

/** Compares what is on the disk with what the history says. Each problem is a sentence. */
export async function inspectRun(
  workspace: Workspace,
  place: Place,
  state: Live,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const hash of state.versions)
    if ((await workspace.blobs.get(hash)) === null)
      problems.push(`artifact version ${hash.slice(0, 8)} is missing or damaged`)

  const run = await textOf(workspace, place.files.run)
  if (run !== `${JSON.stringify(runJson(state), null, 2)}\n`)
    problems.push(
      `${workspace.relative(place.files.run)} does not show the recorded state (resume rebuilds it)`,
    )
  const artifact = await textOf(workspace, place.files.artifact)
  const recorded = state.artifact === null ? null : await workspace.blobs.get(state.artifact)
  if (artifact !== recorded)
    problems.push(
      `${workspace.relative(place.files.artifact)} is not the recorded artifact (${state.artifact?.slice(0, 8) ?? 'none'})`,
    )
  return problems
}

async function textOf(workspace: Workspace, path: string): Promise<string | null> {
  const bytes = await workspace.disk.read(path)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}
