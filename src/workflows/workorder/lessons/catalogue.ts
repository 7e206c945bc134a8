import { integrityRules } from '../../../checks/integrity/rules.ts'
import { type Advice, syntaxAdvice } from './catalogue-syntax.ts'
import { qualityAdvice } from './catalogue-quality.ts'
import { typeAdvice } from './catalogue-types.ts'
import { ruleCode } from './codes.ts'

/** A lesson as it is written, before anybody knows whether it helps. */
export type WrittenLesson = {
  readonly code: string
  readonly pattern: string
  readonly text: string
}

const entries: ReadonlyMap<string, Advice> = new Map(
  [...syntaxAdvice, ...typeAdvice, ...qualityAdvice].map((advice) => [advice[0], advice]),
)

/** All that can be taught about an error without asking anybody, the best guess first. */
export function lessonsFor(code: string): readonly WrittenLesson[] {
  const known = entries.get(code)
  if (known !== undefined) {
    const [, pattern, text, variant] = known
    return [text, variant].map((each) => ({ code, pattern, text: each }))
  }
  const rule = integrityRules.find(({ id }) => ruleCode(id) === code)
  if (rule === undefined) return []
  const pattern = rule.title
  const happened = `${pattern.slice(0, 1).toLowerCase()}${pattern.slice(1)}`
  return [
    { code, pattern, text: `Avoid this in your change: ${happened}. ${rule.why}` },
    {
      code,
      pattern,
      text: `Earlier changes were refused because of this: ${happened}. ${rule.remedy}`,
    },
  ]
}

/** Every code that the catalogue knows by name. */
export const cataloguedCodes: readonly string[] = [
  ...entries.keys(),
  ...integrityRules.map(({ id }) => ruleCode(id)),
]
