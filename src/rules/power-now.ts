import { type OwnRule, statedPower } from '../model/own-rule.ts'
import type { Powers } from '../model/power.ts'
import { earnedBy, type PowerWithReason, powerSet } from '../obligations/power.ts'
import type { ListedRule } from './rule.ts'

/** What a rule may do here, why, and how to change that. */
export type PowerNow = PowerWithReason & { readonly change: string }

export function powerNow(rule: ListedRule, powers: Powers, own?: OwnRule): PowerNow {
  const change = `acceptance: { rules: { ${rule.id}: blocks | advises | off } } in loopwright.yaml`
  const set = powerSet(rule.id, powers)
  if (own !== undefined)
    return {
      ...(set ?? {
        power: statedPower(own),
        reason:
          own.power === undefined ? `its severity is ${own.severity}` : 'the rule says so itself',
      }),
      change: `power: blocks | advises | off in the rule, or ${change}`,
    }
  if (rule.kind === 'design')
    return {
      power: rule.severity === 'error' ? 'blocks' : 'advises',
      reason: 'errors of a design block, as its workflow has it',
      change: 'it cannot be changed',
    }
  const earned = set ?? earnedBy(rule.id)
  if (earned !== null) return { ...earned, change }
  return rule.severity === 'error'
    ? { power: 'blocks', reason: 'it was not measured on published work yet', change }
    : {
        power: 'advises',
        reason: 'it costs points and blocks nothing',
        change: rule.kind === 'page' ? `--only ${rule.id.replace(/^page\//, '')}` : change,
      }
}
