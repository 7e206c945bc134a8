import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { EnhancementRow, NewEnhancement } from '../model/records-lessons.ts'
import type { NewSuccessMetrics } from '../model/records-outcomes.ts'
import type { LearnReport } from '../views/learn-report.ts'
import { type Draft, nameOf } from './learn-draft.ts'
import type { ExperimentChange } from './learn-experiments.ts'
import type { NotWritten } from './learn-generate.ts'
import type { Ready } from './learn-plan.ts'
import { promotionId } from './learn-promotion.ts'

/** Everything that one look at the lessons will write. */
export type Plan = {
  readonly draft: Draft
  readonly figures: readonly Effectiveness[]
  /** Lessons that somebody wrote into the table. */
  readonly admitted: readonly EnhancementRow[]
  /** Lessons that a crash left behind what was written down of them. */
  readonly mended: readonly EnhancementRow[]
  readonly rewritten: readonly { readonly of: EnhancementRow; readonly row: NewEnhancement }[]
  readonly added: readonly NewEnhancement[]
  readonly left: readonly NotWritten[]
  readonly supported: readonly Ready[]
  readonly metrics: readonly NewSuccessMetrics[]
  readonly experiments: readonly ExperimentChange[]
}

type Known = Pick<LearnReport, 'at' | 'dryRun' | 'archived'> & {
  readonly pending: ReadonlyMap<string, string>
}

/** What was found and done, for people and programs. */
export function reportOf(plan: Plan, { at, dryRun, archived, pending }: Known): LearnReport {
  const { draft, rewritten, added, supported } = plan
  const written = [...rewritten, ...added.map((row) => ({ of: null, row }))]
  return {
    at,
    dryRun,
    archived,
    lessons: draft.rows.size,
    outcomes: plan.figures
      .flatMap(({ strata }) => strata)
      .reduce((sum, { with: one, without }) => sum + one.count + without.count, 0),
    moved: [
      ...plan.admitted.map((row) => ({
        ...nameOf(row),
        event: row.stage === 'candidate' ? 'start' : 'reject',
        stage: row.stage,
        reason: row.stage_reason ?? 'it was written into the table',
      })),
      ...draft.moves.flatMap(({ lessonId, event, reason }) => {
        const row = draft.rows.get(lessonId)
        return row === undefined ? [] : [{ ...nameOf(row), event, stage: row.stage, reason }]
      }),
    ],
    added: written.map(({ of, row }) => ({
      ...nameOf(row),
      text: row.enhancement_text,
      origin: row.origin ?? 'catalogue',
      reason: row.improvement_reason ?? '',
      replaces: of?.id ?? null,
    })),
    proposed: supported
      .filter(({ row, lacks }) => lacks.length === 0 || pending.has(row.id))
      .map(({ row }) => ({
        ...nameOf(row),
        improvement: pending.get(row.id) ?? promotionId(row.id, at),
        isNew: !pending.has(row.id),
      })),
    waiting: supported
      .filter(({ row, lacks }) => lacks.length > 0 && !pending.has(row.id))
      .map(({ row, lacks }) => ({ ...nameOf(row), lacks })),
    left: plan.left,
    experiments: plan.experiments.map(({ after }) => ({
      id: after.id,
      proposer: after.proposer_name,
      status: after.status,
      reason: after.promotion_reason ?? `${after.attempts_count} of ${after.min_attempts} attempts`,
    })),
    metrics: plan.metrics.length,
  }
}
