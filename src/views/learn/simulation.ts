import type { DriftSummary } from '../../learning/simulation/drift-summary.ts'
import type { MethodSummary } from '../../learning/simulation/summary.ts'
import type { WorldKind } from '../../learning/simulation/world.ts'
import { percent } from '../../model/percent.ts'
import type { Paint } from '../../model/screen.ts'
import { table } from '../format.ts'

export type SimulationReport = {
  readonly kind: WorldKind
  readonly orders: number
  readonly worlds: number
  readonly seed: number
  readonly methods: readonly MethodSummary[]
  readonly drift: readonly DriftSummary[]
}

const asShare = (value: number | null) => (value === null ? '' : value.toFixed(2).replace(/^0/, ''))
const tenths = (value: number) => percent(value, 1)
const whole = (value: number | null) => (value === null ? '' : value.toFixed(0))
const tenth = (value: number | null) => (value === null ? '' : value.toFixed(1))

const head = [
  'method',
  'promoted',
  'false',
  'with Goodhart',
  'power strong/modest',
  'harmful retired',
  'lessons/order (harmful)',
  'tokens/order',
  'not accepted',
  'regret/1000',
  'n at promotion',
] as const

const row = (each: MethodSummary): readonly string[] => [
  each.method,
  tenth(each.promoted),
  asShare(each.falsePromotions),
  asShare(each.falseWithGoodhart),
  `${asShare(each.power.strong)}/${asShare(each.power.modest)}`,
  asShare(each.harmfulRetired),
  `${tenth(each.lessonsPerOrder)} (${each.harmfulPerOrder.toFixed(2)})`,
  whole(each.tokensPerOrder),
  tenths(each.failures),
  tenth(each.regret),
  whole(each.seenAtPromotion),
]

const moreHead = [
  'method',
  '95 % intervals that hold',
  'estimate/truth at promotion',
  'Goodhart promoted',
  'good retired',
  'n at retirement',
  'worlds with a false promotion',
  'worlds better than seed-delta',
] as const

const more = (each: MethodSummary): readonly string[] => [
  each.method,
  each.coverage === null ? '' : tenths(each.coverage),
  each.exaggeration === null ? '' : each.exaggeration.toFixed(2),
  asShare(each.goodhartPromoted),
  asShare(each.goodRetired),
  whole(each.seenAtRetirement),
  tenths(each.worldsWithFalse),
  each.betterThanSeed === null ? '' : tenths(each.betterThanSeed),
]

const driftHead = [
  'a promoted lesson',
  'trials',
  'demoted',
  'after',
  'first look after',
  'too early',
] as const

const driftRow = (each: DriftSummary): readonly string[] => [
  each.scenario,
  String(each.trials),
  tenths(each.demoted),
  whole(each.delay),
  whole(each.lookDelay),
  tenths(each.tooEarly),
]

const worldNames: Readonly<Record<WorldKind, string>> = {
  main: '40 lessons, some of which help, do nothing, harm, or only look good',
  null: '40 lessons that do nothing',
  'no-bloat': 'as main, but long prompts cost nothing',
  'small-team': '13 lessons',
}

/** The benchmark for people: two tables, and how failures went over time. */
export function simulationPretty(report: SimulationReport, paint: Paint): string {
  const { kind, orders, worlds, seed, methods } = report
  return [
    paint('bold', `Simulation: ${worlds} worlds of ${orders} work orders`),
    paint('dim', `${worldNames[kind]}; seeds ${seed} to ${seed + worlds - 1}`),
    paint(
      'yellow',
      'These are made-up worlds, not field data: they test the rules, not your lessons.',
    ),
    '',
    ...table(head, methods.map(row)),
    '',
    ...table(moreHead, methods.map(more)),
    '',
    ...(report.drift.length === 0 ? [] : [...table(driftHead, report.drift.map(driftRow)), '']),
    'Work orders not accepted, in each tenth of the time',
    ...courses(methods),
  ].join('\n')
}

/** A line of blocks for each method, all on one scale. */
function courses(methods: readonly MethodSummary[]): readonly string[] {
  const all = methods.flatMap(({ course }) => course)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const blocks = '▁▂▃▄▅▆▇█'
  const block = (value: number) =>
    blocks[Math.round(((value - low) / Math.max(1e-9, high - low)) * 7)] ?? ''
  const width = Math.max(...methods.map(({ method }) => method.length))
  return methods.map(
    ({ method, course }) =>
      `${method.padEnd(width)}  ${course.map((value) => block(value).repeat(3)).join('')}  ${tenths(course[0] ?? 0)} → ${tenths(course.at(-1) ?? 0)}`,
  )
}

/** For documents: the main table in Markdown. */
export function simulationMarkdown({ methods, drift }: SimulationReport): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const grid = (names: readonly string[], rows: readonly (readonly string[])[]) => [
    line(names),
    line(names.map(() => '---')),
    ...rows.map(line),
  ]
  return [
    ...grid(head, methods.map(row)),
    '',
    ...grid(moreHead, methods.map(more)),
    ...(drift.length === 0 ? [] : ['', ...grid(driftHead, drift.map(driftRow))]),
  ].join('\n')
}

/** For machines. `loopwright` is the version of this shape. */
export const simulationAsJson = (report: SimulationReport) => ({
  loopwright: 1,
  kind: 'simulation',
  world: report.kind,
  orders: report.orders,
  worlds: report.worlds,
  seed: report.seed,
  methods: report.methods,
  drift: report.drift,
})
