import { Power, type Powers } from '../model/power.ts'
import { wilson } from '../model/wilson.ts'
import powers from './powers.json' with { type: 'json' }

/** A line a rule: its power, and why. */
const earned: Readonly<Record<string, string>> = powers

export type PowerWithReason = { readonly power: Power; readonly reason: string }

/** What a rule has earned on published work (docs/reality.md), and why. Null where it was not measured. */
export function earnedBy(rule: string): PowerWithReason | null {
  const [, power, reason = ''] = /^(\w+): (.*)$/.exec(earned[rule] ?? '') ?? []
  const known = Power.safeParse(power)
  return known.success ? { power: known.data, reason } : null
}

/** What a person set for a rule or for its family; null where nobody did. */
export function powerSet(rule: string, own: Powers): PowerWithReason | null {
  const name = namesOf(rule).find((each) => Object.hasOwn(own, each))
  const power = name === undefined ? undefined : own[name]
  return power === undefined
    ? null
    : { power, reason: `acceptance.rules in loopwright.yaml says so of ${name}` }
}

/** What a rule may do: what a person set, else what it has earned. Null where it was not measured. */
export const powerOf = (rule: string, own: Powers = {}): Power | null =>
  (powerSet(rule, own) ?? earnedBy(rule))?.power ?? null

/** A rule and its families, the nearest first: page/interaction/dead-link, page/interaction, page. */
function namesOf(rule: string): readonly string[] {
  const parts = rule.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

/** Whether a person gave the rule more than it says of itself. */
export const isRaised = (rule: string, own: Powers): boolean =>
  namesOf(rule).some((name) => own[name] === 'blocks')

/** What a rule did on work: pieces that it looked at, findings, and what people said of those. */
export type RuleEvidence = {
  readonly looked: number
  readonly fired: number
  readonly right: number
  readonly wrong: number
}

const rightShare = 0.95
const mostMayBeWrong = 0.06

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** A rule blocks where it is right 95 times in 100, or where it has never spoken of work that is fine. */
export function powerFor({ looked, fired, right, wrong }: RuleEvidence): PowerWithReason {
  const labelled = right + wrong
  if (fired === 0) {
    const { high } = wilson(0, looked)
    return high <= mostMayBeWrong
      ? {
          power: 'blocks',
          reason: `silent on ${looked} pieces of work, so wrong about ${percent(high)} at most`,
        }
      : { power: 'advises', reason: `only ${looked} pieces of work were looked at` }
  }
  if (labelled === 0) return { power: 'advises', reason: `${fired} findings that nobody labelled` }
  const reason = `right in ${right} of ${labelled}, ${percent(wilson(right, labelled).low)} at least`
  return { power: right / labelled >= rightShare ? 'blocks' : 'advises', reason }
}
