import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import type { Database } from './database.ts'
import { checksumOf } from './migrate.ts'
import { allMigrations } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import { recordsOn } from './records-on.ts'
import { openSqliteDatabase } from './open-sqlite-records.ts'

const now = '2026-03-01T00:00:00.000Z'

async function openFile(path: string): Promise<Database> {
  const database = await openSqliteDatabase(path)
  onTestFinished(() => database.close().catch(() => {}))
  return database
}

async function opening(path: string, migrations?: readonly Migration[]) {
  const records = await recordsOn(await openFile(path), now, migrations)
  if (records.ok) await records.value.close()
  return records
}

const next: Migration = {
  version: allMigrations.length + 1,
  name: 'next',
  shared: 'create table next_thing (id text);',
}

describe('migrations of records', () => {
  test('run forward only, each once, and keep what is there', async () => {
    const path = join(freshFolder(), 'records.db')
    expect(await opening(path, allMigrations.slice(0, 1))).toMatchObject({ ok: true })
    const old = await openFile(path)
    await old.script(`insert into work_orders (id, created_at, updated_at, title, description)
      values ('6c9a1a52-0c0e-8b1e-9a57-000000000001', '${now}', '${now}', 'old', 'order')`)
    await old.close()
    const records = await recordsOn(await openFile(path), now)
    if (!records.ok) throw new Error(records.error.what)
    expect(await records.value.ordersWith('pending')).toMatchObject([
      { title: 'old', acceptance_result: null },
    ])
    await records.value.close()
    const database = await openFile(path)
    const applied = await database.all('select version, name, checksum from loopwright_migrations')
    expect(applied.map((row) => ({ ...row }))).toEqual(
      allMigrations.map((migration) => ({
        version: migration.version,
        name: migration.name,
        checksum: checksumOf(migration),
      })),
    )
    expect(allMigrations.map(({ version }) => version)).toEqual(
      allMigrations.map((_, index) => index + 1),
    )
  })

  test('[DESIGN-BAD-14] leave a database of a newer version alone and say so', async () => {
    const path = join(freshFolder(), 'records.db')
    await opening(path, [...allMigrations, next])
    expect(await opening(path)).toMatchObject({
      ok: false,
      error: { exit: 2, what: expect.stringContaining('newer version of Loopwright') },
    })
    expect(await opening(path, [...allMigrations, next])).toMatchObject({ ok: true })
  })

  test('notice that a step that was run is not the one they know', async () => {
    const path = join(freshFolder(), 'records.db')
    await opening(path, [...allMigrations, next])
    const edited = { ...next, shared: 'create table next_thing (id text, more text);' }
    expect(await opening(path, [...allMigrations, edited])).toMatchObject({
      ok: false,
      error: { exit: 5, what: expect.stringContaining(`step ${next.version} (next)`) },
    })
  })

  test('[RECORD-42] are whole or not at all', async () => {
    const path = join(freshFolder(), 'records.db')
    const broken = { ...next, shared: `${next.shared} create table nonsense (;` }
    await expect(opening(path, [...allMigrations, broken])).rejects.toThrow('syntax error')
    const database = await openFile(path)
    expect(await database.all("select name from sqlite_master where type = 'table'")).toEqual([])
    await database.close()
    expect(await opening(path)).toMatchObject({ ok: true })
  })

  test('let the database find low scores without reading every order (decision 2.24)', async () => {
    const path = join(freshFolder(), 'records.db')
    await opening(path)
    const database = await openFile(path)
    const plan = async (sql: string) =>
      JSON.stringify(await database.all(`explain query plan select id from work_orders ${sql}`))
    const score = "cast(acceptance_result ->> 'acceptance_score' as numeric)"
    expect(await plan(`where acceptance_result is not null and ${score} < 7`)).toContain(
      'SEARCH work_orders USING INDEX work_orders_by_score (<expr><?)',
    )
    const queue = await plan(`where status = 'needs_review' order by ${score}`)
    expect(queue).toContain('INDEX work_orders_to_review')
    expect(queue).not.toContain('TEMP B-TREE')
  })
})
