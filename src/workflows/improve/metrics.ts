import type { ImprovementRow, IterationRow } from '../../model/records-improvements.ts'
import type { OrderRow } from '../../model/records-orders.ts'
import type { EnhancementRow } from '../../model/records-lessons.ts'
import { itself } from './autonomy.ts'

/** One line of the source's tables of success: what is aimed for, what is, and where it goes. */
export type Metric = {
  readonly loop: 'micro' | 'macro' | 'system'
  readonly name: string
  readonly target: string
  readonly now: number | null
  readonly before: number | null
  readonly unit: '' | '%' | 's' | '$'
  readonly isReached: boolean | null
}

export type Known = {
  readonly orders: readonly OrderRow[]
  readonly lessons: readonly EnhancementRow[]
  readonly iterations: readonly IterationRow[]
  readonly improvements: readonly ImprovementRow[]
  /** The proposer that costs least, whose share of orders should grow. */
  readonly cheapest: string | null
}

type Named = readonly [loop: Metric['loop'], name: string, target: string, unit?: Metric['unit']]
type Reached = (value: number, known: Known) => boolean | null

/** A figure of part of what is recorded: the newer half is held against the older one. */
type Rule = {
  readonly named: Named
  readonly reached: Reached
  readonly halves: (known: Known) => readonly [before: number | null, now: number | null]
}

const ofOrders = (
  named: Named,
  reached: Reached,
  value: (orders: readonly OrderRow[], known: Known) => number | null,
): Rule => ({
  named,
  reached,
  halves: (known) => halvesOf(known.orders, (part) => value(part, known)),
})

const ofIterations = (
  named: Named,
  reached: Reached,
  value: (iterations: readonly IterationRow[]) => number | null,
): Rule => ({ named, reached, halves: (known) => halvesOf(known.iterations, value) })

/** The older half and the newer one; a single one is new. */
function halvesOf<Each>(
  all: readonly Each[],
  value: (part: readonly Each[]) => number | null,
): readonly [number | null, number | null] {
  const middle = Math.floor(all.length / 2)
  return [value(all.slice(0, middle)), value(all.slice(middle))]
}

const mean = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((each) => typeof each === 'number')
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length
}

const share = <Each>(all: readonly Each[], is: (each: Each) => boolean | null): number | null =>
  all.length === 0 ? null : (all.filter((each) => is(each) === true).length / all.length) * 100

const least = (bound: number) => (value: number) => value >= bound
const below = (bound: number) => (value: number) => value < bound

const ended = (orders: readonly OrderRow[]) =>
  orders.filter(({ status }) => status !== 'pending' && status !== 'in_progress')
const isAccepted = ({ status }: OrderRow) => status === 'completed'

/** The tables of the source. */
const micro: readonly Rule[] = [
  ofOrders(['micro', 'work orders accepted', '80 %', '%'], least(80), (orders) =>
    share(ended(orders), isAccepted),
  ),
  ofOrders(['micro', 'acceptance score', '7.5'], least(7.5), (orders) =>
    mean(orders.map((each) => each.acceptance_result?.acceptance_score)),
  ),
  ofOrders(['micro', 'test coverage', '60 %', '%'], least(60), (orders) =>
    mean(orders.map((each) => each.acceptance_result?.test_coverage_percent)),
  ),
  ofOrders(['micro', 'TODOs in an order', 'below 2'], below(2), (orders) =>
    mean(orders.map((each) => each.acceptance_result?.todo_count)),
  ),
  ofOrders(
    ['micro', 'orders of the cheapest proposer', '80 %', '%'],
    least(80),
    (orders, { cheapest }) =>
      cheapest === null
        ? null
        : share(
            orders.filter(({ proposer_id }) => proposer_id !== null),
            ({ proposer_id }) => proposer_id === cheapest,
          ),
  ),
]

const macro: readonly Rule[] = [
  ofIterations(
    ['macro', 'overall quality', '8, 3 in a row'],
    (_, known) => firstInARow(known, known.iterations.length - inARow) !== null,
    (rows) => mean(rows.map(scoreOf)),
  ),
  ofIterations(['macro', 'applications that build', '100 %', '%'], least(100), (rows) =>
    share(rows, (each) => each.builds_successfully),
  ),
  ofIterations(['macro', 'applications whose tests pass', '100 %', '%'], least(100), (rows) =>
    share(rows, (each) => each.tests_pass),
  ),
  ofIterations(['macro', 'architecture', '8'], least(8), (rows) =>
    mean(rows.map((each) => each.architecture_score)),
  ),
  ofIterations(['macro', 'completeness', '8'], least(8), (rows) =>
    mean(rows.map((each) => each.completeness_score)),
  ),
]

