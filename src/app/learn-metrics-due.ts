import type { NewSuccessMetrics } from '../model/records-outcomes.ts'
import { bandOf } from '../model/records-values.ts'
import type { Records } from '../ports/records.ts'
import { measured } from './learn-generate.ts'
import { metricsOf, weeksAt } from './learn-metrics.ts'

/** Success figures of every proposer and band, for this week and the last. */
export async function metricsDue(
  records: Records,
  at: string,
): Promise<readonly NewSuccessMetrics[]> {
  const weeks = weeksAt(at)
  const since = weeks[0]?.start ?? at
  const failures = await records.failures({ since })
  const pairs = new Map<string, { proposer: string; band: string }>()
  const meet = (proposer: string, band: string) =>
    pairs.set(JSON.stringify([proposer, band]), { proposer, band })
  for (const row of failures) meet(row.proposer_name, row.complexity_band)
  for (const status of measured)
    for (const row of await records.ordersWith(status))
      if (row.updated_at >= since && row.proposer_id !== null && row.complexity_score !== null)
        meet(row.proposer_id, bandOf(row.complexity_score))
  const due: NewSuccessMetrics[] = []
  for (const { proposer, band } of pairs.values()) {
    const own = failures.filter(
      (row) => row.proposer_name === proposer && row.complexity_band === band,
    )
    const attempts = await records.attempts({ proposer, band })
    for (const week of weeks) {
      const metrics = metricsOf({ proposer, band, attempts, failures: own }, week)
      if (metrics !== null) due.push(metrics)
    }
  }
  return due
}
