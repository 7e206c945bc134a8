import type { PreparedCheck } from '../../model/check.ts'
import type { Rule } from '../../model/rule.ts'

/** The built-in check a rule's `check` text names, as in "builtin:openapi/endpoints: every path …". */
export function builtinOf(rule: Pick<Rule, 'check'>): string | null {
  return /\bbuiltin:([a-z]+\/[a-z][a-z-]*)/.exec(rule.check)?.[1] ?? null
}

const quoted = /"([^"\n]{2,200})"|`([^`\n]{2,200})`/g
const pattern = /(?:^|\s)(\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]*)(?=$|[\s,.;])/

/** The built-in a rule names, or the texts and patterns its check quotes. */
export function checksFor(rule: Pick<Rule, 'id' | 'check'>): readonly PreparedCheck[] {
  const id = builtinOf(rule)
  if (id !== null)
    return [{ rule_id: rule.id, type: 'executable', command: `builtin:${id}`, expected: 'pass' }]
  const expected = /\b(no|not|never|without|absent|must not|avoid)\b/i.test(rule.check)
    ? 'absent'
    : 'present'
  const regex = pattern.exec(rule.check)?.[1]
  const texts =
    regex === undefined
      ? [...rule.check.matchAll(quoted)].map((match) => match[1] ?? match[2] ?? '')
      : [regex]
  return texts.map((search) => ({ rule_id: rule.id, type: 'content', search, expected }))
}