const system: readonly Rule[] = [
  ofIterations(
    ['system', 'cost of an application', 'half of the first', '$'],
    (value, { iterations: [first] }) => {
      const cost = first?.total_cost_usd ?? 0
      return cost === 0 ? null : value <= cost / 2
    },
    (rows) => mean(rows.map((each) => each.total_cost_usd)),
  ),
  ofIterations(['system', 'time of a work order', 'below 5 min', 's'], below(300), (rows) =>
    mean(
      rows
        .filter((each) => each.total_work_orders > 0)
        .map(({ total_execution_time_seconds: seconds, total_work_orders }) =>
          seconds === null ? null : seconds / total_work_orders,
        ),
    ),
  ),
  ofOrders(['system', 'orders that need a person', 'below 10 %', '%'], below(10), (orders) =>
    share(ended(orders), (each) => !isAccepted(each)),
  ),
]

const inARow = 3

/** How many iterations it took until three in a row scored 8 or more, counted from one on; null where none did. */
function firstInARow({ iterations }: Known, from = 0): number | null {
  const good = iterations.map((each) => (scoreOf(each) ?? 0) >= 8)
  for (let end = Math.max(from, 0) + inARow; end <= good.length; end += 1)
    if (good.slice(end - inARow, end).every(Boolean)) return end
  return null
}

const scoreOf = ({ human_quality_score, overall_score }: IterationRow): number | null =>
  human_quality_score ?? overall_score

/** The latest half against the half before it: what is there now, and where it goes. */
export function metricsOf(all: Known): readonly Metric[] {
  const known: Known = {
    ...all,
    orders: all.orders.toSorted(byTime((each) => each.updated_at)),
    iterations: all.iterations
      .filter(({ status }) => status === 'completed')
      .toSorted(byTime((each) => each.started_at)),
  }
  const taken = firstInARow(known)
  const lately = decidedLately(known)
  return [
    ...micro.map((rule) => metricOf(rule, known)),
    single(['micro', 'effect of lessons in use', '70 %', '%'], lessonsIn(known), least(70)),
    ...macro.map((rule) => metricOf(rule, known)),
    single(['macro', 'iterations to the target', 'at most 15'], taken, below(16)),
    ...system.map((rule) => metricOf(rule, known)),
    single(
      ['system', 'improvements approved by the loop itself', 'all but one a quarter', '%'],
      share(lately, ({ approved_by }) => approved_by === itself),
      () => lately.filter(({ approved_by }) => approved_by !== itself).length <= 1,
    ),
  ]
}

function metricOf(
  { named: [loop, name, target, unit = ''], reached, halves }: Rule,
  known: Known,
): Metric {
  const [before, now] = halves(known)
  const isReached = now === null ? null : reached(now, known)
  return { loop, name, target, unit, now, before, isReached }
}

/** A figure of all that is recorded, without a trend. */
const single = (
  [loop, name, target, unit = '']: Named,
  now: number | null,
  reached: (value: number) => boolean,
): Metric => ({
  loop,
  name,
  target,
  unit,
  now,
  before: null,
  isReached: now === null ? null : reached(now),
})

const lessonsIn = ({ lessons }: Known): number | null =>
  mean(
    lessons
      .filter(({ is_active }) => is_active)
      .map(({ reduction_rate }) => (reduction_rate === null ? null : reduction_rate * 100)),
  )

const quarterMs = 90 * 86_400_000

/** Improvements that were approved in the last quarter of those on record. */
function decidedLately({ improvements }: Known): readonly ImprovementRow[] {
  const times = improvements.flatMap(({ approved_at }) => approved_at ?? [])
  const last = Math.max(...times.map((each) => Date.parse(each)))
  return improvements.filter(
    ({ approved_at }) => approved_at !== null && Date.parse(approved_at) >= last - quarterMs,
  )
}

/** Where it goes. Money is held against itself: a cent is much where all are cents. */
export function trendOf({
  now,
  before,
  unit,
}: Pick<Metric, 'now' | 'before' | 'unit'>): '-' | 'as before' | 'rising' | 'falling' {
  if (now === null || before === null) return '-'
  const enough = unit === '$' ? Math.max(now, before) * 0.05 : 0.05
  if (Math.abs(now - before) < enough || now === before) return 'as before'
  return now > before ? 'rising' : 'falling'
}

const byTime =
  <Each>(at: (each: Each) => string) =>
  (one: Each, other: Each): number =>
    at(one) < at(other) ? -1 : 1
