import { chanceFrom } from '../../../learning/chance.ts'
import { addDifference, newPaired, verdictOf } from '../../../learning/paired.ts'
import { isOnFirst, rankProposals } from '../compare/shortlist.ts'
import { type Proposal, scoreOf, type World } from './world.ts'

/** What a rule made of a world. */
export type Run = {
  readonly kept: readonly { readonly proposal: Proposal; readonly iterations: number }[]
  /** Points that the set-up truly gained at the end, and on average while it was worked on. */
  readonly gain: number
  readonly alongTheWay: number
}

type Source = { readonly against: 'the iteration before' | 'the set-up kept' }

/**
 * The source's rule: apply a proposal, look at the next score, keep it when that is not lower. Against the iteration
 * before, each proposal has one try, since with more all are kept in the end. Against the score that the kept set-up
 * had, what was rolled back is tried again. That is the better form of each.
 */
export function bySource(world: World, iterations: number, { against }: Source): Run {
  const chance = chanceFrom('scores', world.seed)
  const waiting = [...world.proposals]
  const tries = new Map<Proposal, number>()
  const kept: { proposal: Proposal; iterations: number }[] = []
  let [gain, total] = [0, 0]
  let reference = scoreOf(world, gain, chance)
  for (let iteration = 1; iteration < iterations; iteration += 1) {
    const proposal = waiting.shift()
    const now = gain + (proposal?.effect ?? 0)
    total += now
    if (proposal === undefined) continue
    tries.set(proposal, (tries.get(proposal) ?? 0) + 1)
    const score = scoreOf(world, now, chance)
    if (score >= reference) {
      kept.push({ proposal, iterations: tries.get(proposal) ?? 1 })
      gain = now
    } else if (against === 'the set-up kept') waiting.push(proposal)
    if (score >= reference || against === 'the iteration before') reference = score
  }
  return { kept, gain, alongTheWay: total / iterations }
}

type Ours = { readonly atOnce: number; readonly alpha: number }

/**
 * Ours: two iterations are a pair. Each proposal on trial is on in one of them, by its own coin, and off in the
 * other. It is kept once its pairs show that it helps, dropped once they show that it harms, and off at the end
 * where they show neither. The next pair tries the most promising.
 */
export function byEvidence(world: World, iterations: number, { atOnce, alpha }: Ours): Run {
  const chance = chanceFrom('scores', world.seed)
  const all = world.proposals.map((proposal) => ({
    ...proposal,
    proposal,
    differences: [] as number[],
    paired: newPaired(),
  }))
  const decided = new Set<(typeof all)[number]>()
  const kept: { proposal: Proposal; iterations: number }[] = []
  let [gain, total] = [0, 0]
  for (let pair = 0; 2 * (pair + 1) <= iterations; pair += 1) {
    const trial = rankProposals(
      all.filter((each) => !decided.has(each)),
      all,
    ).slice(0, atOnce)
    const sides = trial.map(({ id }) => isOnFirst(id, { seed: world.seed, pair }))
    const gainOf = (isFirst: boolean) =>
      trial.reduce((sum, { effect }, at) => sum + (sides[at] === isFirst ? effect : 0), gain)
    const [first, second] = [gainOf(true), gainOf(false)]
    total += first + second
    const difference = scoreOf(world, first, chance) - scoreOf(world, second, chance)
    for (const [at, each] of trial.entries()) {
      const own = sides[at] === true ? difference : -difference
      each.differences.push(own)
      addDifference(each.paired, own)
      const verdict = verdictOf(each.paired, alpha)
      if (verdict !== 'no difference shown') decided.add(each)
      if (verdict !== 'b better') continue
      kept.push({ proposal: each.proposal, iterations: 2 * each.differences.length })
      gain += each.effect
    }
  }
  return { kept, gain, alongTheWay: total / iterations }
}
