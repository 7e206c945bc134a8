import type { Paint } from '../../model/screen.ts'
import { table } from '../format.ts'

export type LessonName = {
  readonly id: string
  readonly short: string
  readonly code: string
  readonly version: number
}

/** What a look at all lessons found and did. In a dry run it says what it would do. */
export type LearnReport = {
  readonly at: string
  readonly dryRun: boolean
  readonly lessons: number
  readonly outcomes: number
  readonly moved: readonly (LessonName & {
    readonly event: string
    readonly stage: string
    readonly reason: string
  })[]
  readonly added: readonly (LessonName & {
    readonly text: string
    readonly origin: string
    readonly reason: string
    readonly replaces: string | null
  })[]
  /** Promotions that wait for a person from now on, and those that waited before. */
  readonly proposed: readonly (LessonName & {
    readonly improvement: string
    readonly isNew: boolean
  })[]
  /** Supported by the evidence, and what a promotion still lacks. */
  readonly waiting: readonly (LessonName & { readonly lacks: readonly string[] })[]
  readonly left: readonly { readonly code: string; readonly why: string }[]
  readonly experiments: readonly {
    readonly id: string
    readonly proposer: string
    readonly status: string
    readonly reason: string
  }[]
  readonly metrics: number
  readonly archived: number
}

export function learnReportLines(report: LearnReport, paint: Paint): readonly string[] {
  const { moved, added, proposed, waiting, left, experiments } = report
  const did = report.dryRun ? 'would be' : 'was'
  const none = [moved, added, proposed, waiting, left, experiments].every(
    (each) => each.length === 0,
  )
  return [
    `${paint('bold', 'learn analyze')} ${report.at}${report.dryRun ? paint('yellow', ' (dry run: nothing is changed)') : ''}`,
    `${report.lessons} lessons, ${report.outcomes} measured outcomes, ${report.metrics} success figures`,
    ...(none ? ['nothing to decide'] : []),
    ...section(
      `What ${did} decided by the evidence`,
      ['lesson', 'code', 'stage', 'why'],
      moved.map(({ short, code, stage, reason }) => [short, code, stage, reason]),
    ),
    ...section(
      `What ${did} written`,
      ['lesson', 'code', 'version', 'from', 'why'],
      added.map((each) => [each.short, each.code, String(each.version), each.origin, each.reason]),
    ),
    ...section(
      'Promotions that wait for a person',
      ['lesson', 'code', 'since', 'answer with'],
      proposed.map(({ short, code, isNew }) => [
        short,
        code,
        isNew ? 'now' : 'before',
        `loopwright learn approve ${short}`,
      ]),
    ),
    ...section(
      'Supported, and what a promotion lacks',
      ['lesson', 'code', 'lacks'],
      waiting.map(({ short, code, lacks }) => [short, code, lacks.join('; ')]),
    ),
    ...section(
      'Patterns without a lesson',
      ['code', 'why'],
      left.map(({ code, why }) => [code, why]),
    ),
    ...section(
      'Experiments with thresholds',
      ['proposer', 'status', 'why'],
      experiments.map(({ proposer, status, reason }) => [proposer, status, reason]),
    ),
    ...(report.archived > 0 ? ['', `${report.archived} old experiments were put away`] : []),
  ]
}

const section = (
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => (rows.length === 0 ? [] : ['', title, ...table(head, rows)])
