import { hostname } from 'node:os'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { lstat, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
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
 * Works under `.metadata.lock`, which every writer makes first, those that are not ours as a folder. One
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
    // at once, as it was taken
    rmSync(lock, { recursive: true, force: true })
  }
}

async function takeLock(lock: string): AsyncResult<null> {
  const until = Date.now() + waitMs
  for (;;) {
    try {
      makeLock(lock)
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

/**
 * A link to nothing that says who made it: with the name in it from the first moment, and in the way of everybody
 * who makes a folder. A killed maker of a folder may leave one that nobody can tell from another program's.
 */
function makeLock(lock: string): void {
  try {
    symlinkSync(own, lock)
  } catch (error) {
    if (isCode(error, 'EEXIST') || isCode(error, 'ENOENT')) throw error
    // where links are not allowed
    mkdirSync(lock)
    writeFileSync(join(lock, 'holder'), `${own}\n`)
  }
}

const own = `${process.pid}@${hostname()}`

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const cannotLock = (lock: string, error: unknown): Problem => ({
  exit: 5,
  what: `metadata.json cannot be locked: ${error instanceof Error ? error.message : String(error)}`,
  where: lock,
  todo: 'check the rights of the folder',
})

async function lockedBy(lock: string): Promise<Problem> {
  const [holder = 'somebody else'] = await holdersOf(lock)
  const since = (await lstat(lock).catch(() => null))?.mtime.toISOString() ?? 'a moment ago'
  return {
    exit: 2,
    what: `metadata.json is being written by ${holder} since ${since}`,
    where: lock,
    todo: 'try again; if that program is gone, remove the folder .metadata.lock',
  }
}

/** The inode of a lock whose maker is dead: a file in it names a process of this machine that is gone, or it is old. */
async function leftBy(lock: string): Promise<number | null> {
  const stats = await lstat(lock).catch(() => null)
  if (stats === null) return null
  if (Date.now() - stats.mtimeMs > staleMs) return stats.ino
  for (const text of await holdersOf(lock)) {
    const [, pid = '', host = hostname()] =
      /^(?:pid\D{0,3})?(\d{1,9})(?:@(\S+))?$/i.exec(text) ?? []
    if (pid !== '' && host === hostname() && !isAlive(Number(pid))) return stats.ino
  }
  return null
}

/** Who holds a lock: what its link says, or the files in its folder. */
async function holdersOf(lock: string): Promise<readonly string[]> {
  const link = await readlink(lock).catch(() => null)
  if (link !== null) return [link]
  const names = await readdir(lock).catch(() => [])
  const texts = await Promise.all(
    names.map((name) => readFile(join(lock, name), 'utf8').catch(() => '')),
  )
  return texts.map((text) => text.trim()).filter((text) => text !== '')
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
    if ((await lstat(aside)).ino !== inode) await rename(aside, lock)
  } catch {
    return
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
