import { factor } from './evidence.ts'
import { chanceBelow } from './effect.ts'
import type { Policy } from './policy.ts'
import type { Drift, Effect, Evidence, SampleRatio, Verdict } from './standing.ts'

type Known = {
  readonly evidence: Evidence
  /** Logarithms of the products behind the evidence, an effect of the grid each. */
  readonly products: { readonly benefit: readonly number[]; readonly harm: readonly number[] }
  readonly sampleRatio: SampleRatio
  readonly target: Effect
  readonly isEstablished: boolean
  /** Logarithm of the evidence that would establish it among all lessons. */
  readonly establishedBar: number
}

/** What the evidence of one lesson says. Harm comes first, and nothing is said over a broken coin. */
export function verdictOf(known: Known, policy: Policy): Verdict {
  const { evidence, sampleRatio } = known
  const bar = Math.log(policy.bar)
  if (!sampleRatio.holds) return { type: 'blocked', chance: sampleRatio.chance }
  if (evidence.most.harm >= bar) return { type: 'harmful', on: 'target' }
  if (evidence.most.guardrailHarm >= bar) return { type: 'harmful', on: 'guardrail' }
  // with few lessons the bar of all together is the lower one: both must be passed
  if (known.isEstablished && evidence.most.benefit >= bar) return { type: 'established' }
  if (evidence.most.benefit >= bar)
    return { type: 'supported', needsAbout: needed(known, 'benefit', known.establishedBar, policy) }
  if (isFutile(known.target, policy)) return { type: 'futile' }
  return { type: 'inconclusive', needsAbout: neededForAny(known, policy) }
}

/** The nearest verdict: a bar of evidence, or that the lesson is not worth its place. */
function neededForAny(known: Known, policy: Policy): number | null {
  const bar = Math.log(policy.bar)
  const clarity = neededForClarity(known.target, policy)
  const counts = [
    needed(known, 'benefit', bar, policy),
    needed(known, 'harm', bar, policy),
    known.target.mean > -policy.futile.benefit ? clarity : null,
  ].filter((count) => count !== null)
  return counts.length === 0 ? clarity : Math.min(...counts)
}

export function isFutile(target: Effect, { futile }: Policy): boolean {
  const occurrences = target.with.count + target.without.count
  return occurrences >= futile.least && chanceBelow(target, -futile.benefit) < futile.chance
}

/** More than this is no plan. */
const beyondPlans = 100_000

/** About how many more comparisons reach a bar, if the lesson is what it looks like now. */
function needed(
  { target, products }: Known,
  side: 'benefit' | 'harm',
  bar: number,
  { grid }: Policy,
): number | null {
  const counts = grid.flatMap((size, at) => {
    const growth = expectedGrowth(target, side === 'benefit' ? -size : size)
    // the mixture is at least this product divided by how many there are
    const missing = bar + Math.log(grid.length) - (products[side][at] ?? 0)
    return growth > 0 ? [Math.ceil(Math.max(1, missing) / growth)] : []
  })
  const least = Math.min(...counts)
  return least > beyondPlans ? null : least
}

/** The mean of the logarithm of one factor at a fair coin, by the rates as they are believed now. */
export function expectedGrowth({ with: one, without, mean }: Effect, d: number): number {
  const pooled = (one.failed + without.failed + 1) / (one.count + without.count + 5)
  const inside = (rate: number) => Math.min(0.999, Math.max(0.001, rate))
  const rates = { on: inside(pooled + mean / 2), off: inside(pooled - mean / 2) }
  const log = (on: boolean, failed: boolean) =>
    Math.log(factor({ on, failed, probability: 0.5 }, inside(pooled), d))
  const arm = (on: boolean, rate: number) => rate * log(on, true) + (1 - rate) * log(on, false)
  return 0.5 * arm(true, rates.on) + 0.5 * arm(false, rates.off)
}

// 90 % of a normal distribution lie below it
const z90 = 1.2815515655446004

/** Nearer than this to the least useful effect, it does not matter on which side a lesson lies. */
const closeEnough = 0.01

/** About how many more comparisons narrow the estimate down to one side of the least useful effect. */
function neededForClarity(target: Effect, { futile }: Policy): number | null {
  const occurrences = target.with.count + target.without.count
  const floor = Math.max(1, futile.least - occurrences)
  if (occurrences === 0) return floor
  const gap = Math.max(closeEnough, Math.abs(target.mean + futile.benefit))
  const more = Math.ceil(occurrences * ((target.deviation * z90) / gap) ** 2 - occurrences)
  return more > beyondPlans ? null : Math.max(floor, more)
}

export const driftOf = (level: number, { drift }: Policy): Drift => ({
  level,
  alarm: level >= Math.log(drift.act) ? 'act' : level >= Math.log(drift.look) ? 'look' : 'none',
})
