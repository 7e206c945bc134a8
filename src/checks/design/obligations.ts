import type { Obligation } from '../../model/obligation.ts'
import type { Exam } from '../../obligations/exam.ts'
import { thresholdObligation } from '../../obligations/from-rules.ts'
import { isGeneral, partsOf, sharedWords, wordsOf } from './exam-words.ts'
import type { Critique } from './criticise.ts'
import type { DesignIntent } from './intent.ts'
import { designRules } from './rules.ts'

type Judged = { readonly threshold: number; readonly subject: string }

/** What every design owes, whatever was asked: no error of a rule, and the score of its threshold. */
export function ownObligations(
  { scorecard, criticisms }: Critique,
  { threshold, subject }: Judged,
): readonly Obligation[] {
  const errors = designRules.filter(({ severity }) => severity === 'error')
  const score = scorecard.overallScore
  return [
    ...errors.map(({ id, about }): Obligation => {
      const results = criticisms.filter(({ ruleId }) => ruleId === id)
      const [first] = results
      const more = results.length > 1 ? ` (and ${results.length - 1} more)` : ''
      return {
        id: `rule.${id}`,
        statement: about,
        source: { kind: 'rule', text: id },
        weight: 'must',
        decided_by: 'check',
        status: first === undefined ? 'met' : 'unmet',
        reason: first === undefined ? 'nothing found' : `${first.message}${more}`,
        evidence:
          first === undefined
            ? [{ text: 'no finding of this rule' }]
            : results.slice(0, 10).map(({ message, path }) => ({ text: message, where: path })),
        subject,
      }
    }),
    thresholdObligation(
      { score, threshold, show: String },
      { isReached: score >= threshold, subject },
    ),
  ]
}

/** The way back: parts of a design that no sentence of its requirements speaks of. Advice only. */
export function unaskedParts(
  { items, context }: Exam,
  intent: DesignIntent,
  subject: string,
): readonly Obligation[] {
  if (items.length === 0) return []
  const asked = [...items.map(({ source }) => source.text), ...context.map(({ text }) => text)]
  const words = [...new Set(asked.flatMap(wordsOf))].filter((word) => !isGeneral(word))
  const unasked = partsOf(intent).filter(
    ({ kind, text }) => kind !== 'step' && sharedWords(text, words).length === 0,
  )
  const paths = unasked.map(({ path }) => path)
  return [
    {
      id: 'trace.parts',
      statement: 'every part of the design serves a requirement',
      source: { kind: 'workflow', text: 'parts without a requirement are named' },
      weight: 'should',
      decided_by: 'check',
      status: unasked.length === 0 ? 'met' : 'unmet',
      reason:
        unasked.length === 0
          ? 'each shares a word with what was asked'
          : `nothing that was asked speaks of ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`,
      evidence:
        unasked.length === 0
          ? [{ text: 'each shares a word with what was asked' }]
          : unasked
              .slice(0, 20)
              .map(({ text, path }) => ({ text: text.slice(0, 120), where: path })),
      subject,
    },
  ]
}
