import type { Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'

const rules = rulesOf('completeness', {
  placeholder: [
    'warn',
    'A comment says that the real work is still to be done',
    'What stands there only looks like the real thing.',
    'Write the real thing now.',
  ],
})

export const placeholderComments: Family = {
  family: 'stubs',
  rules: Object.values(rules),
  look: placeholders,
}

const promises =
  /\b(?:TODO|FIXME|XXX|HACK)\b|\bin (?:a )?real(?:[- ]world|istic)?(?: \w+)? (?:implementation|application|app|code|world|life|system|scenario|version)\b|\b(?:placeholder|mock|dummy|stub|simplified|naive|fake) (?:implementation|version|value|data|result|response|logic)\b|\bfor now,? (?:just|only|we|return|always|this|simply|hard)|\bhard-?coded? (?:for|to|until)|\bnot (?:yet )?implemented\b|\bwould (?:normally|actually|typically) \w+|\bimplement (?:this )?later\b|\bsimulat(?:e|es|ed|ing) (?:the )?(?:api|call|request|response|network|delay|work)|\bpretend\b|\breplace (?:this )?with (?:the )?(?:real|actual)|\bskip(?:ping)? (?:the )?(?:actual|real)|\b(?:rest|remainder) of (?:the )?(?:implementation|code)|^\s*(?:\.{3}|…)\s*(?:existing|rest|same|remaining)?\b.*$/i

function placeholders(change: Change): readonly IntegrityFinding[] {
  return change.files.flatMap(({ kind, before, after }) => {
    if (after === null || (kind !== 'source' && kind !== 'script')) return []
    const old = new Set(before?.comments.map(({ value }) => value.trim()))
    return after.comments
      .filter(({ value }) => promises.test(value) && !old.has(value.trim()))
      .map(({ start }) =>
        findingIn(rules.placeholder, after, start, {
          message: 'a comment says that the real work is missing',
          ...(kind === 'script' ? { severity: 'info' as const } : {}),
        }),
      )
  })
}
