import type { PageFinding, PageRule } from '../page-rule.ts'
import { purpleGradient, purpleWithCards, stockCards } from './cards.ts'
import { emojiIcons, genericIcons } from './icons.ts'
import { gradientText, missingStates, sameStructure } from './looks.ts'
import { inventedPraise, stockPhrases } from './phrases.ts'

export const slopRules: readonly PageRule[] = [
  purpleWithCards,
  purpleGradient,
  stockCards,
  genericIcons,
  emojiIcons,
  gradientText,
  sameStructure,
  missingStates,
  stockPhrases,
  inventedPraise,
]

const placeholders = new Set(['copy/placeholder', 'copy/placeholder-in-source'])

/** The kinds of slop in a list of findings; profiles count them. */
export function slopPatternsIn(findings: readonly PageFinding[]): readonly string[] {
  const kinds = findings
    .filter(({ ruleId, severity }) => {
      return severity !== 'info' && (ruleId.startsWith('slop/') || placeholders.has(ruleId))
    })
    .map(({ ruleId }) => (ruleId === 'slop/primary-purple' ? 'slop/purple-gradient' : ruleId))
  return [...new Set(kinds)].toSorted()
}
