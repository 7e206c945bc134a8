import {
  type NewSuccessMetrics,
  attemptsKept,
  type AttemptRow,
  type FailureRow,
} from '../model/records-outcomes.ts'
import { bandOf } from '../model/records-values.ts'
import type { Records } from '../ports/records.ts'
import { measured } from '../workflows/workorder/learning/generate.ts'
import { recordIdOf, weightOf } from '../model/records-sampling.ts'

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

type Window = { readonly start: string; readonly end: string }

const dayMs = 86_400_000
const weekMs = 7 * dayMs
// the first Sunday of the calendar that computers count from
const firstSunday = 3 * dayMs

/** The week of a moment, from Sunday 00:00 UTC, and the one before it. */
function weeksAt(at: string): readonly Window[] {
  const start = firstSunday + Math.floor((Date.parse(at) - firstSunday) / weekMs) * weekMs
  const iso = (ms: number) => new Date(ms).toISOString()
  return [start - weekMs, start].map((from) => ({ start: iso(from), end: iso(from + weekMs) }))
}

type Outcomes = {
  readonly proposer: string
  readonly band: string
  /** The latest fifty, the latest first. */
  readonly attempts: readonly AttemptRow[]
  readonly failures: readonly FailureRow[]
}

const within = ({ start, end }: Window, { created_at: at }: { readonly created_at: string }) =>
  at >= start && at < end

/** How a proposer did in a band within a window; null where it did nothing. */
function metricsOf(
  { proposer, band, attempts, failures }: Outcomes,
  window: Window,
): NewSuccessMetrics | null {
  const recent = failures.filter((row) => within(window, row))
  const counts = countsOf(attempts, recent, window)
  if (counts.total === 0) return null
  const averages = averagesOf(recent)
  return {
    id: recordIdOf('metrics', proposer, band, window.start),
    proposer_name: proposer,
    complexity_band: band,
    window_start: window.start,
    window_end: window.end,
    total_attempts: counts.total,
    successful_attempts: counts.successes,
    failed_attempts: counts.total - counts.successes,
    success_rate: counts.successes / counts.total,
    zero_refinement_success_rate: counts.atOnce / counts.total,
    ...averages,
    top_error_codes: topCodes(recent),
  }
}

/** Attempts are all there as long as the window holds fewer than are kept; beyond that, samples are weighted. */
function countsOf(attempts: readonly AttemptRow[], rows: readonly FailureRow[], window: Window) {
  const inside = attempts.filter((row) => within(window, row))
  const oldest = attempts.at(-1)
  const isWhole =
    attempts.length < attemptsKept || (oldest !== undefined && oldest.created_at < window.start)
  if (isWhole) {
    const good = inside.filter((row) => row.was_success)
    const atOnce = good.filter((row) => row.refinement_count === 0)
    return { total: inside.length, successes: good.length, atOnce: atOnce.length }
  }
  const good = rows.filter((row) => row.is_success)
  return {
    total: weighed(rows),
    successes: weighed(good),
    atOnce: weighed(good.filter((row) => row.refinement_count === 0)),
  }
}

const weighed = (rows: readonly FailureRow[], of: (row: FailureRow) => number = () => 1): number =>
  rows.reduce((sum, row) => sum + weightOf(row) * of(row), 0)

function averagesOf(failed: readonly FailureRow[]) {
  const mean = (rows: readonly FailureRow[], of: (row: FailureRow) => number) =>
    rows.length === 0 ? null : weighed(rows, of) / weighed(rows)
  const erring = failed.filter((row) => row.initial_errors > 0)
  return {
    avg_initial_errors: mean(failed, (row) => row.initial_errors),
    avg_final_errors: mean(failed, (row) => row.final_errors),
    avg_improvement_rate: mean(
      erring,
      (row) => (row.initial_errors - row.final_errors) / row.initial_errors,
    ),
    avg_refinement_cycles: mean(failed, (row) => row.refinement_count),
  }
}

const most = 10

function topCodes(rows: readonly FailureRow[]) {
  const total = weighed(rows)
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const code of new Set(row.error_codes))
      counts.set(code, (counts.get(code) ?? 0) + weightOf(row))
  return [...counts]
    .map(([code, count]) => ({ code, count, rate: count / total }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
    .slice(0, most)
}
