import { join } from 'node:path'
import { utf8Of } from '../../ports/disk.ts'
import type { ProjectedFile } from '../../ports/projection.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { documentsOf, isOwn, type TrackDocument } from './documents-of.ts'
import { changeMetadata } from './metadata-file.ts'
import type { TrackLive } from './state.ts'

type Place = Pick<Workspace, 'root' | 'disk' | 'blobs'>

const isText = (path: string): boolean => /\/(?:spec|plan)\.md$/.test(path)

/** spec.md and plan.md, which people may edit. */
export const artifactsOf = (workspace: Place, state: TrackLive): readonly ProjectedFile[] =>
  documents(workspace, state, (path) => isOwn(state.setup, path) && isText(path)).map((file) => ({
    ...file,
    durable: true,
  }))

/** Everything else that shows where a track stands. */
export const filesOf = (workspace: Place, state: TrackLive): readonly ProjectedFile[] =>
  documents(workspace, state, (path) => !isOwn(state.setup, path) || !isText(path))

const documents = (
  workspace: Place,
  state: TrackLive,
  isWanted: (path: string) => boolean,
): readonly ProjectedFile[] =>
  documentsOf(state, workspace.blobs)
    .filter(({ path }) => isWanted(path))
    .map((document) => projected(workspace, document))

function projected({ root, disk }: Place, { path, content }: TrackDocument): ProjectedFile {
  const at = join(root, path)
  const text = async () => {
    const bytes = await disk.read(at)
    const before = bytes === null ? null : utf8Of(bytes)
    // what is no text is somebody else's
    if (bytes !== null && before === null) return undefined
    const after = await content(before)
    return after.ok && after.value !== null && after.value !== before ? after.value : undefined
  }
  if (!path.endsWith('/metadata.json')) return { path: at, content: text }
  return {
    path: at,
    content: async () => {
      const folder = join(at, '..')
      // before the folder is there nobody else can be at it
      if (!(await disk.isFolder(folder)) || (await text()) === undefined) return text()
      const written = await changeMetadata(folder, async (before) => (await text()) ?? before)
      if (!written.ok) throw new Error(written.error.what)
      return undefined
    },
  }
}
