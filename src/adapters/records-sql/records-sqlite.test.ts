import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { describeSharedRecords } from '../../ports/records-crash.contract.ts'
import type { OpenedRecords } from '../../ports/records-opened.contract.ts'
import { describeRecords } from '../../ports/records.contract.ts'
import type { Records } from '../../ports/records.ts'
import { openSqliteRecords } from './open-sqlite-records.ts'

async function opened(path: string): Promise<Records> {
  const records = await openSqliteRecords({ path, now: '2026-03-01T00:00:00.000Z' })
  if (!records.ok) throw new Error(records.error.what)
  onTestFinished(() => records.value.close())
  return records.value
}

async function open(): Promise<OpenedRecords> {
  const path = join(freshFolder(), 'records.db')
  return {
    records: await opened(path),
    again: () => opened(path),
    async sql(text) {
      const database = new DatabaseSync(path, { enableForeignKeyConstraints: true })
      try {
        return database.prepare(text).all()
      } finally {
        database.close()
      }
    },
  }
}

describeRecords('SQLite', open)

describeSharedRecords('SQLite', () => {
  const path = join(freshFolder(), 'deep', 'records.db')
  return { place: path, open: () => opened(path) }
})
