import { existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { RecordsUrl } from '../../model/config.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'

export type RecordsPlace = {
  readonly url: string
  /** The workspace, which files of records lie in. */
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: string
}

export async function openRecords(place: RecordsPlace): AsyncResult<Records> {
  const url = resolved(place)
  if (!url.ok) return url
  if (!url.value.startsWith('sqlite:')) {
    const { openPostgresRecords } = await import('./open-postgres-records.ts')
    return openPostgresRecords({ url: url.value, now: place.now })
  }
  const shown = url.value.slice('sqlite:'.length)
  const path = resolve(place.root, shown)
  // what SQLite keeps beside its file is written to, too
  if (!['', '-wal', '-shm', '-journal'].every((end) => isInside(place.root, path + end)))
    return usageError(
      `records.url names ${shown}; a file of records must lie inside the workspace`,
      'use a relative path without "..", such as sqlite:.loopwright/records.db',
    )
  if (path.startsWith(join(place.root, privateFolder) + sep)) hide(join(place.root, privateFolder))
  const { openSqliteRecords } = await import('./open-sqlite-records.ts')
  return openSqliteRecords({ path, shown, now: place.now })
}

const privateFolder = '.loopwright'

/** Keeps the private folder out of version control, also where records are the first thing in it. */
function hide(folder: string): void {
  if (existsSync(folder)) return
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch {
    // where nothing can be written, opening the file says why
  }
}

/** The URL itself: `env:NAME` says which variable holds it. What is wrong in it is never repeated. */
function resolved({ url, env }: RecordsPlace): Result<string> {
  if (!url.startsWith('env:')) return ok(url)
  const name = url.slice('env:'.length)
  const value = env[name]
  if (value !== undefined && !value.startsWith('env:') && RecordsUrl.safeParse(value).success)
    return ok(value)
  return usageError(
    value === undefined || value === ''
      ? `records.url is env:${name}, but ${name} is not set`
      : `${name}, which records.url names, holds no URL of records`,
    `set ${name} to sqlite:<file in the workspace> or postgresql://user@host/database`,
  )
}

/** Whether neither the path nor a link on the way to it leaves the workspace. */
function isInside(root: string, file: string): boolean {
  if (!file.startsWith(root + sep)) return false
  let there = file
  while (lstatSync(there, { throwIfNoEntry: false }) === undefined) there = dirname(there)
  const realRoot = realpathSync(root)
  const real = whereItLeads(there)
  return real === realRoot || real?.startsWith(realRoot + sep) === true
}

/** Null for a link to nowhere: opening it would make a file wherever it points. */
function whereItLeads(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
