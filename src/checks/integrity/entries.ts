import type { RuleEntry } from '../../rules/rule.ts'
import { integrityRules } from './rules.ts'

const severities = { fail: 'error', warn: 'warning', info: 'info' } as const

/** The rules about changes as rules are listed and explained. */
export const integrityEntries: readonly RuleEntry[] = integrityRules.map(
  ({ id, title, why, remedy, severity, bad, better }) => ({
    id,
    about: `${title}. ${why}`,
    example: { bad, better },
    severity: severities[severity],
    fix: remedy,
  }),
)
