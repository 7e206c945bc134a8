import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
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
    let due = performance.now() + note.afterMs
    for (let pause = 10; !signal.aborted; pause = Math.min(250, pause * 2)) {
      const database = await (opened ??= open(file))
      const entered = enter(database, memoryMb, budget)
      if (entered.type === 'in') return () => leave(database, entered.id)
      if (entered.type === 'broken') opened = open(file, { afresh: true })
      if (performance.now() >= due) {
        due = performance.now() + note.afterMs * 12
        note.tell(whyWaiting(entered, file))
      }
      await wait(pause * (0.5 + Math.random()))
    }
    return () => undefined
  }
}

/** A file that cannot be used is made anew; without any, only this process counts its own. */
async function open(file: string | null, { afresh = false } = {}): Promise<DatabaseSync> {
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
  if (file === null) return at(':memory:')
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      if (afresh) rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      return at(file)
    } catch (error) {
      // a file that somebody writes to right now is not broken
      if (!isBusy(error) && afresh) break
      afresh = !isBusy(error)
    }
  }
  return at(':memory:')
}

/** SQLITE_BUSY and SQLITE_LOCKED: another process is at it, and will be done. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [5, 6].includes(error.errcode & 0xff)

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

function whyWaiting(entered: Entered, file: string | null): string {
  if (entered.type !== 'full')
    return `waiting for room to run a sandbox: another process has locked ${file}; end it if it hangs`
  const { holders } = entered
  const processes = [...new Map(holders.toReversed().map((each) => [each.pid, each])).values()]
  const longest = processes.toReversed().slice(0, 3)
  const who = longest.map(({ pid, since }) => {
    const seconds = Math.round((Date.now() - since) / 1_000)
    return `${pid} (${programOf(pid)}) for ${seconds} s`
  })
  return `waiting for room to run a sandbox: ${holders.length} ${holders.length === 1 ? 'is' : 'are'} running; held longest by process ${who.join(', by ')}. End one that hangs, or raise resources.machine`
}

/** Its program and what that runs, without further arguments, which may hold secrets. */
function programOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return words
      .slice(0, 2)
      .map((word) => basename(word))
      .join(' ')
  } catch {
    return 'unknown'
  }
}

type Entered =
  | { readonly type: 'in'; readonly id: number }
  | { readonly type: 'full'; readonly holders: readonly Holder[] }
  | { readonly type: 'busy' | 'broken' }

function enter(database: DatabaseSync, memoryMb: number, budget: Budget): Entered {
  try {
    database.exec('BEGIN IMMEDIATE')
    const entered = noteHolder(database, memoryMb, budget)
    // until this is done nobody else can get in, and it fails while somebody still reads
    database.exec('COMMIT')
    return entered
  } catch (error) {
    rollBack(database)
    return { type: isBusy(error) ? 'busy' : 'broken' }
  }
}

function noteHolder(database: DatabaseSync, memoryMb: number, budget: Budget): Entered {
  const holders = holdersIn(database)
  const alive = holders.filter(({ pid, born }) => bornAt(pid) === born)
  const remove = database.prepare('DELETE FROM places WHERE id = ?')
  for (const { id } of holders.filter((each) => !alive.includes(each))) remove.run(id)
  const taken = alive.reduce((sum, { mb }) => sum + mb, 0)
  // whoever is alone may have all of it
  const fits = alive.length < budget.sandboxes && taken + memoryMb <= budget.memoryMb
  if (!fits && alive.length > 0) return { type: 'full', holders: alive }
  const { lastInsertRowid } = database
    .prepare('INSERT INTO places (pid, born, memory_mb, since) VALUES (?, ?, ?, ?)')
    .run(process.pid, bornAt(process.pid), memoryMb, Date.now())
  return { type: 'in', id: Number(lastInsertRowid) }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // it had not begun
  }
}

/** Tries until it is noted: a place that is not given back stays taken as long as this process lives. */
function leave(database: DatabaseSync, id: number): void {
  try {
    database.prepare('DELETE FROM places WHERE id = ?').run(id)
  } catch (error) {
    if (isBusy(error)) setTimeout(() => leave(database, id), 50).unref()
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
