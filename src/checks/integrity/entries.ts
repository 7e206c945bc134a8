import type { RuleEntry } from '../../rules/rule.ts'
import examples from './examples.json' with { type: 'json' }
import { integrityRules } from './rules.ts'

const known: Readonly<Record<string, RuleEntry['example']>> = examples
const severities = { fail: 'error', warn: 'warning', info: 'info' } as const

/** The rules about changes as rules are listed and explained. */
export const integrityEntries: readonly RuleEntry[] = integrityRules.map(
  ({ id, title, why, remedy, severity }) => ({
    id,
    about: `${title}. ${why}`,
    example: known[id.replace(/^integrity\//, '')] ?? { bad: '', better: '' },
    severity: severities[severity],
    fix: remedy,
  }),
)
