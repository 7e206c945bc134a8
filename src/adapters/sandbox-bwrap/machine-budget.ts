import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'

export type Budget = { readonly memoryMb: number; readonly sandboxes: number }

/** Lets a program in when there is room; whoever is let in says when it ended. */
export type MachineBudget = (memoryMb: number, signal: AbortSignal) => Promise<() => void>

/** Told for whom somebody waits, and how soon. */
export type WaitNote = { readonly afterMs: number; readonly tell: (text: string) => void }

/**
 * What all sandboxes of this user may take together, whichever process started them. Who is in is noted
 * in one small file; those whose process is gone do not count. A process that hangs keeps its places: who waits is
 * told which one it is.
 */
export function openMachineBudget(
  file: string | null,
  budget: Budget,
  note: WaitNote = { afterMs: Infinity, tell: () => undefined },
): MachineBudget {
  let opened: Promise<DatabaseSync> | null = null
  return async (memoryMb, signal) => {
    const database = await (opened ??= open(file))
    let due = performance.now() + note.afterMs
    for (let pause = 10; !signal.aborted; pause = Math.min(250, pause * 2)) {
      const id = enter(database, memoryMb, budget)
      if (id !== null) return () => leave(database, id)
      if (performance.now() >= due) {
        due = performance.now() + note.afterMs * 12
        note.tell(whyWaiting(holdersIn(database)))
      }
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
      'CREATE TABLE IF NOT EXISTS places (id INTEGER PRIMARY KEY, pid INT, born TEXT, memory_mb REAL, since INT)',
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
  readonly since: number
}

const holdersIn = (database: DatabaseSync): readonly Holder[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns are named right here
  database
    .prepare('SELECT id, pid, born, memory_mb AS mb, since FROM places ORDER BY since')
    .all() as unknown as readonly Holder[]

function whyWaiting(holders: readonly Holder[]): string {
  const processes = [...new Map(holders.toReversed().map((each) => [each.pid, each])).values()]
  const longest = processes.toReversed().slice(0, 3)
  const who = longest.map(({ pid, since }) => {
    const seconds = Math.round((Date.now() - since) / 1_000)
    return `${pid} (${commandOf(pid)}) for ${seconds} s`
  })
  return `waiting for room to run a sandbox: ${holders.length} ${holders.length === 1 ? 'is' : 'are'} running; held longest by process ${who.join(', by ')}. End one that hangs, or raise resources.machine`
}

function commandOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return words.join(' ').slice(0, 120)
  } catch {
    return 'unknown'
  }
}

function enter(database: DatabaseSync, memoryMb: number, budget: Budget): number | null {
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch {
    // somebody else is at it
    return null
  }
  try {
    const holders = holdersIn(database)
    const alive = holders.filter(({ pid, born }) => bornAt(pid) === born)
    for (const { id } of holders.filter((each) => !alive.includes(each))) leave(database, id)
    const taken = alive.reduce((sum, { mb }) => sum + mb, 0)
    // whoever is alone may have all of it
    const fits = alive.length < budget.sandboxes && taken + memoryMb <= budget.memoryMb
    if (!fits && alive.length > 0) return null
    const { lastInsertRowid } = database
      .prepare('INSERT INTO places (pid, born, memory_mb, since) VALUES (?, ?, ?, ?)')
      .run(process.pid, bornAt(process.pid), memoryMb, Date.now())
    return Number(lastInsertRowid)
  } finally {
    database.exec('COMMIT')
  }
}

function leave(database: DatabaseSync, id: number): void {
  try {
    database.prepare('DELETE FROM places WHERE id = ?').run(id)
  } catch {
    // it does not count any more once this process has ended
  }
}

/** When a process began, so that a number that is used again is not taken for it; empty where it is gone. */
function bornAt(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const facts = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // dead, and nobody has fetched its exit yet
    return 'ZX'.includes(facts[0] ?? '') ? '' : `${boot} ${facts[19]}`
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
