import { lstat, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { OrderTree, RepositoryError } from '../../ports/repository.ts'
import { adminFolder, mendPointer, removeWorktree } from './admin-folder.ts'
import { orderPaths, type OrderPaths } from './order-paths.ts'
import { resolveId, type Place } from './place.ts'
import { gitText } from './run-git.ts'
import type { Order } from './snapshot.ts'

const Note = z.strictObject({ base: z.string(), folder: z.string() })
type Note = z.infer<typeof Note>

export type OpenedOrder = { readonly order: Order; readonly made: OrderTree['made'] }

/** The worktree of an order: the one that is there, or a new one from the base. */
export async function openOrderFolder(
  place: Place,
  asked: { readonly id: string; readonly base: string },
): AsyncResult<OpenedOrder, RepositoryError> {
  const paths = orderPaths(place, asked.id)
  if (!paths.ok) return paths
  const base = await resolveId(place, asked.base, 'commit')
  if (!base.ok) return base
  const order: Order = { place, paths: paths.value, base: base.value }
  const state = await look(order)
  if (state.type === 'other-base')
    return err({
      type: 'other-base',
      what: `the worktree of ${asked.id} was made from ${state.base}, not from ${base.value}`,
      todo: 'remove it first, or go on from its own base',
    })
  if (state.type === 'whole') return ok({ order, made: 'reused' })
  const created = await create(order)
  if (!created.ok) return created
  return ok({ order, made: state.type === 'none' ? 'created' : 'recreated' })
}

type Found =
  | { readonly type: 'none' | 'whole' | 'damaged' }
  | { readonly type: 'other-base'; readonly base: string }

async function look({ place, paths, base }: Order): Promise<Found> {
  const note = await readNote(paths)
  const folder = await lstat(paths.folder).catch(() => null)
  const admin = await adminFolder(place, paths.folder)
  if (note === null) return { type: folder === null && admin === null ? 'none' : 'damaged' }
  if (note.base !== base) return { type: 'other-base', base: note.base }
  if (note.folder !== paths.folder || !folder?.isDirectory() || admin === null)
    return { type: 'damaged' }
  const mended = await mendPointer(paths.folder, admin).then(
    () => true,
    () => false,
  )
  return { type: mended ? 'whole' : 'damaged' }
}

async function readNote({ note }: OrderPaths): Promise<Note | null> {
  try {
    const read = Note.safeParse(JSON.parse(await readFile(note, 'utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

async function create(order: Order): AsyncResult<void, RepositoryError> {
  const { place, paths, base } = order
  try {
    await clearAway(place, paths)
    await mkdir(place.worktrees, { recursive: true })
    const added = await gitText({
      cwd: place.root,
      env: place.env,
      args: ['worktree', 'add', '--quiet', '--detach', '--force', paths.folder, base],
      timeoutMs: 600_000,
    })
    if (!added.ok) return added
    await writeFile(paths.note, `${JSON.stringify({ base, folder: paths.folder })}\n`)
    return ok(undefined)
  } catch (error) {
    return err({ type: 'failed', what: `${paths.folder} could not be made: ${reason(error)}` })
  }
}

async function clearAway(place: Place, paths: OrderPaths): Promise<void> {
  await rm(paths.note, { force: true })
  await rm(paths.measured, { recursive: true, force: true })
  await rm(paths.index, { force: true })
  await rm(`${paths.index}.lock`, { force: true })
  await removeWorktree(place, paths.folder)
}

/** Removes the worktree and what was kept of it; the branch stays. */
export async function removeOrder({
  place,
  paths,
}: Pick<Order, 'place' | 'paths'>): AsyncResult<void, RepositoryError> {
  const git = { cwd: place.shared, env: place.env, set: { GIT_DIR: place.shared } }
  const result = await gitText({
    ...git,
    args: ['for-each-ref', '--format=delete %(refname)', paths.keptRefs],
  })
  if (!result.ok) return result
  if (result.value !== '') {
    const forgotten = await gitText({
      ...git,
      args: ['update-ref', '--stdin'],
      stdin: result.value,
    })
    if (!forgotten.ok) return forgotten
  }
  try {
    await clearAway(place, paths)
    return ok(undefined)
  } catch (error) {
    return err({ type: 'failed', what: `${paths.folder} could not be removed: ${reason(error)}` })
  }
}

/** Orders whose worktree was made completely. */
export async function listOrders(worktrees: string): Promise<readonly string[]> {
  const names = await readdir(worktrees).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
