import {
  AttemptRow,
  attemptsKept,
  ExperimentRow,
  FailureRow,
  type NewAttempt,
  SuccessMetricsRow,
} from '../../model/records-outcomes.ts'
import type { FailuresWanted, OutcomeRecords } from '../../ports/records.ts'
import { encode } from './columns.ts'
import type { Database, Value } from './database.ts'
import { rowsOf, save, tableOf, where } from './statements.ts'

const failures = tableOf('proposer_failures', FailureRow)
const attempts = tableOf('proposer_attempts', AttemptRow)
const experiments = tableOf('threshold_experiments', ExperimentRow)
const metrics = tableOf('proposer_success_metrics', SuccessMetricsRow, [
  'proposer_name',
  'complexity_band',
  'window_start',
])

export const outcomeRecords = (database: Database): OutcomeRecords => ({
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
