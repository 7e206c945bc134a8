import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import type { MeasureOrder } from '../../../checks/track/measure-project.ts'
import { type Plan, readPlan } from '../../../checks/track/plan.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { utf8Of } from '../../../ports/disk.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { type Metadata, readMetadata } from '../metadata.ts'

/** Whoever waits for an evaluation. */
export type GatherOrder = Omit<MeasureOrder, 'files'>

/** A track as its files tell it. */
export type TrackFiles = {
  readonly id: string
  /** The absolute path of the track, and of the project that it belongs to. */
  readonly at: string
  readonly root: string
  /** The track from the root of the project, with forward slashes. */
  readonly folder: string
  readonly spec: string
  readonly plan: Plan
  readonly planText: string
  readonly metadata: Metadata
  /** Other documents in the folder, such as the executor's summary. */
  readonly others: readonly { readonly path: string; readonly text: string }[]
  readonly notes: readonly string[]
}

const mostBytes = 4 * 1024 * 1024

/** Reads the folder of a track. What is missing or broken is told with its place. */
export async function readTrack(
  { cwd, root: workspaceRoot }: Pick<Workspace, 'cwd' | 'root'>,
  word: string,
  { planMayMiss = false } = {},
): AsyncResult<TrackFiles> {
  const at = resolve(cwd, word)
  const where = relative(cwd, at) || '.'
  if (!(await stat(at).catch(() => null))?.isDirectory())
    return usageError(
      'there is no such folder',
      'name the folder of a track: conductor/tracks/<id>',
      where,
    )
  const documents = await readDocuments(at, where, planMayMiss)
  if (!documents.ok) return documents
  const { spec, planText } = documents.value
  const source = await readDocument(join(at, 'metadata.json'), join(where, 'metadata.json'))
  if (!source.ok) return source
  const metadata = readMetadata(source.value ?? '{}', join(where, 'metadata.json'))
  if (!metadata.ok) return metadata
  const id = metadata.value.track_id ?? basename(at)
  if (id !== basename(at))
    return usageError(
      `metadata.json belongs to another track: its track_id is ${id}, its folder ${basename(at)}`,
      'take the metadata of this track, or correct track_id where the folder was renamed',
      join(where, 'metadata.json'),
    )
  const root = rootOf(at, workspaceRoot)
  return ok({
    id,
    at,
    root,
    folder: relative(root, at).replaceAll(sep, '/'),
    spec,
    plan: readPlan(planText),
    planText,
    metadata: metadata.value,
    others: await otherDocuments(at),
    notes: source.value === null ? ['metadata.json is not there'] : versionNote(metadata.value),
  })
}

function versionNote({ version = 1 }: Metadata): readonly string[] {
  if (version < 2) return ['metadata.json is of version 1; it is brought to version 2']
  return version > 3 ? [`metadata.json is of version ${version}; it is read as version 2`] : []
}

async function readDocuments(
  at: string,
  where: string,
  planMayMiss: boolean,
): AsyncResult<Pick<TrackFiles, 'spec' | 'planText'>> {
  const spec = await readDocument(join(at, 'spec.md'), join(where, 'spec.md'))
  if (!spec.ok) return spec
  const plan = await readDocument(join(at, 'plan.md'), join(where, 'plan.md'))
  if (!plan.ok) return plan
  const missing = [
    spec.value === null ? 'spec.md' : '',
    plan.value === null && !planMayMiss ? 'plan.md' : '',
  ].filter((name) => name !== '')
  if (missing.length > 0)
    return usageError(
      `a track has spec.md and plan.md; ${missing.join(' and ')} is not there`,
      'name the folder of a track: conductor/tracks/<id>',
      where,
    )
  if ((spec.value ?? '').trim() === '')
    return usageError(
      'spec.md is empty, so nobody knows what the track is for',
      'write what it must do',
      join(where, 'spec.md'),
    )
  return ok({ spec: spec.value ?? '', planText: plan.value ?? '' })
}

/** The project is what lies around `conductor/tracks`; elsewhere it is the workspace. */
function rootOf(at: string, workspaceRoot: string): string {
  const parts = at.split(sep)
  const index = parts.lastIndexOf('conductor')
  if (index > 0 && parts[index + 1] === 'tracks') return parts.slice(0, index).join(sep) || sep
  return workspaceRoot
}

async function readDocument(at: string, where: string): AsyncResult<string | null> {
  const stats = await stat(at).catch(() => null)
  if (stats === null) return ok(null)
  if (stats.size > mostBytes)
    return usageError(
      `${basename(at)} has ${Math.round(stats.size / 1_048_576)} MB; at most 4 MB are read`,
      'shorten it',
      where,
    )
  const bytes = await readFile(at).catch(() => null)
  if (bytes === null) return usageError('it cannot be read', 'check its rights', where)
  const text = utf8Of(bytes)
  return text === null
    ? usageError(`${basename(at)} is no text in UTF-8`, 'save it as UTF-8', where)
    : ok(text.replace(/^\uFEFF/, ''))
}

const own = new Set([
  'spec.md',
  'plan.md',
  'evaluation-report.md',
  'fix-log.md',
  'retrospective.md',
])

async function otherDocuments(at: string): Promise<TrackFiles['others']> {
  const names = (await readdir(at).catch(() => [])).filter(
    (name) => name.endsWith('.md') && !own.has(name),
  )
  const read = await Promise.all(
    names.slice(0, 20).map(async (name) => ({
      path: name,
      text: await readFile(join(at, name), 'utf8').catch(() => ''),
    })),
  )
  return read.filter(({ text }) => text.length <= mostBytes)
}
