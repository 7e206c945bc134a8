import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Lock, LockHolder } from '../../ports/run-store.ts'

const Holder = z.object({ pid: z.number(), since: z.string(), host: z.string() })

/**
 * One writer a run. The kernel holds the lock (through SQLite's file locks) and frees it when the
 * process ends in any way, so there is no stale lock to break and a reused pid means nothing.
 */
export async function takeLock(path: string, now: string): AsyncResult<Lock, LockHolder> {
  const { DatabaseSync } = await import('node:sqlite')
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  for (let tries = 1; ; tries += 1) {
    const database = new DatabaseSync(path)
    if (takeNow(database, path)) {
      tellHolder(path, { pid: process.pid, since: now, host: hostname() })
      return ok({ release: async () => database.close() })
    }
    if (tries === mostTries) return err(holderOf(path))
    // two who reach for it at the same instant may both be refused; chance lets one of them be first
    await wait(1 + Math.random() * 4)
  }
}

const mostTries = 4

function takeNow(database: DatabaseSync, path: string): boolean {
  try {
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    database.close()
    const message = error instanceof Error ? error.message : ''
    if (/locked|busy/i.test(message)) return false
    throw /not a database/i.test(message) ? damagedFile(path) : error
  }
}

/** Shown to whoever is refused; it decides nothing, so a disk that cannot be written is no reason to fail. */
function tellHolder(path: string, holder: LockHolder): void {
  try {
    // a link there is removed, not followed
    rmSync(`${path}.holder`, { force: true })
    writeFileSync(`${path}.holder`, JSON.stringify(holder), { flag: 'wx' })
  } catch {
    // whoever is refused sees who held it before
  }
}

function holderOf(path: string): LockHolder {
  try {
    return Holder.parse(JSON.parse(readFileSync(`${path}.holder`, 'utf8')))
  } catch {
    return { pid: 0, since: 'a moment ago', host: hostname() }
  }
}

/** A file of ours that somebody or something else wrote to; only a person may throw it away. */
export const damagedFile = (path: string): Error =>
  Object.assign(new Error(`${path} was damaged`), { code: 'EDAMAGED', path })
