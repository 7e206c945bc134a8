import { Client } from 'pg'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { neededPostgres, type Postgres, skipsPostgres } from '../../../test/support/postgres.ts'
import { describeSharedRecords } from '../../ports/records-crash.contract.ts'
import type { OpenedRecords } from '../../ports/records-opened.contract.ts'
import { describeRecords } from '../../ports/records.contract.ts'
import type { Records } from '../../ports/records.ts'
import { openPostgresRecords } from './open-postgres-records.ts'

describe.skipIf(skipsPostgres)('on a server', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await neededPostgres()
  })
  afterAll(() => server?.stop(), 120_000)

  async function opened(url: string): Promise<Records> {
    const records = await openPostgresRecords({ url, now: '2026-03-01T00:00:00.000Z' })
    if (!records.ok) throw new Error(records.error.what)
    onTestFinished(() => records.value.close())
    return records.value
  }

  async function open(): Promise<OpenedRecords> {
    const url = server.fresh()
    const client = new Client({ connectionString: url })
    await client.connect()
    const records = await opened(url)
    onTestFinished(() => client.end())
    return {
      records,
      again: () => opened(url),
      async sql(text) {
        const { rows } = await client.query<Record<string, unknown>>(text)
        return rows
      },
    }
  }

  describeRecords('PostgreSQL', open)
  describeSharedRecords('PostgreSQL', () => {
    const place = server.fresh()
    return { place, open: () => opened(place) }
  })
})
