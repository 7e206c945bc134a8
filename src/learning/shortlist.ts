import { byCodeUnit } from '../model/by-code-unit.ts'
import type { Belief } from './belief.ts'
import type { Metric } from './cells.ts'
import type { Chance } from './chance.ts'
import type { Policy } from './policy.ts'

type Option = {
  readonly id: string
  readonly tokens: number
  readonly beliefs: Readonly<Record<Metric, Belief>>
}

/** What a place in the prompt is worth: failures avoided, the target's by a part, less the tokens it costs. */
export function valueOf({ tokens, beliefs }: Omit<Option, 'id'>, policy: Policy): Belief {
  const { targetWeight, perToken } = policy.shortlist
  return {
    mean: -targetWeight * beliefs.target.mean - beliefs.guardrail.mean - perToken * tokens,
    variance: targetWeight ** 2 * beliefs.target.variance + beliefs.guardrail.variance,
  }
}

/**
 * Thompson sampling: draws a value for every lesson from what is believed of it, and takes the best that fit. So a
 * good lesson is usually there, and an unknown one often enough to become known. Ids are drawn for in order, so
 * the order of the options does not matter.
 */
export function shortlist<Each extends Option>(
  options: readonly Each[],
  chance: Chance,
  policy: Policy,
): readonly Each[] {
  const drawn = options
    .toSorted((left, right) => byCodeUnit(left.id, right.id))
    .map((option) => {
      const value = valueOf(option, policy)
      return { option, value: value.mean + Math.sqrt(value.variance) * chance.normal() }
    })
    .sort((left, right) => right.value - left.value)
  const taken: Each[] = []
  let tokens = 0
  for (const { option } of drawn) {
    if (taken.length >= policy.shortlist.most) break
    if (tokens + option.tokens > policy.shortlist.tokens) continue
    taken.push(option)
    tokens += option.tokens
  }
  return taken
}
