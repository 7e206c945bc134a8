import type { Power, Powers } from '../model/power.ts'
import powers from './powers.json' with { type: 'json' }

const earned: Readonly<Record<string, { readonly power: string; readonly reason: string }>> = powers

/**
 * What a rule may do: what a person set for it or for its family, else what it has earned on
 * published work (docs/reality.md). Null where it was not measured.
 */
export function powerOf(rule: string, own: Powers = {}): Power | null {
  const set = namesOf(rule).find((name) => Object.hasOwn(own, name))
  if (set !== undefined) return own[set] ?? null
  const power = earned[rule]?.power
  return power === 'blocks' || power === 'advises' || power === 'off' ? power : null
}

/** A rule and its families, the nearest first: page/interaction/dead-link, page/interaction, page. */
function namesOf(rule: string): readonly string[] {
  const parts = rule.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

/** Whether a person gave the rule more than it says of itself. */
export const isRaised = (rule: string, own: Powers): boolean =>
  namesOf(rule).some((name) => own[name] === 'blocks')
