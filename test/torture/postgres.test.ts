import { describe, expect, test } from 'vitest'
import { openPostgresRecords } from '../../src/adapters/records-sql/open-postgres-records.ts'
import { skipsPostgres, startPostgres } from '../support/postgres.ts'
import { proposeMany, startChild, wholeApprovals } from '../support/records-processes.ts'
import { figure } from './random.ts'

describe.skipIf(skipsPostgres || process.env['TORTURE_KILLS'] === undefined)(
  'records on a server',
  () => {
    test('that is killed while they are written keep all that was acknowledged, each transaction whole or not at all', async () => {
      const started = await startPostgres(() => undefined)
      if (!started.ok) throw new Error(started.error)
      const server = started.value
      const place = server.fresh()
      const open = async () => {
        const records = await openPostgresRecords({ url: place, now: '2026-03-01T00:00:00.000Z' })
        if (!records.ok) throw new Error(records.error.what)
        return records.value
      }
      try {
        const count = 400
        const first = await open()
        await proposeMany(first, count)
        await first.close()
        const tally = { kills: 0, acknowledged: 0, whole: 0 }
        for (let before = 0; tally.kills < 4; tally.kills += 1) {
          const child = startChild('approve', place, { first: before + 1, count: count - before })
          let told = before
          child.stdout?.on('data', (chunk: Buffer) => {
            told = Number(chunk.toString().trim().split('\n').at(-1))
          })
          const ended = new Promise((resolve) => child.once('close', resolve))
          await expect.poll(() => told, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 20)
          await server.crash()
          await ended
          const records = await open()
          const whole = await wholeApprovals(records, count)
          await records.close()
          expect(whole).toBeGreaterThanOrEqual(told)
          Object.assign(tally, { acknowledged: told, whole })
          before = whole
        }
        figure('database killed', tally)
      } finally {
        await server.stop()
      }
    })
  },
)
