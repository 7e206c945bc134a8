import type { Effect, Standing } from '../../learning/standing.ts'
import type { Policy } from '../../learning/policy.ts'
import { chanceOfLower } from '../../learning/rates.ts'
import { percent } from '../../model/percent.ts'
import { wilson } from '../../model/wilson.ts'
import type { Paint } from '../../model/screen.ts'
import { table, wrapped } from '../format.ts'
import { type LessonView, verdictWords } from './lesson.ts'
import { evidencePlot, type PathPoint } from './plot.ts'

export type LessonMove = {
  readonly event: string
  readonly at: string
  readonly by: string
  readonly reason: string
}

export type LessonExplained = LessonView & {
  readonly path: readonly PathPoint[]
  readonly moves: readonly LessonMove[]
  /** What a promotion still lacks. */
  readonly lacks: readonly string[]
  readonly policy: Pick<Policy, 'bar' | 'coin'>
}

/** Everything about one lesson: what it says, what was seen, how sure that is, and what comes next. */
export function lessonLines(
  lesson: LessonExplained,
  paint: Paint,
  width: number,
): readonly string[] {
  const { row, short, stage, standing } = lesson
  const tried = standing !== null && standing.shortlisted > 0
  return [
    `${paint('bold', row.error_code)} ${short} · version ${row.enhancement_version} · ${stage}${row.stage_since === null ? '' : ` since ${row.stage_since.slice(0, 10)}`} · by ${row.origin}`,
    `  "${row.enhancement_text}"`,
    ...(row.error_pattern === null ? [] : [paint('dim', `  against: ${row.error_pattern}`)]),
    '',
    ...(tried
      ? inWords(lesson, standing).flatMap((each) => wrapped(each, width))
      : ['It was not tried yet: no order had it on its shortlist.']),
    ...(tried
      ? [
          '',
          ...evidencePlot(lesson.path, lesson.policy.bar, { width }),
          '',
          ...numbers(lesson, standing),
        ]
      : []),
    ...(lesson.moves.length === 0
      ? []
      : [
          '',
          ...table(
            ['when', 'what', 'by', 'why'],
            lesson.moves.map(({ at, event, by, reason }) => [at.slice(0, 16), event, by, reason]),
          ),
        ]),
    '',
    ...nextSteps(lesson, paint),
    paint('dim', `evidence ${lesson.evidenceSha256.slice(0, 16)}`),
  ]
}

/** The evidence for somebody who knows no statistics. */
export function inWords(lesson: LessonExplained, standing: Standing): readonly string[] {
  const { target, guardrail, evidence } = standing
  const code = lesson.row.error_code
  const times = (log: number) => timesWords(Math.exp(log))
  return [
    `${rateWords(target.with)} had ${code} with the lesson, ${rateWords(target.without)} without it.`,
    changeWords(target),
    `As a whole, ${rateWords(guardrail.with)} were not accepted with it, ${rateWords(guardrail.without)} without it.`,
    `What was seen is ${times(evidence.benefit)} if it helps than if it does nothing; ${lesson.policy.bar} times is asked for.`,
    ...(evidence.harm > 0 || evidence.guardrailHarm > 0
      ? [
          `It is ${times(Math.max(evidence.harm, evidence.guardrailHarm))} if it harms than if it does nothing.`,
        ]
      : []),
    `The verdict: ${verdictWords(standing.verdict)}.`,
    ...(standing.rerandomised
      ? ['The model, the prompt or a tool changed, so it is tried again on one order in two.']
      : []),
    ...(standing.drift.alarm === 'none'
      ? []
      : ['The orders that go without it suggest that something changed: look at this lesson.']),
    ...(standing.sampleRatio.holds
      ? []
      : [
          'Its coins do not fall as often as they should. Nothing is decided until that is understood.',
        ]),
  ]
}

const rateWords = ({ count, failed }: Effect['with']): string =>
  count === 0 ? 'none of 0 orders' : `${failed} of ${count} orders (${percent(failed / count)})`

const intervalOf = ({ count, failed }: Effect['with']): string => {
  const { low, high } = wilson(failed, count)
  return `${percent(low)} to ${percent(high)}`
}

