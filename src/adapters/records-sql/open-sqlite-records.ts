import { type AsyncResult, err } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import { recordsOn } from './records-on.ts'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Session, Value } from './database.ts'
import { sqlite } from './dialects.ts'

export type SqlitePlace = {
  readonly path: string
  /** The path as people know it. */
  readonly shown?: string
  readonly now: string
}

export async function openSqliteRecords({
  path,
  shown = path,
  now,
}: SqlitePlace): AsyncResult<Records> {
  try {
    return await recordsOn(await openSqliteDatabase(path), now)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const foreign = /not a database|malformed/i.test(reason)
    return err({
      exit: foreign ? 5 : 2,
      what: foreign
        ? `the records in ${shown} are no database, or were damaged`
        : `the records in ${shown} cannot be opened: ${reason}`,
      where: shown,
      todo: foreign
        ? 'restore the file from a copy, or move it away to start anew'
        : 'see that the file can be written, or set records.url',
    })
  }
}

/** How long a writer waits for another one. */
const patienceMs = 15_000

/** A file of its own for each workspace, through the SQLite that Node brings along. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite')
  mkdirSync(dirname(path), { recursive: true })
  const file = new DatabaseSync(path, { timeout: patienceMs, enableForeignKeyConstraints: true })
  try {
    await writeAhead(file)
  } catch (error) {
    file.close()
    throw error
  }
  const session = sessionOn(file)
  const inTurn = takingTurns()
  return {
    dialect: sqlite,
    all: (sql, values) => inTurn(() => session.all(sql, values)),
    each: (sql, values, take) => inTurn(() => session.each(sql, values, take)),
    script: (sql) => inTurn(() => session.script(sql)),
    transaction: (work) => inTurn(() => transaction(file, session, work)),
    close: () => inTurn(async () => file.close()),
  }
}

/** Readers beside a writer. The switch needs the file alone for an instant and does not wait by itself. */
async function writeAhead(file: DatabaseSync): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      file.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await wait(1 + Math.random() * 9)
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && /locked|busy/i.test(error.message)

function sessionOn(file: DatabaseSync): Session {
  const known = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = known.get(sql) ?? file.prepare(native(sql))
    // statements of many rows come in all lengths; the short ones come again
    if (sql.length < 4_000) known.set(sql, statement)
    return statement
  }
  return {
    dialect: sqlite,
    all: async (sql, values = []) => prepared(sql).all(...values.map(bound)),
    async each(sql, values, take) {
      const statement = file.prepare(native(sql))
      statement.setReturnArrays(true)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was just asked for
      const rows = statement.iterate(...values.map(bound)) as Iterable<unknown> as Iterable<
        readonly unknown[]
      >
      for (const row of rows) take(row)
    },
    script: async (sql) => file.exec(sql),
  }
}

/** Values as SQLite writes them. Thousands of numbered ones are slow to bind, so those in order get no number. */
function native(sql: string): string {
  const places = [...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))
  const inOrder = places.every((place, index) => place === index + 1)
  return sql.replace(/\$(\d+)/g, inOrder ? '?' : '?$1')
}

function bound(value: Value): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' ? (value === null ? null : JSON.stringify(value)) : value
}

async function transaction<Outcome>(
  file: DatabaseSync,
  session: Session,
  work: (session: Session) => Promise<Outcome>,
): Promise<Outcome> {
  // immediate: whoever reads and then writes must not find that another one wrote in between
  file.exec('begin immediate')
  try {
    const outcome = await work(session)
    file.exec('commit')
    return outcome
  } catch (error) {
    if (file.isTransaction) file.exec('rollback')
    throw error
  }
}

/** One piece of work after the other: there is one connection, and a transaction belongs to one of them. */
function takingTurns(): <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => null)
    return next
  }
}
