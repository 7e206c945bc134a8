import { join } from 'node:path'
import { exitCodes } from '../../model/problem.ts'
import { utf8Of } from '../../ports/disk.ts'
import type { ProjectedFile } from '../../ports/projection.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { documentsOf, isOwn, type TrackDocument } from './documents-of.ts'
import { underMetadataLock } from './metadata-file.ts'
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
    .map((document) => projected(workspace, document, isOwn(state.setup, document.path)))

function projected(
  { root, disk }: Place,
  { path, content }: TrackDocument,
  isTheirOwn: boolean,
): ProjectedFile {
  const at = join(root, path)
  return {
    path: at,
    shared: !isTheirOwn,
    async content() {
      const bytes = await disk.read(at)
      const before = bytes === null ? null : utf8Of(bytes)
      // what is no text is somebody else's
      if (bytes !== null && before === null) return undefined
      const after = await content(before)
      return after.ok && after.value !== null && after.value !== before ? after.value : undefined
    },
    ...(path.endsWith('/metadata.json')
      ? { inTurn: (write) => inTurn(join(at, '..'), write) }
      : {}),
  }
}

async function inTurn(folder: string, write: () => Promise<void>): Promise<void> {
  const written = await underMetadataLock(folder, write)
  if (written.ok) return
  if (written.error.exit === exitCodes.usage)
    throw Object.assign(new Error(written.error.what), { code: 'ELOCKED', path: folder })
  // before the folder is there nobody else can be at it
  await write()
}
