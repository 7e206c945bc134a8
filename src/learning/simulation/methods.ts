import { policy } from '../policy.ts'
import type { Method, MethodName } from './method.ts'
import { ours } from './method-ours.ts'
import { bayesPeek, randomised, seedThreshold, zPeek } from './method-random.ts'
import { alwaysOnRule, deltaRule, seeded } from './method-seed.ts'
import { freeLessons, type World } from './world.ts'

export function methodFor(name: MethodName, world: World): Method {
  switch (name) {
    case 'none':
      return fixed(() => [])
    case 'oracle':
      return fixed((eligible) => bestOf(world, eligible))
    case 'seed-delta':
      return seeded(world, deltaRule(world))
    case 'seed-base':
      return seeded(world, alwaysOnRule(world))
    case 'rand-seed':
      return randomised(world, seedThreshold)
    case 'z-peek':
      return randomised(world, zPeek)
    case 'bayes-peek':
      return randomised(world, bayesPeek)
    case 'ours':
      return ours(world)
    case 'ours-soft':
      return ours(world, { policy: { ...policy, promotionBar: 'supported' } })
    case 'ours-strict':
      return ours(world, { policy: { ...policy, promotionBar: 'strict' } })
    case 'ours-no-thompson':
      return ours(world, { byLot: true })
    case 'ours-no-guardrail':
      return ours(world, { blind: true })
  }
}

/** References that learn nothing. */
const fixed = (choose: (eligible: readonly number[]) => readonly number[]): Method => ({
  plan: (_, eligible) => ({ on: choose(eligible), compared: [] }),
  learn: () => undefined,
  decide: () => [],
  estimates: () => [],
})

/** The lessons that help most, by their true effects; one beyond the free ones must be worth its bloat. */
function bestOf({ lessons, bloat }: World, eligible: readonly number[]): readonly number[] {
  const effect = (index: number) => lessons[index]?.overall ?? 0
  return eligible
    .filter((index) => effect(index) < 0)
    .toSorted((left, right) => effect(left) - effect(right))
    .slice(0, policy.shortlist.most)
    .filter((index, place) => place < freeLessons || effect(index) + bloat < 0)
}
