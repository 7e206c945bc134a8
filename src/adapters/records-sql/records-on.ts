import { IterationLogRow, IterationRow } from '../../model/records-improvements.ts'
import { type MeasuredOrders, OrderRow } from '../../model/records-orders.ts'
import {
  AttemptRow,
  attemptsKept,
  ExperimentRow,
  FailureRow,
  type NewAttempt,
  SuccessMetricsRow,
} from '../../model/records-outcomes.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type {
  FailuresWanted,
  IterationRecords,
  MeasuredWanted,
  OrderRecords,
  OutcomeRecords,
  Records,
} from '../../ports/records.ts'
import { decode, encode } from './columns.ts'
import type { Database, Value } from './database.ts'
import { improvementRecords } from './improvement-records.ts'
import { lessonRecords } from './lesson-records.ts'
import { migrate } from './migrate.ts'
import { allMigrations } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import { promptRecords } from './prompt-records.ts'
import { oneOf, rowsOf, save, tableOf, where } from './statements.ts'

/** The records in a database that was just opened, brought to the newest version. */
export async function recordsOn(
  database: Database,
  now: string,
  migrations: readonly Migration[] = allMigrations,
): AsyncResult<Records> {
  const migrated = await migrate(database, migrations, now).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  if (!migrated.ok) {
    await database.close()
    return err(migrated.error)
  }
  return ok({
    ...orderRecords(database),
    ...outcomeRecords(database),
    ...lessonRecords(database),
    ...promptRecords(database),
    ...improvementRecords(database),
    ...iterationRecords(database),
    close: () => database.close(),
  })
}

const iterations = tableOf('test_iterations', IterationRow)
const logs = tableOf('iteration_work_order_logs', IterationLogRow)

const iterationRecords = (database: Database): IterationRecords => ({
  saveIteration: (iteration) => save(database, iterations, [iteration], 'take-new'),
  iteration: (id) => oneOf(database, iterations, id),
  iterations: (project) =>
    rowsOf(
      database,
      iterations,
      where([['project_name = ?', project]]),
      'order by project_name, iteration_number',
    ),
  saveIterationLogs: (rows) => save(database, logs, rows, 'take-new'),
  iterationLogs: (iteration) =>
    rowsOf(database, logs, where([['iteration_id = ?', iteration]]), 'order by execution_order'),
})

const orders = tableOf('work_orders', OrderRow)

/** The lowest first; what was not measured comes last. */
const byScore = `order by cast(acceptance_result ->> 'acceptance_score' as numeric) asc nulls last,
  created_at, id`

const orderRecords = (database: Database): OrderRecords => ({
  saveOrder: (order) => save(database, orders, [order], 'take-new'),
  order: (id) => oneOf(database, orders, id),
  ordersWith: (status) => rowsOf(database, orders, where([['status = ?', status]]), byScore),
  lastMeasured: (wanted) => lastMeasured(database, wanted),
})

/** One question for all three scopes: the closest scope wins, in it the latest measurement. */
async function lastMeasured(
  database: Database,
  { outputType, project, except, count = 1 }: MeasuredWanted,
): Promise<MeasuredOrders | null> {
  const rows = await database.all(
    `with measured as (
      select *, acceptance_result ->> 'timestamp' as measured_at,
        case when metadata ->> 'expected_output_type' = $1 then 0
          when project_name = $2 then 1 else 2 end as scope
      from work_orders
      where acceptance_result is not null and cast(id as text) <> $3
    )
    select ${orders.columns.join(', ')}, scope from measured
    where scope = (select min(scope) from measured)
    order by measured_at desc nulls last, updated_at desc, id
    limit $4`,
    [outputType, project, except?.toLowerCase() ?? '', count],
  )
  const scope = scopes[Number(rows[0]?.['scope'])]
  if (scope === undefined) return null
  return {
    matched: scope,
    orders: rows.map((row) => OrderRow.parse(decode(database.dialect, row))),
  }
}

const scopes: readonly MeasuredOrders['matched'][] = ['output-type', 'project', 'anywhere']

const failures = tableOf('proposer_failures', FailureRow)
const attempts = tableOf('proposer_attempts', AttemptRow)
const experiments = tableOf('threshold_experiments', ExperimentRow)
const metrics = tableOf('proposer_success_metrics', SuccessMetricsRow, [
  'proposer_name',
  'complexity_band',
  'window_start',
])

const outcomeRecords = (database: Database): OutcomeRecords => ({
  addFailure: (failure) => save(database, failures, [failure], 'keep-old'),
  failures: (wanted = {}) =>
    rowsOf(database, failures, where(asked(database, wanted)), 'order by created_at, id'),
  recordAttempt: (attempt) => recordAttempt(database, attempt),
  attempts: ({ proposer, band }) =>
    rowsOf(
      database,
      attempts,
      where([
        ['proposer_name = ?', proposer],
        ['complexity_band = ?', band],
      ]),
      'order by created_at desc, id desc',
    ),
  saveSuccessMetrics: (row) => save(database, metrics, [row], 'take-new'),
  successMetrics: ({ proposer, band }) =>
    rowsOf(
      database,
      metrics,
      where([
        ['proposer_name = ?', proposer],
        ['complexity_band = ?', band],
      ]),
      'order by window_start, complexity_band',
    ),
  saveExperiment: (experiment) => save(database, experiments, [experiment], 'take-new'),
  experiments: () =>
    rowsOf(
      database,
      experiments,
      { sql: 'where archived_at is null', values: [] },
      'order by started_at, id',
    ),
  async archiveExperiments(completedBefore, at) {
    const put = await database.all(
      `update threshold_experiments set archived_at = $1
       where archived_at is null and completed_at < $2 returning id`,
      [moment(database, at), moment(database, completedBefore)],
    )
    return put.length
  },
})

const moment = (database: Database, at: string): Value => encode(database.dialect, 'created_at', at)

const asked = (database: Database, { since, proposer, band, code }: FailuresWanted) =>
  [
    ['created_at >= ?', since === undefined ? undefined : moment(database, since)],
    ['proposer_name = ?', proposer],
    ['complexity_band = ?', band],
    [database.dialect.contains('error_codes'), code],
  ] as const

/**
 * What is kept are always the latest of all that were ever told, so an old attempt that is told
 * again changes nothing.
 */
async function recordAttempt(database: Database, attempt: NewAttempt): Promise<void> {
  const { proposer_name: proposer, complexity_band: band } = attempt
  await database.transaction(async (session) => {
    await session.dialect.lock(session, `attempts:${JSON.stringify([proposer, band])}`)
    await save(session, attempts, [attempt], 'keep-old')
    await session.all(
      `delete from proposer_attempts where id in (
        select id from proposer_attempts where proposer_name = $1 and complexity_band = $2
        order by created_at desc, id desc limit 1000000 offset ${attemptsKept})`,
      [proposer, band],
    )
  })
}
