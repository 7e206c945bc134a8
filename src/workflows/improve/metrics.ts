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

type Rule = {
  readonly loop: Metric['loop']
  readonly name: string
  readonly target: string
  readonly unit?: Metric['unit']
  readonly reached: (value: number, known: Known) => boolean | null
} & (
  | {
      readonly of: 'orders'
      readonly value: (orders: readonly OrderRow[], known: Known) => number | null
    }
  | {
      readonly of: 'iterations'
      readonly value: (iterations: readonly IterationRow[]) => number | null
    }
)

const mean = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((each) => typeof each === 'number')
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length
}

const share = <Each>(all: readonly Each[], is: (each: Each) => boolean | null): number | null =>
  all.length === 0 ? null : (all.filter((each) => is(each) === true).length / all.length) * 100

const measured = (orders: readonly OrderRow[]) =>
  orders.filter((each) => each.acceptance_result !== null)
const least = (bound: number) => (value: number) => value >= bound
const most = (bound: number) => (value: number) => value <= bound

/** The tables of the source. */
const rules: readonly Rule[] = [
  {
    loop: 'micro',
    name: 'work orders accepted',
    target: '80 %',
    unit: '%',
    reached: least(80),
    of: 'orders',
    value: (orders) =>
      share(
        orders.filter(({ status }) => status !== 'pending' && status !== 'in_progress'),
        ({ status }) => status === 'completed',
      ),
  },
  {
    loop: 'micro',
    name: 'acceptance score',
    target: '7.5',
    reached: least(7.5),
    of: 'orders',
    value: (orders) =>
      mean(measured(orders).map((each) => each.acceptance_result?.acceptance_score)),
  },
  {
    loop: 'micro',
    name: 'test coverage',
    target: '60 %',
    unit: '%',
    reached: least(60),
    of: 'orders',
    value: (orders) =>
      mean(measured(orders).map((each) => each.acceptance_result?.test_coverage_percent)),
  },
  {
    loop: 'micro',
    name: 'TODOs in an order',
    target: 'below 2',
    reached: (value) => value < 2,
    of: 'orders',
    value: (orders) => mean(measured(orders).map((each) => each.acceptance_result?.todo_count)),
  },
  {
    loop: 'micro',
    name: 'orders of the cheapest proposer',
    target: '80 %',
    unit: '%',
    reached: least(80),
    of: 'orders',
    value: (orders, { cheapest }) =>
      cheapest === null
        ? null
        : share(
            orders.filter(({ proposer_id }) => proposer_id !== null),
            ({ proposer_id }) => proposer_id === cheapest,
          ),
  },
  {
    loop: 'macro',
    name: 'overall quality',
    target: '8, 3 in a row',
    reached: (_, known) => firstInARow(known, known.iterations.length - inARow) !== null,
    of: 'iterations',
    value: (rows) => mean(rows.map(scoreOf)),
  },
  {
    loop: 'macro',
    name: 'applications that build',
    target: '100 %',
    unit: '%',
    reached: least(100),
    of: 'iterations',
    value: (rows) => share(rows, (each) => each.builds_successfully),
  },
  {
    loop: 'macro',
    name: 'applications whose tests pass',
    target: '100 %',
    unit: '%',
    reached: least(100),
    of: 'iterations',
    value: (rows) => share(rows, (each) => each.tests_pass),
  },
  {
    loop: 'macro',
    name: 'architecture',
    target: '8',
    reached: least(8),
    of: 'iterations',
    value: (rows) => mean(rows.map((each) => each.architecture_score)),
  },
  {
    loop: 'macro',
    name: 'completeness',
    target: '8',
    reached: least(8),
    of: 'iterations',
    value: (rows) => mean(rows.map((each) => each.completeness_score)),
  },
  {
    loop: 'system',
    name: 'cost of an application',
    target: 'half of the first',
    unit: '$',
    reached: (value, { iterations: [first] }) =>
      (first?.total_cost_usd ?? 0) === 0 ? null : value <= (first?.total_cost_usd ?? 0) / 2,
    of: 'iterations',
    value: (rows) => mean(rows.map((each) => each.total_cost_usd)),
  },
  {
    loop: 'system',
    name: 'time of a work order',
    target: 'below 5 min',
    unit: 's',
    reached: most(300),
    of: 'iterations',
    value: (rows) =>
      mean(
        rows
          .filter((each) => each.total_work_orders > 0)
          .map((each) =>
            each.total_execution_time_seconds === null
              ? null
              : each.total_execution_time_seconds / each.total_work_orders,
          ),
      ),
  },
  {
    loop: 'system',
    name: 'orders that need a person',
    target: 'below 10 %',
    unit: '%',
    reached: (value) => value < 10,
    of: 'orders',
    value: (orders) =>
      share(
        orders.filter(({ status }) => status !== 'pending' && status !== 'in_progress'),
        ({ status }) => status !== 'completed',
      ),
  },
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
  const byRule = rules.map((rule): Metric => {
    const { loop, name, target, unit = '' } = rule
    const [before, now] =
      rule.of === 'orders'
        ? halves(known.orders).map((each) => rule.value(each, known))
        : halves(known.iterations).map((each) => rule.value(each))
    const isReached = now == null ? null : rule.reached(now, known)
    return { loop, name, target, unit, now: now ?? null, before: before ?? null, isReached }
  })
  return [
    ...byRule.slice(0, 4),
    single(['micro', 'effect of lessons in use', '70 %', '%'], lessonsIn(known), least(70)),
    ...byRule.slice(4, 10),
    single(['macro', 'iterations to the target', 'at most 15', ''], firstInARow(known), most(15)),
    ...byRule.slice(10),
    single(
      ['system', 'improvements approved by the loop itself', 'all but one a quarter', '%'],
      share(decidedLately(known), ({ approved_by }) => approved_by === itself),
      () => decidedLately(known).filter(({ approved_by }) => approved_by !== itself).length <= 1,
    ),
  ]
}

/** A figure of all that is recorded, without a trend. */
const single = (
  [loop, name, target, unit]: readonly [Metric['loop'], string, string, Metric['unit']],
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

/** The older half and the newer one; a single one is new. */
const halves = <Each>(all: readonly Each[]): readonly [readonly Each[], readonly Each[]] => {
  const middle = Math.floor(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}
