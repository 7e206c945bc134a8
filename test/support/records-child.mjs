// Works on records as a process of its own: node records-child.mjs <what> <database> <first> <count>
import { openPostgresDatabase } from '../../src/adapters/records-sql/open-postgres-records.ts'
import { recordsOn } from '../../src/adapters/records-sql/records-on.ts'
import { openSqliteDatabase } from '../../src/adapters/records-sql/open-sqlite-records.ts'
import {
  enhancementOf,
  improvementOf,
  promptOf,
} from '../../src/ports/records-samples-lessons.contract.ts'
import { at, attemptOf, idOf } from '../../src/ports/records-samples.contract.ts'

const [what, place, first, count] = process.argv.slice(2)
const open = () =>
  place.startsWith('postgresql:') ? openPostgresDatabase(place) : openSqliteDatabase(place)

const openRecords = async () => {
  const records = await recordsOn(await open(), at(0))
  if (!records.ok) throw new Error(records.error.what)
  return records.value
}
const numbers = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)

const jobs = {
  /** Says that it is there, and opens when it is told to. */
  async open() {
    process.stdout.write('ready\n')
    for await (const _ of process.stdin) break
    const records = await openRecords()
    const lessons = await records.enhancements()
    await records.close()
    process.stdout.write(`${lessons.length}\n`)
  },
  async attempts() {
    const records = await openRecords()
    for (const number of numbers) await records.recordAttempt(attemptOf(number))
    await records.close()
  },
  /** Approves one improvement after the other and says so each time. */
  async approve() {
    const records = await openRecords()
    for (const number of numbers) {
      await records.approveImprovement({
        id: idOf('improvement', number),
        by: 'ada',
        at: at(number),
        prompt: promptOf(number, { parent_version_id: null }),
        enhancement: enhancementOf(number, { is_active: false, updated_at: at(number) }),
      })
      process.stdout.write(`${number}\n`)
    }
    await records.close()
  },
  /** Proposes one improvement for each lesson, as one of several who do; says how many were taken. */
  async propose() {
    const records = await openRecords()
    let taken = 0
    for (const number of numbers) {
      const proposed = await records.proposeImprovement(
        improvementOf(`${number} by ${process.pid}`, {
          proposal_details: { enhancement_id: idOf('enhancement', number) },
        }),
      )
      if (proposed.ok) taken += 1
    }
    await records.close()
    process.stdout.write(`${taken}`)
  },
  /** Writes, and waits for its end with the transaction open. */
  async hang() {
    const database = await open()
    await database.transaction(async (session) => {
      await session.all(
        `update moose_improvements set status = 'approved' where id = '${improvementOf(Number(first)).id}'`,
      )
      process.stdout.write('written\n')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })
  },
}

await jobs[what]()
