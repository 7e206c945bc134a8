import { basename, join } from 'node:path'
import { type Plan, readPlan } from '../../checks/track/plan.ts'
import { openKnownRun } from '../../engine/open-run.ts'
import { stagedWorkflow } from '../../engine/staged-workflow.ts'
import type { OpenRun } from '../../engine/workflow.ts'
import type { AsyncResult, Result } from '../../model/result.ts'
import { readText } from '../../ports/disk.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type Metadata, readMetadata } from './metadata.ts'
import { trackMachine } from './machine.ts'
import type { TrackState } from './state.ts'

export type OpenTrack = OpenRun<TrackState>

/** A folder name that is safe as a branch and a worktree as well. */
export const isTrackId = (name: string): boolean =>
  /^[a-z0-9](?:[a-z0-9_-]|\.(?!\.)){1,62}[a-z0-9]$/i.test(name) &&
  !/\.(?:lock|index|json)$/i.test(name)

export const keptTracks = stagedWorkflow(trackMachine, {
  noun: 'a track',
  begin: 'loopwright track new "<goal>"',
})

export const openKnownTrack = (workspace: Workspace, name: string): AsyncResult<OpenTrack> =>
  openKnownRun(keptTracks, workspace, name)

/** All tracks that were begun here. */
export const trackNames = async ({
  disk,
  privateFolder,
}: Pick<Workspace, 'disk' | 'privateFolder'>): Promise<readonly string[]> =>
  (await disk.list(join(privateFolder, 'track'))).filter(isTrackId).toSorted()

/** A track by its slug alone, where only one has it. */
export function trackCalled(word: string, names: readonly string[]): string | undefined {
  const matches = names.filter((name) => name.replace(/_\d{8}$/, '') === word)
  return matches.length === 1 ? matches[0] : undefined
}

type Placed = Pick<Workspace, 'root' | 'config'>

/** conductor/tracks, and the folder around it with the documents that all tracks share. */
export const tracksRoot = ({ root, config }: Placed): string =>
  join(root, config.workflows.track.path)

export const trackFiles = (workspace: Placed, id: string) => {
  const folder = join(tracksRoot(workspace), id)
  return {
    folder,
    spec: join(folder, 'spec.md'),
    plan: join(folder, 'plan.md'),
    metadata: join(folder, 'metadata.json'),
    report: join(folder, 'evaluation-report.md'),
    fixLog: join(folder, 'fix-log.md'),
    retrospective: join(folder, 'retrospective.md'),
  }
}

/** Tracks in the folder that nobody began here, by their folders. */
export async function foreignTracks(
  workspace: Pick<Workspace, 'root' | 'config' | 'disk' | 'privateFolder'>,
): Promise<readonly string[]> {
  const known = new Set(await trackNames(workspace))
  const root = tracksRoot(workspace)
  const names = (await workspace.disk.list(root)).filter(
    (name) => isTrackId(name) && !known.has(name),
  )
  const folders: string[] = []
  for (const name of names)
    if ((await workspace.disk.size(join(root, name, 'spec.md'))) !== null) folders.push(name)
  return folders.map((name) => basename(name)).toSorted()
}

/** The plan and the metadata of any track of the folder, whoever made it. */
export async function readKeptTrack(
  workspace: Pick<Workspace, 'root' | 'config' | 'disk'>,
  name: string,
): Promise<{ readonly plan: Plan; readonly metadata: Result<Metadata> }> {
  const files = trackFiles(workspace, name)
  const plan = (await readText(workspace.disk, files.plan)) ?? ''
  const metadata = (await readText(workspace.disk, files.metadata)) || '{}'
  return { plan: readPlan(plan), metadata: readMetadata(metadata, name) }
}
