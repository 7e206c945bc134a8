import { move } from '../learning/life-cycle.ts'
import { floors as usualFloors } from '../learning/seed-fields.ts'
import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { EnhancementRow, NewEnhancement } from '../model/records-lessons.ts'
import type { Agent } from '../ports/agent.ts'
import type { Records } from '../ports/records.ts'
import type { LearnReport } from '../views/learn/report.ts'
import { behind, type Draft, draftMove, newDraft, nameOf } from './draft.ts'
import { archiveOld, experimentsDue, saveExperiment, type ExperimentChange } from './experiments.ts'
import {
  admitProposed,
  lessonRow,
  measured,
  newLessons,
  type NotWritten,
  patternsLeft,
  seenOrders,
  write,
  type Writer,
} from '../workflows/workorder/learning/generate.ts'
import { learnedFrom } from '../workflows/workorder/learning/lesson-ledger.ts'
import { metricsDue } from './metrics-due.ts'
import { movedTo, saveMove } from '../learning/moves.ts'
import { draftDecisions, supportedLessons, weakLessons, type Ready } from './plan.ts'
import { activeTemplate } from '../workflows/workorder/learning/prompt.ts'
import { pendingByLesson, proposePromotion, withdraw, promotionId } from './promotion.ts'
import type { NewSuccessMetrics } from '../model/records-outcomes.ts'

export type AnalysisOptions = {
  readonly at: string
  /** Who writes lessons; null: the catalogue does. */
  readonly trainer: Agent | null
  readonly dryRun?: boolean
  /** A reduction rate that is asked for besides the evidence. */
  readonly leastRate?: number | undefined
}

/**
 * Looks at all lessons: keeps their figures, takes the steps that the evidence asks for, has weak texts rewritten
 * and new ones written, and puts promotions before a person. Done twice in a row, the second changes nothing.
 */
export async function runAutoImprovement(
  records: Records,
  { at, trainer, dryRun = false, leastRate = usualFloors.reductionRate }: AnalysisOptions,
): Promise<LearnReport> {
  if (!dryRun) await activeTemplate(records, at)
  const plan = await planAnalysis(records, { at, trainer, leastRate })
  const pending = await pendingByLesson(records)
  if (!dryRun) await carryOut(records, plan, at)
  const archived = dryRun ? 0 : await archiveOld(records, at)
  return reportOf(plan, { at, dryRun, archived, pending })
}

async function planAnalysis(
  records: Records,
  {
    at,
    trainer,
    leastRate,
  }: Omit<AnalysisOptions, 'dryRun' | 'leastRate'> & { readonly leastRate: number },
): Promise<Plan> {
  const admitted = admitProposed(await records.enhancements(), at)
  const learned = await learnedFrom(records, admitted)
  const draft = newDraft(learned, at)
  const mended = behind(learned)
  for (const row of mended) draft.rows.set(row.id, row)
  const figures = await records.effectiveness(learned.counted)
  const byId = new Map(figures.map((figure) => [figure.enhancement_id, figure]))
  draftDecisions(draft)
  const rewriting = await rewrite(draft, byId, { at, trainer })
  const rows = [...draft.rows.values()]
  const covered = [...rows, ...rewriting.rewritten.map(({ row }) => rowLike(row))]
  const failed = new Set(rewriting.left.map(({ code }) => code))
  const patterns = patternsLeft(await seenOrders(records, at, measured), covered)
  const generated = await newLessons(
    rows,
    patterns.filter(({ code }) => !failed.has(code)),
    { at, trainer, taken: rewriting.rewritten.length },
  )
  const iterations = await records.iterations()
  const hasIterations = iterations.some(({ status }) => status === 'completed')
  return {
    draft,
    figures,
    admitted,
    mended,
    rewritten: rewriting.rewritten,
    added: generated.added,
    left: [...rewriting.left, ...generated.left],
    supported: supportedLessons(draft, byId, {
      floors: { ...usualFloors, reductionRate: leastRate },
      hasIterations,
    }),
    metrics: await metricsDue(records, at),
    experiments: await experimentsDue(records, at),
  }
}

const rowLike = (row: NewEnhancement): Pick<EnhancementRow, 'stage' | 'error_code'> => ({
  stage: row.stage ?? 'proposed',
  error_code: row.error_code,
})

const mostRewritten = 5

/** New versions of texts that do too little. What has no better text stays as it is. */
async function rewrite(
  draft: Draft,
  figures: ReadonlyMap<string, Effectiveness>,
  writer: Writer,
): Promise<Pick<Plan, 'rewritten' | 'left'>> {
  const rewritten: Plan['rewritten'][number][] = []
  const left: NotWritten[] = []
  for (const { row, measured: words } of weakLessons(draft, figures).slice(0, mostRewritten)) {
    const pattern = { code: row.error_code, orders: 0, samples: [] }
    const weak = { text: row.enhancement_text, measured: words }
    const written = await write([...draft.rows.values()], { pattern, weak }, writer)
    if (!written.ok) {
      left.push({ code: row.error_code, why: written.error })
      continue
    }
    if (move(row.stage, 'supersede').ok) draftMove(draft, row.id, 'supersede', words)
    rewritten.push({
      of: row,
      row: lessonRow({ ...written.value, reason: words, parent: row }, writer.at),
    })
  }
  return { rewritten, left }
}

async function carryOut(records: Records, plan: Plan, at: string): Promise<void> {
  const { draft, figures } = plan
  const before = draft.learned.lessons
  // before the figures, which these rows do not have yet
  for (const row of [...plan.admitted, ...plan.mended]) await records.saveEnhancement(row)
  await records.keepEffectiveness(
    figures.filter((figure) => isNews(figure, before.get(figure.enhancement_id)?.row)),
    at,
  )
  const rows = new Map((await records.enhancements()).map((row) => [row.id, row]))
  for (const moved of draft.moves) {
    const planned = draft.rows.get(moved.lessonId)
    const row = rows.get(moved.lessonId)
    if (planned === undefined || row === undefined) continue
    // the figures in it were just written
    await saveMove(records, moved, movedTo(row, planned.stage, moved))
  }
  await withdraw(records, draft.rows, at)
  for (const { row } of plan.rewritten) await records.saveEnhancement(row)
  for (const row of plan.added) await records.saveEnhancement(row)
  for (const ready of plan.supported)
    if (ready.lacks.length === 0) await proposePromotion(records, ready, { at, figures })
  for (const metrics of plan.metrics) await records.saveSuccessMetrics(metrics)
  for (const change of plan.experiments) await saveExperiment(records, change, at)
}

/** Figures that differ from those that are kept already. */
function isNews(figure: Effectiveness, row: EnhancementRow | undefined): boolean {
  if (row === undefined) return false
  const rounded = (rate: number | null, digits: number) =>
    rate === null ? null : Number(rate.toFixed(digits))
  return (
    row.applications_count !== figure.applications_count ||
    row.success_count !== figure.success_count ||
    row.failure_count !== figure.failure_count ||
    row.reduction_rate !== rounded(figure.reduction_rate, 3) ||
    row.raw_reduction_rate !== rounded(figure.raw_reduction_rate, 4)
  )
}

/** Everything that one look at the lessons will write. */
type Plan = {
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
function reportOf(plan: Plan, { at, dryRun, archived, pending }: Known): LearnReport {
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
