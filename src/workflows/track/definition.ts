import { join } from 'node:path'
import { sayHow } from '../../engine/staged-workflow.ts'
import type { WorkflowDefinition } from '../../engine/workflow.ts'
import { ok } from '../../model/result.ts'
import { readText } from '../../ports/disk.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { artifactsOf, filesOf } from './files.ts'
import { needsWords } from './gate.ts'
import type { TrackStep } from './machine.ts'
import type { TrackCommand, TrackLive, TrackState } from './state.ts'
import { keptTracks, trackCalled, trackFiles, trackNames } from './tracks.ts'
import { hashOf } from './transitions.ts'
import { trackRunView } from './view.ts'

export const track: WorkflowDefinition<TrackState, TrackCommand, TrackStep> = {
  ...keptTracks,
  names: trackNames,
  match: trackCalled,

  /** The documents of a track are the project's own and stay. */
  folder: (workspace, { name }) => join(workspace.privateFolder, 'track', name),
  files: (workspace, { state }) => filesOf(workspace, state),
  artifacts: (workspace, { state }) => artifactsOf(workspace, state),
  async theirs(workspace, { name, state }) {
    const { spec, plan } = trackFiles(workspace, name)
    const edited = state.at === 'ended' ? await editedTexts(workspace, state) : {}
    return new Set([
      ...(edited.spec === undefined ? [] : [spec]),
      ...(edited.plan === undefined ? [] : [plan]),
    ])
  },
  swept: (workspace, { name }) => [trackFiles(workspace, name).folder],

  bench: async (...on) => (await import('./open-bench.ts')).openBench(...on),
  async edited(workspace, { state }, note) {
    const edited = await editedTexts(workspace, state)
    const names = Object.keys(edited).map((name) => `${name}.md`)
    if (names.length === 0) return ok(null)
    note(`${names.join(' and ')} was edited by hand; the plan is evaluated again`)
    return ok({ type: 'record-edit', ...edited })
  },
  refused: sayHow(needsWords),

  view: (workspace, { state }) => trackRunView(workspace, state),
  show: async (workspace, run) => (await import('./show.ts')).showTrack(workspace, run),
  reports: async (workspace, run) => (await import('./reports.ts')).trackReports(workspace, run),
  versions: async (...of) => (await import('./versions.ts')).trackVersions(...of),
  texts: ({ evaluated }) => (evaluated === null ? [] : [evaluated.report]),
  async cleaned(workspace, { name }) {
    const { sweepTrees } = await import('./sweep.ts')
    await sweepTrees(await workspace.repository(), name, [])
  },
}

type Edited = { readonly spec?: string; readonly plan?: string }

/** spec.md and plan.md as people left them; nothing of what the run itself ever wrote there. */
async function editedTexts(
  workspace: Pick<Workspace, 'root' | 'config' | 'disk'>,
  { setup, texts }: TrackLive,
): Promise<Edited> {
  const files = trackFiles(workspace, setup.trackId)
  const read = async (path: string): Promise<string | undefined> => {
    const text = await readText(workspace.disk, path)
    if (text === null || text.trim() === '') return undefined
    return texts.includes(hashOf(text)) ? undefined : text
  }
  const spec = await read(files.spec)
  const plan = await read(files.plan)
  return { ...(spec === undefined ? {} : { spec }), ...(plan === undefined ? {} : { plan }) }
}
