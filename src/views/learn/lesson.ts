import type { Standing, Verdict } from '../../learning/standing.ts'
import type { LessonState } from '../../model/lesson.ts'
import { percent } from '../../model/percent.ts'
import type { Effectiveness } from '../../model/records-effectiveness.ts'
import type { EnhancementRow } from '../../model/records-lessons.ts'
import { table } from '../format.ts'

export type LessonView = {
  readonly row: EnhancementRow
  readonly short: string
  readonly stage: LessonState
  /** Null where it was never tried. */
  readonly standing: Standing | null
  readonly figure: Effectiveness | null
  /** The proposal to promote it that waits for a person. */
  readonly pending: string | null
  readonly evidenceSha256: string
}

/** What the evidence says, in a few words. */
export function verdictWords(verdict: Verdict): string {
  const more = (count: number | null) => (count === null ? '' : `, needs about ${count} more`)
  switch (verdict.type) {
    case 'blocked':
      return 'blocked: the coins do not fall as logged'
    case 'established':
      return 'established: it helps'
    case 'supported':
      return `supported: it seems to help${more(verdict.needsAbout)}`
    case 'harmful':
      return verdict.on === 'target'
        ? 'harmful: it causes its error'
        : 'harmful to the work as a whole'
    case 'futile':
      return 'futile: it does too little'
    case 'inconclusive':
      return `inconclusive${more(verdict.needsAbout)}`
  }
}

const arm = ({ count, failed }: { readonly count: number; readonly failed: number }): string =>
  count === 0 ? '-' : `${failed}/${count}`

export function lessonTable(lessons: readonly LessonView[]): readonly string[] {
  return table(
    ['lesson', 'code', 'stage', 'with', 'without', 'reduction', 'evidence'],
    lessons.map(({ row, short, stage, standing, figure, pending }) => [
      short,
      row.enhancement_version > 1
        ? `${row.error_code} v${row.enhancement_version}`
        : row.error_code,
      pending === null ? stage : `${stage} (waits for a person)`,
      standing === null ? '-' : arm(standing.target.with),
      standing === null ? '-' : arm(standing.target.without),
      figure === null || figure.raw_reduction_rate === null
        ? '-'
        : percent(figure.raw_reduction_rate),
      standing === null || standing.shortlisted === 0
        ? 'not tried yet'
        : verdictWords(standing.verdict),
    ]),
  )
}

/** A lesson for machines. Fields are added, never changed. */
export const lessonAsJson = ({ row, short, stage, standing, figure, ...lesson }: LessonView) => ({
  id: row.id,
  short,
  code: row.error_code,
  pattern: row.error_pattern,
  version: row.enhancement_version,
  parent: row.parent_enhancement_id,
  text: row.enhancement_text,
  tokens: row.token_count,
  origin: row.origin,
  stage,
  stage_reason: row.stage_reason,
  stage_since: row.stage_since,
  is_active: row.is_active,
  reduction_rate: figure?.reduction_rate ?? null,
  raw_reduction_rate: figure?.raw_reduction_rate ?? null,
  applications_count: figure?.applications_count ?? 0,
  success_count: figure?.success_count ?? 0,
  failure_count: figure?.failure_count ?? 0,
  consecutive_iterations_active: figure?.consecutive_iterations_active ?? 0,
  verdict: standing?.verdict ?? null,
  standing,
  pending_improvement: lesson.pending,
  evidence_sha256: lesson.evidenceSha256,
})
