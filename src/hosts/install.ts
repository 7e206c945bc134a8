import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import { utf8Of } from '../ports/disk.ts'
import type { Workspace } from '../ports/workspace.ts'
import { type Jsonc, openJsonc } from './jsonc.ts'
import type { Entry, TargetFile } from './targets.ts'

type Place = Pick<Workspace, 'root' | 'disk' | 'privateFolder' | 'hidePrivateFolder'>

/** A file before and after; null where there is none. */
export type FileChange = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** What was there before, so that it can be there again. */
const Backup = z.object({
  files: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string() })),
})
type Backup = z.infer<typeof Backup>

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const backupIn = ({ privateFolder }: Place, name: string) =>
  join(privateFolder, 'install', `${name}.json`)

/** What installing would change. Nothing is written. */
export async function planInstall(
  place: Place,
  files: readonly TargetFile[],
): AsyncResult<readonly FileChange[]> {
  const changes: FileChange[] = []
  for (const { path, entries } of files) {
    const result = await textAt(place, path)
    if (!result.ok) return result
    const before = result.value
    const edited = await editJson(before ?? '{}\n', entries, 'add')
    if (!edited.ok) return usageError(edited.error, 'correct the file, then install again', path)
    if (edited.value !== before) changes.push({ path, before, after: edited.value })
  }
  return ok(changes)
}

/** What removing would change: files as they were, or without our entries where they were edited since. */
export async function planRemove(
  place: Place,
  name: string,
  files: readonly TargetFile[],
): AsyncResult<readonly FileChange[]> {
  const backup = await readBackup(place, name)
  const changes: FileChange[] = []
  for (const { path, entries } of files) {
    const result = await textAt(place, path)
    if (!result.ok) return result
    const before = result.value
    if (before === null) continue
    const stored = backup?.files.find((file) => file.path === path)
    if (stored !== undefined && stored.after === hashOf(before)) {
      changes.push({ path, before, after: stored.before })
      continue
    }
    const edited = await editJson(before, entries, 'remove', stored?.before)
    if (!edited.ok) return usageError(edited.error, 'remove our entries by hand', path)
    if (edited.value !== before) changes.push({ path, before, after: edited.value })
  }
  return ok(changes)
}

export async function applyChanges(
  place: Place,
  name: string,
  changes: readonly FileChange[],
): Promise<void> {
  const known = (await readBackup(place, name))?.files ?? []
  const files = changes.flatMap(({ path, before, after }) => {
    if (after === null) return []
    const first = known.find((file) => file.path === path)
    return [{ path, before: first === undefined ? before : first.before, after: hashOf(after) }]
  })
  const others = known.filter((file) => changes.every(({ path }) => path !== file.path))
  await place.hidePrivateFolder()
  await place.disk.replace(
    backupIn(place, name),
    JSON.stringify({ files: [...others, ...files] } satisfies Backup),
  )
  for (const { path, after } of changes)
    if (after === null) await removeWithFolders(place, path)
    else await place.disk.replace(join(place.root, path), after)
}

/** A folder that holds nothing but what we wrote was not there before. */
async function removeWithFolders({ root, disk }: Place, path: string): Promise<void> {
  await disk.remove(join(root, path))
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ((await disk.list(join(root, folder))).length > 0) return
    await disk.removeTree(join(root, folder))
  }
}

export const forgetBackup = (place: Place, name: string) => place.disk.remove(backupIn(place, name))

async function readBackup(place: Place, name: string): Promise<Backup | null> {
  const bytes = await place.disk.read(backupIn(place, name))
  if (bytes === null) return null
  try {
    return Backup.parse(JSON.parse(utf8Of(bytes) ?? ''))
  } catch {
    return null
  }
}

/** Every byte of it: what is no UTF-8 could not be put back. */
async function textAt({ root, disk }: Place, path: string): AsyncResult<string | null> {
  const bytes = await disk.read(join(root, path))
  const text = bytes && utf8Of(bytes, { ignoreBOM: true })
  return bytes !== null && text === null
    ? usageError('the file is no UTF-8', 'save it as UTF-8, then try again', path)
    : ok(text)
}

/** Adds our entries to a JSON file, or takes them out; everything else stays as it is, comments included. */
async function editJson(
  text: string,
  entries: readonly Entry[],
  how: 'add' | 'remove',
  was: string | null = null,
): AsyncResult<string, string> {
  const opened = await openJsonc(text)
  if (!opened.ok) return err(`${opened.error.what}, line ${opened.error.line}`)
  const file = opened.value
  for (const entry of entries) {
    const path = 'at' in entry ? entry.at : entry.list
    const wrong = misshapen(file, entry)
    if (wrong !== null && how === 'add') return err(wrong)
    if (wrong !== null) continue
    const value = file.at(path)
    if ('at' in entry) {
      const isThere = JSON.stringify(value) === JSON.stringify(entry.value)
      if (how === 'add' ? !isThere : value !== undefined && entry.stays !== true)
        file.set(path, how === 'add' ? entry.value : undefined)
      continue
    }
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    const index = items.findIndex((item) => JSON.stringify(item).includes(entry.mark))
    if (how === 'remove') {
      if (index !== -1) file.set(items.length === 1 ? path : [...path, index], undefined)
    } else if (index === -1) file.append(path, entry.value)
    else if (JSON.stringify(items[index]) !== JSON.stringify(entry.value))
      file.set([...path, index], entry.value)
  }
  const before = was === null ? null : await openJsonc(was)
  if (how === 'remove') dropEmpty(file, entries, before?.ok ? before.value : null)
  return ok(file.text())
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Why an entry has no place in a file that is otherwise readable. */
function misshapen(file: Jsonc, entry: Entry): string | null {
  const path = 'at' in entry ? entry.at : entry.list
  const parents = path.slice(1).map((_, index) => path.slice(0, index + 1))
  const bad = parents.find((at) => file.at(at) !== undefined && !isObject(file.at(at)))
  if (bad !== undefined) return `"${bad.join('.')}" is no object`
  const value = file.at(path)
  const isBadList = 'list' in entry && value !== undefined && !Array.isArray(value)
  return isBadList ? `"${path.join('.')}" is no list` : null
}

/** What held nothing but our entries goes with them, unless it was there before. */
function dropEmpty(file: Jsonc, entries: readonly Entry[], before: Jsonc | null): void {
  for (const entry of entries) {
    const path = 'at' in entry ? entry.at : entry.list
    for (let depth = path.length - 1; depth > 0; depth -= 1) {
      const at = path.slice(0, depth)
      const value = file.at(at)
      const isEmpty = isObject(value) && Object.keys(Object(value)).length === 0
      if (isEmpty && before?.at(at) === undefined) file.set(at, undefined)
    }
  }
}
