import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../src/adapters/records-sql/database.ts'
import { openPostgresDatabase } from '../src/adapters/records-sql/open-postgres-records.ts'
import { recordsOn } from '../src/adapters/records-sql/records-on.ts'
import { openSqliteDatabase } from '../src/adapters/records-sql/open-sqlite-records.ts'
import { recordIdOf } from '../src/model/records-sampling.ts'
import type { Records } from '../src/ports/records.ts'
import { applicationOf, enhancementOf } from '../src/ports/records-samples-lessons.contract.ts'
import {
  acceptanceOf,
  at,
  attemptOf,
  failureOf,
  orderOf,
} from '../src/ports/records-samples.contract.ts'
import { fillOutcomes, lessons } from './outcomes.ts'
import { startPostgres } from '../test/support/postgres.ts'

// How long records take: opening, the effectiveness of 200 lessons over a million outcomes, and the
// room of a thousand orders. `node bench/records.ts [--outcomes 1000000] [--no-postgres]`

const limitMs = 5_000
const limitMegabytes = 10
const eligiblePerOrder = 20

const { values: asked } = parseArgs({
  options: {
    outcomes: { type: 'string', default: '1000000' },
    'no-postgres': { type: 'boolean', default: false },
  },
})
const outcomes = Number(asked.outcomes)

const now = '2026-03-01T00:00:00.000Z'
const say = (text: string) => process.stdout.write(`${text}\n`)

async function timed<Outcome>(work: () => Promise<Outcome>): Promise<readonly [number, Outcome]> {
  const begun = performance.now()
  const outcome = await work()
  return [performance.now() - begun, outcome]
}

async function mustOpen(database: Database): Promise<Records> {
  const records = await recordsOn(database, now)
  if (!records.ok) throw new Error(records.error.what)
  return records.value
}

/** A thousand orders as a working loop leaves them. */
async function leave(records: Records): Promise<void> {
  for (let lesson = 0; lesson < eligiblePerOrder * 2; lesson += 1)
    await records.saveEnhancement(enhancementOf(lesson))
  for (let name = 0; name < 1_000; name += 1) {
    const order = orderOf(name, {
      description: 'Add a field to the form and save it. '.repeat(10),
      metadata: { expected_output_type: 'code' },
      acceptance_result: acceptanceOf(6 + (name % 4)),
    })
    await records.saveOrder(order)
    if (name % 3 === 0) await records.addFailure(failureOf(name, { work_order_id: order.id }))
    await records.recordAttempt(attemptOf(name, { work_order_id: order.id }))
    await records.recordApplications(
      Array.from({ length: eligiblePerOrder }, (_, index) =>
        applicationOf('', name, {
          enhancement_id: recordIdOf('enhancement', index * 2 + (name % 2)),
          applied_at: at(name),
          prompt_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        }),
      ),
    )
  }
}

type Bench = {
  readonly name: string
  readonly inProcess: boolean
  open(database: string): Promise<Database>
  bytes(database: string): Promise<number>
}

async function measure({ name, inProcess, open, bytes }: Bench): Promise<boolean> {
  const [firstMs, first] = await timed(async () => mustOpen(await open('big')))
  await first.close()
  const [againMs, again] = await timed(async () => mustOpen(await open('big')))
  await again.close()
  say(`${name}: first opening ${firstMs.toFixed(1)} ms, later ones ${againMs.toFixed(1)} ms`)

  const database = await open('big')
  const [fillMs] = await timed(() => fillOutcomes(database, outcomes))
  const records = await mustOpen(database)
  const [lessonMs, log] = await timed(() =>
    records.applications({ enhancementId: '00000000-0000-8000-8001-000000000007' }),
  )
  const runs = []
  const busy = []
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    runs.push((await timed(() => records.effectiveness()))[0])
    const { user, system } = process.cpuUsage(before)
    busy.push((user + system) / 1_000)
  }
  const figures = await records.effectiveness()
  const compared = figures.reduce(
    (sum, { strata }) =>
      sum + strata.reduce((all, each) => all + each.with.count + each.without.count, 0),
    0,
  )
  if (compared !== outcomes) throw new Error(`${compared} of ${outcomes} outcomes were counted`)
  const [allMs] = await timed(() => records.applications())
  const [keepMs] = await timed(() => records.keepEffectiveness(figures, now))
  await records.close()
  // a busy machine stretches the clock; a server's own time is not seen from here
  const slowest = Math.max(...(inProcess ? busy : runs))
  const told = (times: readonly number[]) => times.map((ms) => ms.toFixed(0)).join(', ')
  const processor = inProcess ? `, ${told(busy)} ms of the processor` : ''
  say(
    `${name}: effectiveness of ${lessons} lessons over ${outcomes} outcomes ${told(runs)} ms${processor} (limit ${limitMs}); made in ${fillMs.toFixed(0)} ms, kept in ${keepMs.toFixed(0)} ms; ${log.length} applications of one lesson read in ${lessonMs.toFixed(0)} ms, all of them in ${allMs.toFixed(0)} ms`,
  )

  await (await mustOpen(await open('small'))).close()
  const empty = await bytes('small')
  const working = await mustOpen(await open('small'))
  const [workMs] = await timed(() => leave(working))
  await working.close()
  const megabytes = ((await bytes('small')) - empty) / 1e6
  say(
    `${name}: 1000 orders with ${eligiblePerOrder} eligible lessons each take ${megabytes.toFixed(2)} MB (limit ${limitMegabytes}); saved at ${(workMs / 1000).toFixed(2)} ms an order`,
  )
  return slowest <= limitMs && megabytes < limitMegabytes
}

const folder = mkdtempSync(join(tmpdir(), 'loopwright-bench-records-'))
const server = asked['no-postgres'] ? null : await startPostgres(say)
const urls = new Map<string, string>()
try {
  const path = (database: string) => join(folder, `${database}.db`)
  let good = await measure({
    name: 'SQLite',
    inProcess: true,
    open: (database) => openSqliteDatabase(path(database)),
    bytes: async (database) => statSync(path(database)).size,
  })
  if (server?.ok) {
    const url = (database: string) =>
      urls.get(database) ?? urls.set(database, server.value.url(database)).get(database) ?? ''
    const onServer = await measure({
      name: `PostgreSQL ${server.value.version}`,
      inProcess: false,
      open: (database) => openPostgresDatabase(url(database)),
      async bytes(database) {
        const session = await openPostgresDatabase(url(database))
        const [row] = await session.all('select pg_database_size(current_database()) as size')
        await session.close()
        return Number(row?.['size'])
      },
    })
    good &&= onServer
  } else if (server !== null) say(`PostgreSQL: not measured, ${server.error}`)
  process.exitCode = good ? 0 : 1
} finally {
  if (server?.ok) await server.value.stop()
  rmSync(folder, { recursive: true, force: true })
}
