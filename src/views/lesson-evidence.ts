import { promotionMisses } from '../learning/decisions.ts'
import { policy as usual, type Policy } from '../learning/policy.ts'
import { chanceOfLower } from '../learning/rates.ts'
import type { SeedFields } from '../learning/seed-fields.ts'
import type { Standing } from '../learning/standing.ts'
import type { TracePoint } from '../learning/trace.ts'
import type { Paint } from './findings.ts'
import { evidencePlot } from './lesson-plot.ts'
import {
  effectWords,
  fieldWords,
  oddsOf,
  trialWords,
  verdictWords,
  watchWords,
} from './lesson-words.ts'

/** One lesson with everything that is known of it. */
export type LessonEvidence = {
  readonly errorCode: string
  readonly text: string
  readonly standing: Standing
  readonly fields: SeedFields
  readonly trace: readonly TracePoint[]
  readonly policy?: Policy
}

/** The evidence of one lesson in words, numbers and a plot, for someone who knows no statistics. */
export function lessonEvidenceLines(
  lesson: LessonEvidence,
  paint: Paint,
  { width = 76, plain = false }: { width?: number; plain?: boolean } = {},
): readonly string[] {
  const { standing, errorCode, text, fields, trace, policy = usual } = lesson
  const { target, guardrail, evidence } = standing
  const title = `${standing.lessonId} version ${standing.version} (${errorCode}) · ${standing.state}`
  return [
    paint('bold', title),
    ...text.split('\n').map((line) => paint('dim', `  ${line}`)),
    '',
    verdictWords(standing.verdict),
    ...watchWords(standing),
    '',
    paint('bold', 'How it was tried'),
    ...trialWords(standing),
    '',
    paint('bold', 'What it does'),
    ...effectWords(target, `Error ${errorCode}`),
    ...effectWords(guardrail, 'Not accepted'),
    ...chanceWords(standing),
    '',
    paint('bold', `Evidence (the bar is ${policy.bar} to 1)`),
    `  that it helps             ${oddsOf(evidence.benefit)}${peak(evidence.benefit, evidence.most.benefit)}`,
    `  that it causes its error  ${oddsOf(evidence.harm)}${peak(evidence.harm, evidence.most.harm)}`,
    `  that it harms the whole   ${oddsOf(evidence.guardrailHarm)}${peak(evidence.guardrailHarm, evidence.most.guardrailHarm)}`,
    ...evidencePlot(trace, policy.bar, { width, plain }),
    ...missing(standing, policy, paint),
    '',
    paint('bold', 'Floors, shown beside the evidence'),
    ...fieldWords(fields).map((line) => `  ${line}`),
  ]
}

/** The highest evidence so far, where it has fallen since. */
const peak = (now: number, most: number) =>
  most > now + 0.05 ? `, at its highest ${oddsOf(most)}` : ''

function chanceWords({ lessonId, target }: Standing): readonly string[] {
  if (target.with.count === 0 || target.without.count === 0) return []
  const chance = chanceOfLower(target.with, target.without, lessonId)
  return [
    `By these counts alone, the chance that the error is rarer with it is ${Math.round(chance * 100)} %. That is no proof: it does not know how often one looked.`,
  ]
}

function missing(standing: Standing, policy: Policy, paint: Paint): readonly string[] {
  if (standing.state !== 'candidate' && standing.state !== 'supported') return []
  const misses = promotionMisses(standing, policy)
  return [
    '',
    paint('bold', 'What a promotion still needs'),
    ...misses.map((miss) => `  ✗ ${miss}`),
    '  · the word of a person',
  ]
}

/** For machines. Logarithms are natural; null stands for what is not known. */
export const lessonEvidenceAsJson = (lesson: LessonEvidence) => ({
  loopwright: 1,
  lesson: lesson.standing.lessonId,
  version: lesson.standing.version,
  error_code: lesson.errorCode,
  text: lesson.text,
  standing: lesson.standing,
  fields: lesson.fields,
  missing: promotionMisses(lesson.standing, lesson.policy ?? usual),
  trace: lesson.trace,
})
