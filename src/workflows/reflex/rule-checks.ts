import type { Rule } from '../../model/rule.ts'

/** The built-in check a rule's `check` text names, as in "builtin:openapi/endpoints: every path …". */
export function builtinOf(rule: Pick<Rule, 'check'>): string | null {
  return /\bbuiltin:([a-z]+\/[a-z][a-z-]*)/.exec(rule.check)?.[1] ?? null
}
