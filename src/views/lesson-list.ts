import { seedFloors } from '../learning/seed-fields.ts'
import type { Standing } from '../learning/standing.ts'
import { oddsOf, verdictName } from './lesson-words.ts'
import { table } from './table.ts'

/** A lesson in a list; its standing is null before it was ever tried. */
export type ListedLesson = {
  readonly name: string
  readonly errorCode: string
  readonly state: string
  readonly text: string
  readonly standing: Standing | null
  readonly reductionRate: number | null
  readonly applicationsCount: number
}

/** All lessons as a table. */
export function lessonListLines(lessons: readonly ListedLesson[], width = 120): readonly string[] {
  if (lessons.length === 0) return ['no lessons yet']
  const head = ['lesson', 'error', 'state', 'tried', 'helps', 'effect', 'verdict', 'reduction']
  const rows = lessons.map((lesson) => {
    const { standing } = lesson
    return [
      lesson.name,
      lesson.errorCode,
      lesson.state,
      standing === null ? '' : `${standing.target.with.count}/${standing.target.without.count}`,
      standing === null ? '' : oddsOf(standing.evidence.benefit),
      standing === null || standing.shortlisted === 0 ? '' : effect(standing),
      standing === null ? '' : verdictName(standing.verdict),
      lesson.reductionRate === null ? '' : lesson.reductionRate.toFixed(2),
    ]
  })
  return [
    ...table(head, rows).map((line) =>
      line.length > width ? `${line.slice(0, width - 1)}…` : line,
    ),
    '',
    `tried: work orders with it / without it. effect: points of the error rate, below zero is better. reduction: floor ${seedFloors.reductionRate.toFixed(2)}.`,
  ]
}

const effect = ({ target: { mean, interval } }: Standing) =>
  `${signed(mean)} (${signed(interval.low)} to ${signed(interval.high)})`
const signed = (difference: number) =>
  `${difference > 0 ? '+' : ''}${(difference * 100).toFixed(1)}`
