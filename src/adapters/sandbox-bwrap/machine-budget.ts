import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'

export type Budget = { readonly memoryMb: number; readonly sandboxes: number }

/** Lets a program in when there is room; whoever is let in says when it ended. */
export type MachineBudget = (memoryMb: number, signal: AbortSignal) => Promise<() => void>

/**
 * What all sandboxes of this user may take together, whichever process started them. Who is in is noted
 * in one small file; those whose process is gone do not count.
 */
export function openMachineBudget(file: string | null, budget: Budget): MachineBudget {
  let opened: Promise<DatabaseSync> | null = null
  return async (memoryMb, signal) => {
    const database = await (opened ??= open(file))
    for (let pause = 10; !signal.aborted; pause = Math.min(250, pause * 2)) {
      const id = enter(database, memoryMb, budget)
      if (id !== null) return () => leave(database, id)
      await wait(pause * (0.5 + Math.random()))
    }
    return () => undefined
  }
}

/** A file that cannot be used is made anew; without any, only this process counts its own. */
async function open(file: string | null): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const at = (path: string) => {
    const database = new DatabaseSync(path, { timeout: 100 })
    // what it holds is worth nothing after a crash of the machine
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    database.exec(
      'CREATE TABLE IF NOT EXISTS holders (id INTEGER PRIMARY KEY, pid INT, born TEXT, memory_mb REAL)',
    )
    return database
  }
  for (const broken of file === null ? [] : [false, true]) {
    try {
      if (broken) rmSync(file ?? '', { force: true })
      mkdirSync(dirname(file ?? ''), { recursive: true, mode: 0o700 })
      return at(file ?? '')
    } catch {
      // once more with a new file
    }
  }
  return at(':memory:')
}

type Holder = {
  readonly id: number
  readonly pid: number
  readonly born: string
  readonly mb: number
}

function enter(database: DatabaseSync, memoryMb: number, budget: Budget): number | null {
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch {
    // somebody else is at it
    return null
  }
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns are named right here
    const holders = database
      .prepare('SELECT id, pid, born, memory_mb AS mb FROM holders')
      .all() as unknown as readonly Holder[]
    const alive = holders.filter(({ pid, born }) => bornAt(pid) === born)
    for (const { id } of holders.filter((each) => !alive.includes(each))) leave(database, id)
    const taken = alive.reduce((sum, { mb }) => sum + mb, 0)
    // whoever is alone may have all of it
    const fits = alive.length < budget.sandboxes && taken + memoryMb <= budget.memoryMb
    if (!fits && alive.length > 0) return null
    const { lastInsertRowid } = database
      .prepare('INSERT INTO holders (pid, born, memory_mb) VALUES (?, ?, ?)')
      .run(process.pid, bornAt(process.pid), memoryMb)
    return Number(lastInsertRowid)
  } finally {
    database.exec('COMMIT')
  }
}

function leave(database: DatabaseSync, id: number): void {
  try {
    database.prepare('DELETE FROM holders WHERE id = ?').run(id)
  } catch {
    // it does not count any more once this process has ended
  }
}

/** When a process began, so that a number that is used again is not taken for it; empty where it is gone. */
function bornAt(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${line.slice(line.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return isAlive(pid) && process.platform !== 'linux' ? 'alive' : ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
