import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../model/result.ts'
import type { Lock, LockHolder } from '../../ports/run-store.ts'

const Holder = z.object({ pid: z.number(), since: z.string(), host: z.string() })

/**
 * One writer a run. The kernel holds the lock (through SQLite's file locks) and frees it when the
 * process ends in any way, so there is no stale lock to break and a reused pid means nothing.
 */
export async function takeLock(path: string, now: string): Promise<Result<Lock, LockHolder>> {
  const { DatabaseSync } = await import('node:sqlite')
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return err(holderOf(path))
    if (error instanceof Error && /not a database/i.test(error.message)) throw damagedFile(path)
    throw error
  }
  tellHolder(path, { pid: process.pid, since: now, host: hostname() })
  return ok({ release: async () => database.close() })
}

/** Shown to whoever is refused; it decides nothing, so a full disk is no reason to fail. */
function tellHolder(path: string, holder: LockHolder): void {
  try {
    writeFileSync(`${path}.holder`, JSON.stringify(holder))
  } catch {
    rmSync(`${path}.holder`, { force: true, recursive: true })
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
