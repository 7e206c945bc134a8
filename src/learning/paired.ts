import { advance, logEvidence, newProcess, type Process } from './evidence.ts'

/** Scores from 0 to 10 of two set-ups on the same spec and seed. */
export type Pair = { readonly spec: string; readonly a: number; readonly b: number }

export type Comparison = {
  readonly pairs: number
  /** Mean of b − a. */
  readonly mean: number
  /** The interval holds at every look with 1 − alpha. */
  readonly low: number
  readonly high: number
  /** Evidence against "b is not better" and against "b is not worse": 40 means 40 to 1. */
  readonly eBetter: number
  readonly eWorse: number
  readonly verdict: 'b better' | 'a better' | 'no difference shown'
  /** About how many more pairs decide it; null where it is decided, or where no plan would. */
  readonly more: number | null
}

/** How boldly the evidence bets per point of difference. Which is best depends on effect and noise: all are averaged. */
const boldness = [0.2, 0.4, 0.8, 1.6, 3.2] as const

/**
 * Logarithms of 1 + tanh(boldness · difference). Where b is not better, a difference is at most as likely as its
 * opposite, so their mean is at most 1. A bet on means that holds for any noise, however lopsided (Waudby-Smith
 * and Ramdas), needs three to five times as many pairs, since scores vary by far less than the ten points they may.
 */
const logFactors = (difference: number): readonly number[] =>
  boldness.map((each) => Math.LN2 - Math.log1p(Math.exp(-2 * each * difference)))

export const newPaired = (): Process => newProcess(boldness.length)

/** Adds one difference to the evidence that differences are above zero. */
export const addDifference = (process: Process, difference: number): void =>
  advance(process, logFactors(difference))

const defaultAlpha = 0.05
/** More pairs than this are no plan. */
const beyondPlans = 1_000

/** Is b better than a? May be asked after every pair: all looks together are wrong with a chance of alpha at most. */
export function comparePaired(
  pairs: readonly Pair[],
  { alpha = defaultAlpha, least = 1 }: { alpha?: number; least?: number } = {},
): Comparison {
  const differences = pairs.map(({ a, b }) => b - a)
  const mean = differences.reduce((sum, each) => sum + each, 0) / Math.max(1, pairs.length)
  const better = evidenceFor(differences, 1, 0)
  const worse = evidenceFor(differences, -1, 0)
  const bar = Math.log(2 / alpha)
  const enough = pairs.length >= least
  const verdict =
    enough && mean > 0 && logEvidence(better) >= bar
      ? 'b better'
      : enough && mean < 0 && logEvidence(worse) >= bar
        ? 'a better'
        : 'no difference shown'
  return {
    pairs: pairs.length,
    mean,
    low: Math.min(mean, boundOf(differences, 1, bar)),
    high: Math.max(mean, boundOf(differences, -1, bar)),
    eBetter: finite(logEvidence(better)),
    eWorse: finite(logEvidence(worse)),
    verdict,
    more:
      verdict === 'no difference shown'
        ? needed(mean > 0 ? better : worse, pairs.length, { bar, least })
        : null,
  }
}

// a file of JSON has no word for infinity
const finite = (log: number) => Math.exp(Math.min(700, log))

/** Evidence that the differences are above a value, or below it (side −1). */
function evidenceFor(differences: readonly number[], side: 1 | -1, value: number): Process {
  const process = newPaired()
  for (const each of differences) addDifference(process, side * (each - value))
  return process
}

/** Where the evidence stops to refute, found by halving: it falls as the value comes nearer to the differences. */
function boundOf(differences: readonly number[], side: 1 | -1, bar: number): number {
  let [refuted, open] = [-10 * side, 10 * side]
  const isRefuted = (value: number) => logEvidence(evidenceFor(differences, side, value)) >= bar
  if (!isRefuted(refuted)) return refuted
  for (let step = 0; step < 24; step += 1) {
    const middle = (refuted + open) / 2
    if (isRefuted(middle)) refuted = middle
    else open = middle
  }
  return refuted
}

/** How many more pairs like those so far reach the bar, by the bet that did best on them. */
function needed(
  process: Process,
  pairs: number,
  { bar, least }: { bar: number; least: number },
): number | null {
  const growth = Math.max(...process.products) / pairs
  const more = Math.ceil((bar - logEvidence(process)) / growth)
  return pairs < 2 || growth <= 0 || more > beyondPlans ? null : Math.max(1, least - pairs, more)
}
