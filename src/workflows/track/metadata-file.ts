import { hostname } from 'node:os'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from '../../engine/user-files.ts'
import type { Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'

const waitMs = 10_000
const pauseMs = 25
/** A lock that nobody has touched for this long belongs to nobody. */
const staleMs = 30 * 60_000

/** Changes metadata.json under its lock. */
export const changeMetadata = (
  folder: string,
  change: (source: string) => string,
): AsyncResult<string> =>
  underMetadataLock(folder, async () => {
    const path = join(folder, 'metadata.json')
    const before = await readFile(path, 'utf8').catch(() => '')
    const after = change(before)
    if (after !== before) await replaceFile(path, after, 0o644)
    return after
  })

/**
 * Works under `.metadata.lock`, a folder that every writer makes first, also those that are not ours. One
 * whose maker is known to be dead, or that is older than half an hour, is taken away.
 */
export async function underMetadataLock<Value>(
  folder: string,
  work: () => Promise<Value>,
): AsyncResult<Value> {
  const lock = join(folder, '.metadata.lock')
  const taken = await takeLock(lock)
  if (!taken.ok) return taken
  try {
    return ok(await work())
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

async function takeLock(lock: string): AsyncResult<null> {
  const until = Date.now() + waitMs
  for (;;) {
    try {
      await mkdir(lock)
      await writeFile(join(lock, 'holder'), `${process.pid}@${hostname()}\n`).catch(() => undefined)
      return ok(null)
    } catch (error) {
      if (!isCode(error, 'EEXIST')) return err(cannotLock(lock, error))
    }
    const left = await leftBy(lock)
    if (left !== null) await takeAway(lock, left)
    else if (Date.now() > until) return err(await lockedBy(lock))
    else await sleep(pauseMs)
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const cannotLock = (lock: string, error: unknown): Problem => ({
  exit: 5,
  what: `metadata.json cannot be locked: ${error instanceof Error ? error.message : String(error)}`,
  where: lock,
  todo: 'check the rights of the folder',
})

async function lockedBy(lock: string): Promise<Problem> {
  const since = (await stat(lock).catch(() => null))?.mtime.toISOString() ?? 'a moment ago'
  return {
    exit: 2,
    what: `metadata.json is being written by somebody else since ${since}`,
    where: lock,
    todo: 'try again; if that program is gone, remove the folder .metadata.lock',
  }
}

/** The inode of a lock whose maker is dead: a file in it names a process of this machine that is gone, or it is old. */
async function leftBy(lock: string): Promise<number | null> {
  const stats = await stat(lock).catch(() => null)
  if (stats === null) return null
  if (Date.now() - stats.mtimeMs > staleMs) return stats.ino
  for (const name of await readdir(lock).catch(() => [])) {
    const text = await readFile(join(lock, name), 'utf8').catch(() => '')
    const [, pid = '', host = hostname()] =
      /^\s*(?:pid\D{0,3})?(\d{1,9})(?:@(\S+))?\s*$/i.exec(text) ?? []
    if (pid !== '' && host === hostname() && !isAlive(Number(pid))) return stats.ino
  }
  return null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Moved first, so that of several who wait one takes it away; a lock that came meanwhile goes back. */
async function takeAway(lock: string, inode: number): Promise<void> {
  const aside = `${lock}.${process.pid}.${Date.now()}`
  try {
    await rename(lock, aside)
    if ((await stat(aside)).ino !== inode) await rename(aside, lock)
  } catch {
    return
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