function timesWords(times: number): string {
  if (times < 1) return `${countOf(1 / times)} times less likely`
  return `${countOf(times)} times likelier`
}

const countOf = (times: number): string => {
  if (times >= 1e6) return 'more than a million'
  return times >= 100 ? String(Math.round(times)) : times.toFixed(1)
}

function changeWords({ mean, interval, relative }: Effect): string {
  const points = (value: number) => (Math.abs(value) * 100).toFixed(1)
  const side = mean <= 0 ? 'rarer' : 'more frequent'
  const spread = `between ${(interval.low * 100).toFixed(1)} and ${(interval.high * 100).toFixed(1)} points`
  const share =
    relative === null
      ? ''
      : ` As a share of its errors: ${percent(relative.reduction)} avoided (95 %: ${percent(relative.low)} to ${percent(relative.high)}).`
  return `The error is about ${points(mean)} points ${side} with it (95 %: ${spread}).${share}`
}

/** The same as figures, with the fields and floors of the records beside them. */
function numbers({ row, figure, policy }: LessonExplained, standing: Standing): readonly string[] {
  const { evidence, sampleRatio, drift, target } = standing
  const e = (log: number) => Math.exp(log).toPrecision(3)
  const known = (rate: number | null | undefined) =>
    rate === null || rate === undefined ? 'unknown' : rate.toFixed(3)
  return table(
    ['figure', 'value', 'asked for'],
    [
      [
        'evidence of benefit (highest)',
        `${e(evidence.benefit)} (${e(evidence.most.benefit)})`,
        `${policy.bar}`,
      ],
      [
        'evidence of harm (highest)',
        `${e(evidence.harm)} (${e(evidence.most.harm)})`,
        `below ${policy.bar}`,
      ],
      [
        'evidence of harm overall (highest)',
        `${e(evidence.guardrailHarm)} (${e(evidence.most.guardrailHarm)})`,
        `below ${policy.bar}`,
      ],
      ['error with it (95 %)', intervalOf(target.with), ''],
      ['error without it (95 %)', intervalOf(target.without), ''],
      [
        'chance that it is rarer with it',
        chanceOfLower(target.with, target.without, row.id).toFixed(3),
        '',
      ],
      ['p-value valid at any time', standing.alwaysValidP.toPrecision(2), ''],
      ['comparisons / eligible orders', `${standing.shortlisted} / ${standing.eligible}`, ''],
      ['coins fall as logged', sampleRatio.holds ? 'yes' : 'no', 'yes'],
      ['drift alarm', drift.alarm, 'none'],
      ['reduction_rate', known(figure?.reduction_rate), '0.70'],
      ['raw_reduction_rate', known(figure?.raw_reduction_rate), ''],
      ['applications_count', String(figure?.applications_count ?? 0), '30'],
      ['consecutive_iterations_active', String(figure?.consecutive_iterations_active ?? 0), '3'],
      ['days', String(standing.days), '3 where there are no iterations'],
    ],
  )
}

function nextSteps(
  { short, pending, stage, lacks }: LessonExplained,
  paint: Paint,
): readonly string[] {
  if (pending !== null)
    return [
      `${paint('yellow', '?')} a promotion waits for a person`,
      `  ${paint('cyan', '→')} loopwright learn approve ${short}   or   loopwright learn reject ${short}`,
    ]
  if (stage === 'supported')
    return lacks.length === 0
      ? [`${paint('cyan', '→')} the next loopwright learn analyze puts it before a person`]
      : ['Before it can be promoted it needs:', ...lacks.map((each) => `  - ${each}`)]
  return []
}

/** A promotion that waits, in the list of open questions. */
export function approvalLines(
  { row, short, standing }: LessonView,
  expectedImpact: string,
  paint: Paint,
): readonly string[] {
  return [
    `${paint('yellow', '?')} ${paint('bold', `lesson ${short}`)} (${row.error_code}): take it into the prompt?`,
    `  "${row.enhancement_text}"`,
    `  ${expectedImpact}${standing === null ? '' : `; ${verdictWords(standing.verdict)}`}`,
    `  ${paint('cyan', '→')} loopwright learn show ${short}`,
    `  ${paint('cyan', '→')} loopwright learn approve ${short}   or   loopwright learn reject ${short}`,
  ]
}
