import { hash64, joined, unitOf } from '../../../learning/hash64.ts'
import {
  addDifference,
  type Comparison,
  comparePaired,
  newPaired,
  type Pair,
  verdictOf,
} from '../../../learning/paired.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../../model/result.ts'

export type Measured = {
  readonly overall: number
  readonly dimensions: Readonly<Record<string, number>>
  readonly costUsd: number
  readonly seconds: number
}
export type Arm = { readonly name: string; readonly setup: string }
export type TrialOptions = {
  readonly specs: readonly string[]
  readonly repeats: number
  readonly seed: number
  readonly alpha?: number
}
export type TrialRow = {
  readonly spec: string
  readonly repeat: number
  readonly first: 'a' | 'b'
  readonly a: Measured
  readonly b: Measured
}
type PerRun = { readonly a: number; readonly b: number }
export type TrialResult = {
  readonly rows: readonly TrialRow[]
  /** Decides. Its alpha is the chance of a wrong verdict. */
  readonly overall: Comparison
  /** All dimensions together hold with the same alpha, and so do all specs. */
  readonly dimensions: Readonly<Record<string, Comparison>>
  readonly perSpec: Readonly<Record<string, Comparison>>
  /** Mean per run, in US dollars and in seconds. */
  readonly cost: PerRun
  readonly seconds: PerRun
  readonly endedEarly: boolean
}
export type Measure = (arm: Arm, spec: string, repeat: number) => AsyncResult<Measured>

/**
 * Measures both arms on every spec, again and again, until it is sure which is better or all repeats are done.
 * A coin decides which arm goes first in each pair. Rows that are known are not measured again, so that a trial
 * that was killed goes on where it was and ends the same.
 */
export async function runTrial(
  arms: readonly [Arm, Arm],
  options: TrialOptions,
  measure: Measure,
  ...[onRow, known = []]: readonly [
    onRow?: ((row: TrialRow) => void) | undefined,
    known?: readonly TrialRow[],
  ]
): AsyncResult<TrialResult> {
  const plan = planOf(options)
  if (plan.length === 0)
    return usageError('There is nothing to compare on.', 'Give at least one spec and one repeat.')
  const rows: TrialRow[] = []
  const paired = newPaired()
  for (const [spec, repeat] of plan) {
    const before = known.find((row) => row.spec === spec && row.repeat === repeat)
    const row =
      before === undefined
        ? await measureRow([spec, repeat], { arms, options, measure })
        : ok(before)
    if (!row.ok) return row
    rows.push(row.value)
    if (before === undefined) onRow?.(row.value)
    addDifference(paired, row.value.b.overall - row.value.a.overall)
    if (verdictOf(paired, options.alpha) !== 'no difference shown') break
  }
  return ok(trialResult(rows, options))
}

type Place = readonly [spec: string, repeat: number]

/** Every spec once before any is repeated, so that a trial that ends early has seen them all. */
const planOf = ({ specs, repeats }: TrialOptions): readonly Place[] =>
  Array.from({ length: repeats }, (_, repeat) =>
    [...new Set(specs)].map((spec): Place => [spec, repeat]),
  ).flat()

type Setting = {
  readonly arms: readonly [Arm, Arm]
  readonly options: TrialOptions
  readonly measure: Measure
}

async function measureRow(
  [spec, repeat]: Place,
  { arms: [a, b], options, measure }: Setting,
): AsyncResult<TrialRow> {
  const isAFirst = unitOf(hash64(joined(['trial', options.seed, spec, repeat]))) < 0.5
  const run = async (arm: Arm) => checked(await measure(arm, spec, repeat), arm, spec)
  const one = await run(isAFirst ? a : b)
  if (!one.ok) return one
  const two = await run(isAFirst ? b : a)
  if (!two.ok) return two
  return ok(
    isAFirst
      ? { spec, repeat, first: 'a', a: one.value, b: two.value }
      : { spec, repeat, first: 'b', a: two.value, b: one.value },
  )
}

function checked(measured: Result<Measured>, arm: Arm, spec: string): Result<Measured> {
  if (!measured.ok) return measured
  const { overall, dimensions } = measured.value
  const wrong = [overall, ...Object.values(dimensions)].find(
    (score) => !(score >= 0 && score <= 10),
  )
  return wrong === undefined
    ? measured
    : usageError(`${arm.name} scored ${wrong} on ${spec}, and scores are from 0 to 10.`)
}

/** What the rows of a trial show, also of one that is under way. */
export function trialResult(
  rows: readonly TrialRow[],
  options: Pick<TrialOptions, 'specs' | 'repeats' | 'alpha'>,
): TrialResult {
  const { alpha = 0.05 } = options
  const names = [...new Set(rows.flatMap(({ a }) => Object.keys(a.dimensions)))]
  const specs = [...new Set(rows.map(({ spec }) => spec))]
  const overall = compareBy(rows, alpha, overallOf)
  return {
    rows,
    overall,
    dimensions: Object.fromEntries(
      names.map((name) => [
        name,
        compareBy(rows, alpha / names.length, ({ dimensions }) => dimensions[name]),
      ]),
    ),
    perSpec: Object.fromEntries(
      specs.map((spec) => [
        spec,
        compareBy(
          rows.filter((row) => row.spec === spec),
          alpha / specs.length,
          overallOf,
        ),
      ]),
    ),
    cost: meanOf(rows, ({ costUsd }) => costUsd),
    seconds: meanOf(rows, ({ seconds }) => seconds),
    endedEarly:
      overall.verdict !== 'no difference shown' &&
      rows.length < new Set(options.specs).size * options.repeats,
  }
}

const overallOf = ({ overall }: Measured) => overall

function compareBy(
  rows: readonly TrialRow[],
  alpha: number,
  scoreOf: (measured: Measured) => number | undefined,
): Comparison {
  const pairs = rows.flatMap((row): readonly Pair[] => {
    const [a, b] = [scoreOf(row.a), scoreOf(row.b)]
    return a === undefined || b === undefined ? [] : [{ spec: row.spec, a, b }]
  })
  return comparePaired(pairs, { alpha })
}

const meanOf = (rows: readonly TrialRow[], of: (measured: Measured) => number): PerRun => {
  const mean = (arm: 'a' | 'b') =>
    rows.reduce((sum, row) => sum + of(row[arm]), 0) / Math.max(1, rows.length)
  return { a: mean('a'), b: mean('b') }
}
