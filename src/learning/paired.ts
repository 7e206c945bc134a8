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
 * The price: a b that is mostly a little better and rarely breaks badly may pass as better before it breaks.
 */
const logFactors = (difference: number): readonly number[] =>
  boldness.map((each) => Math.LN2 - Math.log1p(Math.exp(-2 * each * difference)))

/** The evidence of pairs as they come. */
export type Paired = { readonly better: Process; readonly worse: Process; sum: number }

export const newPaired = (): Paired => ({
  better: newProcess(boldness.length),
  worse: newProcess(boldness.length),
  sum: 0,
})

/** Adds b − a of one pair. */
export function addDifference(paired: Paired, difference: number): void {
  advance(paired.better, logFactors(difference))
  advance(paired.worse, logFactors(-difference))
  paired.sum += difference
}

const defaultAlpha = 0.05

/** May be asked after every pair: all answers together are wrong with a chance of alpha at most. */
export function verdictOf(
  { better, worse, sum }: Paired,
  alpha: number = defaultAlpha,
): Comparison['verdict'] {
  if (sum > 0 && logEvidence(better) >= barOf(alpha)) return 'b better'
  return sum < 0 && logEvidence(worse) >= barOf(alpha) ? 'a better' : 'no difference shown'
}

// half of alpha for each side
const barOf = (alpha: number) => Math.log(2 / alpha)

/** Is b better than a? Valid at every look; the order of the pairs does not matter. */
export function comparePaired(
  pairs: readonly Pair[],
  { alpha = defaultAlpha, least = 1 }: { alpha?: number; least?: number } = {},
): Comparison {
  const differences = pairs.map(({ a, b }) => b - a)
  const paired = newPaired()
  for (const each of differences) addDifference(paired, each)
  const opposite = differences.map((each) => -each)
  const mean = paired.sum / Math.max(1, pairs.length)
  const bar = barOf(alpha)
  const verdict = pairs.length < least ? 'no difference shown' : verdictOf(paired, alpha)
  const looks = mean > 0 ? paired.better : paired.worse
  return {
    pairs: pairs.length,
    mean,
    low: Math.min(mean, lowerBound(differences, bar)),
    high: Math.max(mean, -lowerBound(opposite, bar)),
    eBetter: finite(logEvidence(paired.better)),
    eWorse: finite(logEvidence(paired.worse)),
    verdict,
    more: verdict === 'no difference shown' ? needed(looks, pairs.length, { bar, least }) : null,
  }
}

// JSON has no word for infinity
const finite = (log: number) => Math.exp(Math.min(700, log))

/** The highest value that the evidence refutes as too low, found by halving: evidence falls as the value rises. */
function lowerBound(differences: readonly number[], bar: number): number {
  let [refuted, open] = [-10, 10]
  const isRefuted = (value: number) => {
    const evidence = newProcess(boldness.length)
    for (const each of differences) advance(evidence, logFactors(each - value))
    return logEvidence(evidence) >= bar
  }
  if (!isRefuted(refuted)) return refuted
  for (let step = 0; step < 20; step += 1) {
    const middle = (refuted + open) / 2
    if (isRefuted(middle)) refuted = middle
    else open = middle
  }
  return refuted
}

/** More pairs than this are no plan. */
const beyondPlans = 1_000

/** How many more pairs like those so far reach the bar, by the bet that did best on them. */
function needed(
  evidence: Process,
  pairs: number,
  { bar, least }: { bar: number; least: number },
): number | null {
  const growth = Math.max(...evidence.products) / pairs
  const more = Math.ceil((bar - logEvidence(evidence)) / growth)
  return pairs < 2 || growth <= 0 || more > beyondPlans ? null : Math.max(1, least - pairs, more)
}
