import { createHash } from 'node:crypto'
import type { Problem } from '../../model/problem.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { readIntent } from '../../checks/design/read-intent.ts'
import type { Seal } from './events.ts'
import type { FeatureFiles } from './files.ts'
import { frozenMarker, readMarker } from './frozen-marker.ts'
import { keptIntent } from './kept-intent.ts'
import { filesOf } from './places.ts'
import type { At } from './state.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes the frozen files. The marker comes last: where it stands, everything it speaks of stands.
 * Done again after a crash it writes the same bytes.
 */
export async function writeFrozen(
  workspace: Workspace,
  name: string,
  state: At<'FROZEN'>,
): Promise<Seal> {
  const files = filesOf(workspace, name)
  const read = state.intent && (await keptIntent(workspace.blobs, state.intent.text))
  const preview = await workspace.blobs.get(state.judged.preview.sha256)
  if (preview === null || !read?.ok)
    throw new Error(`the approved design of ${name} is missing or damaged in .loopwright`)
  if (read.value.hash !== state.decision.intentHash)
    throw new Error('the intent to be frozen is not the one that was approved')
  const marker = frozenMarker(workspace.packageText('templates/FROZEN.md.template'), state, {
    title: read.value.intent.title ?? name,
    rationale: rationaleOf(state),
  })
  await workspace.disk.writeDurably(files.frozen.intent, read.value.text)
  await workspace.disk.writeDurably(files.frozen.preview, preview)
  await workspace.disk.writeDurably(files.frozen.marker, marker)
  return {
    checksumSHA256: read.value.hash,
    marker: sha256(marker),
    preview: sha256(preview),
  }
}

const rationaleOf = ({ decision, judged, setup, iteration }: At<'FROZEN'>): string =>
  decision.rationale ??
  `${decision.by} approved the design at ${judged.score} of 100 (threshold ${setup.threshold}) in iteration ${iteration + 1}.`

export type FreezeReport =
  | { readonly type: 'intact' }
  /** A person deleted FROZEN.md; what it protected is still what it was. */
  | { readonly type: 'marker-missing' }
  | { readonly type: 'violated'; readonly detail: string }

/** Compares the frozen files with what was sealed. */
export const inspectFreeze = (
  workspace: Workspace,
  name: string,
  seal: Seal,
): Promise<FreezeReport> =>
  withoutLinks(workspace, () => inspectFiles(workspace, filesOf(workspace, name), seal))

/** A link in place of a frozen file is a change from outside like any other. */
async function withoutLinks<Report>(
  workspace: Pick<Workspace, 'relative'>,
  inspect: () => Promise<Report>,
): Promise<Report | FreezeReport> {
  try {
    return await inspect()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELINK')) throw error
    const path = 'path' in error && typeof error.path === 'string' ? error.path : 'final/'
    return violated(`${workspace.relative(path)} is a symbolic link`, 'a file of its own', 'a link')
  }
}

async function inspectFiles(
  workspace: Pick<Workspace, 'disk'>,
  files: FeatureFiles,
  seal: Seal,
): Promise<FreezeReport> {
  const marker = await workspace.disk.read(files.frozen.marker)
  if (marker !== null && sha256(marker) !== seal.marker)
    return violated('final/FROZEN.md was changed', seal.marker, sha256(marker))
  const intent = await inspectIntent(workspace, files.frozen.intent, seal.checksumSHA256)
  if (intent !== null) return intent
  const preview = await workspace.disk.read(files.frozen.preview)
  if (preview === null) return violated('final/preview.html is gone', seal.preview, 'no file')
  if (sha256(preview) !== seal.preview)
    return violated('final/preview.html was changed', seal.preview, sha256(preview))
  return { type: marker === null ? 'marker-missing' : 'intact' }
}

const violated = (what: string, expected: string, actual: string): FreezeReport => ({
  type: 'violated',
  detail: `${what}: expected ${expected}, found ${actual}`,
})

export const violationProblem = (
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  name: string,
  detail: string,
): Problem => ({
  exit: 5,
  what: `integrity violation: ${detail}`,
  where: workspace.relative(filesOf(workspace, name).final),
  todo: 'find out who changed it; restore the folder from version control',
})

async function inspectIntent(
  workspace: Pick<Workspace, 'disk'>,
  path: string,
  checksum: string,
): Promise<FreezeReport | null> {
  const bytes = await workspace.disk.read(path)
  if (bytes === null) return violated('final/intent.json is gone', checksum, 'no file')
  const read = readIntent(bytes)
  if (!read.ok)
    return violated(
      `final/intent.json is no valid intent any more (${read.error[0]?.message ?? ''})`,
      checksum,
      'no checksum',
    )
  return read.value.hash === checksum
    ? null
    : violated('final/intent.json was changed', checksum, read.value.hash)
}

type MarkerReport = FreezeReport | { readonly type: 'none' }

/** The freeze as its own marker tells it, for a design whose history is not on this machine. */
export const inspectMarker = (workspace: Workspace, name: string): Promise<MarkerReport> =>
  withoutLinks(workspace, () => inspectByMarker(workspace, name))

async function inspectByMarker(
  workspace: Pick<Workspace, 'config' | 'disk' | 'root'>,
  name: string,
): Promise<MarkerReport> {
  const files = filesOf(workspace, name)
  const bytes = await workspace.disk.read(files.frozen.marker)
  if (bytes === null) return { type: 'none' }
  const marker = await readMarker(Buffer.from(bytes).toString('utf8'))
  if (!marker.ok)
    return violated(`final/FROZEN.md is not valid: ${marker.error}`, 'a valid marker', 'none')
  if (marker.value.featureId !== name)
    return violated('final/FROZEN.md is of another feature', name, marker.value.featureId)
  return (
    (await inspectIntent(workspace, files.frozen.intent, marker.value.checksumSHA256)) ?? {
      type: 'intact',
    }
  )
}
