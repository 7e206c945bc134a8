import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { neededPostgres, type Postgres, skipsPostgres } from '../../test/support/postgres.ts'
import { openPostgresRecords } from '../adapters/records-sql/open-postgres-records.ts'
import type { Records } from '../ports/records.ts'
import { runAutoImprovement } from './analyze.ts'
import { approveLesson, rollBack } from './decide.ts'
import { live, sampleLesson, tried } from '../workflows/workorder/learning/sample-lives.contract.ts'
import { after, openSample } from '../workflows/workorder/learning/sample.contract.ts'
import { showLesson, showLessons } from './show.ts'

const lesson = sampleLesson('TODO_LEFT')
const strong = { with: 0.08, without: 0.4, guardrailWith: 0.1, guardrailWithout: 0.3 }

/** From outcomes to a promotion and back, and all that is then known. */
async function wholeLife(records: Records) {
  await records.saveEnhancement(lesson)
  await tried(records, { lesson, count: 120, ...strong })
  const reports = [await runAutoImprovement(records, { at: after(2_000), trainer: null })]
  const waiting = await showLesson(records, lesson.id)
  if (!waiting.ok) throw new Error(waiting.error.what)
  const approved = await approveLesson(records, waiting.value, { by: 'ada', at: after(2_010) })
  const lived = await live(records, { from: 2_020, count: 12, target: () => 0.3 })
  reports.push(await runAutoImprovement(records, { at: after(2_050), trainer: null }))
  const back = await rollBack(records, { by: 'ada', at: after(2_060) })
  const lessons = (await showLessons(records)).map(({ short, stage, evidenceSha256 }) => [
    short,
    stage,
    evidenceSha256,
  ])
  const coins = lived.map(({ assignments }) => assignments)
  return { reports, approved: approved.ok, back: back.ok, lessons, coins }
}

describe.skipIf(skipsPostgres)('the life of a lesson', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await neededPostgres()
  })
  afterAll(() => server?.stop(), 120_000)

  test('is the same on a server as in a file, coin by coin and verdict by verdict', async () => {
    const sample = await openSample()
    const opened = await openPostgresRecords({ url: server.fresh(), now: after(0) })
    if (!opened.ok) throw new Error(opened.error.what)
    try {
      const [inFile, onServer] = [await wholeLife(sample.records), await wholeLife(opened.value)]
      expect(onServer).toEqual(inFile)
      expect([inFile.approved, inFile.back]).toEqual([true, true])
    } finally {
      await opened.value.close()
      await sample.close()
    }
  })
})
