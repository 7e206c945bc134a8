import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { projectRun } from '../workflows/gan/files.ts'
import { bytesOf, readSite } from '../workflows/gan/site.ts'
import { ganProblem, type OpenGan } from './gan-places.ts'
import { type Inspection, originOf } from './inspection.ts'

/** Compares everything on the disk with what the history says. Each proof and problem is a sentence. */
export async function inspectGan(workspace: Workspace, open: OpenGan): AsyncResult<Inspection> {
  const read = await open.store.journal.read()
  if (!read.ok) return err(ganProblem(workspace, open, read.error))
  const { entries, mark } = read.value
  const lost = await lostBlobs(workspace, open)
  const files = await changedFiles(workspace, open)
  const pictures = await changedPictures(workspace, open)
  return ok({
    state: open.state.at,
    events: entries.length,
    hash: mark.hash,
    origin: originOf(entries, open.store.head()),
    proofs: [
      `${entries.length} events, chained to ${mark.hash}`,
      ...(lost.length === 0 ? [`${open.state.sites.length} kept versions of the site intact`] : []),
      ...(files.length === 0 ? ['contracts, reports and the site show the recorded state'] : []),
      ...(pictures.length === 0 && open.state.evaluation !== null
        ? ['every screenshot has the hash that its report cites']
        : []),
    ],
    problems: [...lost, ...files, ...pictures],
  })
}

async function lostBlobs(workspace: Workspace, { state }: OpenGan): Promise<readonly string[]> {
  const lost: string[] = []
  for (const hash of [...state.sites, ...state.evaluations.map(({ report }) => report)])
    if ((await workspace.blobs.get(hash)) === null)
      lost.push(`the kept text ${hash.slice(0, 8)} is missing or damaged`)
  return lost
}

async function changedFiles(
  workspace: Workspace,
  { state, files }: OpenGan,
): Promise<readonly string[]> {
  const changed: string[] = []
  const expected = projectRun(files, state, workspace.blobs).filter(({ path }) =>
    path.endsWith('.json'),
  )
  for (const { path, content } of expected) {
    const text = typeof content === 'function' ? await content() : content
    if (text !== undefined && !(await holds(workspace, path, text)))
      changed.push(
        `${workspace.relative(path)} does not show the recorded state (resume rebuilds it)`,
      )
  }
  const site = state.site === null ? null : await workspace.blobs.get(state.site)
  for (const file of site === null ? [] : readSite(site))
    if (!(await holds(workspace, join(files.site, file.path), bytesOf(file))))
      changed.push(`${workspace.relative(join(files.site, file.path))} is not what was judged`)
  return changed
}

async function holds(
  workspace: Workspace,
  path: string,
  content: string | Uint8Array | null,
): Promise<boolean> {
  const bytes = await workspace.disk.read(path)
  if (bytes === null || content === null) return bytes === content
  return Buffer.from(bytes).equals(Buffer.from(content))
}

async function changedPictures(
  workspace: Workspace,
  { state, files }: OpenGan,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { iteration, screenshots } of state.evaluations.slice(-1))
    for (const { viewport, sha256 } of screenshots) {
      const path = files.screenshot(iteration, viewport)
      const bytes = await workspace.disk.read(path)
      if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256)
        changed.push(`${workspace.relative(path)} is not the picture that the report cites`)
    }
  return changed
}
