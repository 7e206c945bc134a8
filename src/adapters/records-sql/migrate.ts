import { createHash } from 'node:crypto'
import { type AsyncResult, err, ok, type Result, usageError } from '../../model/result.ts'
import type { ColumnKind, Database, Dialect, Session } from './database.ts'
import type { Migration } from './migrations/migration.ts'

type Applied = { readonly version: number; readonly checksum: string }

/**
 * Brings a database to the newest version. Whoever comes first does the work; the others wait and
 * find it done. A database that was written by a newer version is left alone.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  now: string,
): AsyncResult<null> {
  const applieds = await tryApplied(database)
  if (applieds !== null) {
    const looked = compare(applieds, migrations)
    if (!looked.ok) return looked
    if (looked.value.length === 0) return ok(null)
  }
  return database.transaction(async (session) => {
    await session.dialect.lock(session, 'migrations')
    await session.script(`create table if not exists loopwright_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at text not null)`)
    const missing = compare(await applied(session), migrations)
    if (!missing.ok) return missing
    for (const migration of missing.value) await run(session, migration, now)
    return ok(null)
  })
}

/** What is known to be there, or null where nothing can be said yet. */
async function tryApplied(database: Database): Promise<readonly Applied[] | null> {
  const exists =
    database.dialect.name === 'sqlite'
      ? `select 1 from sqlite_master where type = 'table' and name = 'loopwright_migrations'`
      : `select 1 where to_regclass('loopwright_migrations') is not null`
  const [result] = await database.all(exists)
  return result === undefined ? null : applied(database)
}

async function applied(session: Session): Promise<readonly Applied[]> {
  const rows = await session.all(
    'select version, checksum from loopwright_migrations order by version',
  )
  return rows.map((row) => ({
    version: Number(row['version']),
    checksum: String(row['checksum']),
  }))
}

/** The steps that are missing, or why this database is not ours to touch. */
function compare(
  done: readonly Applied[],
  migrations: readonly Migration[],
): Result<readonly Migration[]> {
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, checksum } of done) {
    const migration = known.get(version)
    if (migration === undefined)
      return usageError(
        `the records were written by a newer version of Loopwright (step ${version}; this one knows ${migrations.length})`,
        'update Loopwright, or name other records in records.url',
      )
    if (checksumOf(migration) !== checksum)
      return err({
        exit: 5,
        what: `step ${version} (${migration.name}) of the records is not the one this version of Loopwright knows`,
        todo: 'use the version that wrote them, or name other records in records.url',
      })
  }
  const versions = new Set(done.map(({ version }) => version))
  return ok(migrations.filter(({ version }) => !versions.has(version)))
}

async function run(session: Session, migration: Migration, now: string): Promise<void> {
  const own = migration[session.dialect.name] ?? ''
  await session.script(`${written(session.dialect, migration.shared)}\n${own}`)
  await session.all(
    'insert into loopwright_migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
    [migration.version, migration.name, checksumOf(migration), now],
  )
}

const column = /\{(uuid|time|flag|json|texts|decimal|serial) (\w+)(?: ([\d,]+))?\}/g

/** `{kind column}` as the database writes it. */
const written = (dialect: Dialect, sql: string): string =>
  sql
    .replace(
      column,
      (_, kind: ColumnKind, name: string, precision = '') =>
        `${name} ${dialect.columnType(kind, name, precision)}`,
    )
    .replaceAll('{clustered}', dialect.clustered)

export const checksumOf = ({ shared, sqlite = '', postgres = '' }: Migration): string =>
  createHash('sha256')
    .update(JSON.stringify([shared, sqlite, postgres]))
    .digest('hex')
