import { hash64, joined, unitOf } from '../../../learning/hash64.ts'

/** A proposal with what its pairs of iterations showed so far: the score with it less the score without it. */
export type Candidate = {
  readonly id: string
  readonly kind: string
  readonly differences: readonly number[]
}

/** What is believed of a proposal before its first pair weighs as much as this many pairs. */
const ownPrior = 5
/** And of a kind of proposals, that they do nothing. */
const kindPrior = 20
/** How far the difference of one pair usually lies from its mean, in points. */
const usualNoise = 1.1

/**
 * Most promising first: the mean of its own pairs, drawn towards what proposals of its kind did before, plus how far
 * that may be off. So what was never tried gets its chance, and what disappoints falls behind.
 */
export function rankProposals<Each extends Candidate>(
  candidates: readonly Each[],
  past: readonly Candidate[] = [],
): readonly Each[] {
  const all = new Set<Candidate>([...candidates, ...past])
  const kinds = Map.groupBy(all, ({ kind }) => kind)
  const believed = new Map(
    [...kinds].map(([kind, of]) => {
      const differences = of.flatMap((each) => each.differences)
      return [kind, sum(differences) / (differences.length + kindPrior)] as const
    }),
  )
  const promise = ({ kind, differences }: Candidate) => {
    const weight = differences.length + ownPrior
    const mean = (sum(differences) + ownPrior * (believed.get(kind) ?? 0)) / weight
    return mean + usualNoise / Math.sqrt(weight)
  }
  return candidates
    .map((each) => ({ each, promise: promise(each) }))
    .toSorted((left, right) => right.promise - left.promise)
    .map(({ each }) => each)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** Whether a proposal is on in the first iteration of a pair; in the second it is the other way round. */
export const isOnFirst = (id: string, { seed, pair }: { seed: number; pair: number }): boolean =>
  unitOf(hash64(joined(['pair', seed, pair, id]))) < 0.5
