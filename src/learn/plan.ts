import { promotionMisses, takeDecisions } from '../learning/decisions.ts'
import { floorMisses, type Floors, type SeedFields } from '../learning/seed-fields.ts'
import type { Standing } from '../learning/standing.ts'
import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { EnhancementRow } from '../model/records-lessons.ts'
import { type Draft, draftMove, standingsByRow } from './draft.ts'

/** Takes every step that the evidence asks for and that needs no person. */
export function draftDecisions(draft: Draft): void {
  const rowOf = new Map(
    [...draft.learned.lessons.values()].map(({ row, lessonId, version }) => [
      JSON.stringify([lessonId, version]),
      row.id,
    ]),
  )
  takeDecisions(draft.learned.ledger, ({ lessonId, version, event, needsPerson, reason }) => {
    const row = rowOf.get(JSON.stringify([lessonId, version]))
    return !needsPerson && row !== undefined && draftMove(draft, row, event, reason)
  })
}

export type WeakLesson = { readonly row: EnhancementRow; readonly measured: string }

/** Lessons that the evidence gave up just now: their error deserves a better text. */
export function weakLessons(
  draft: Draft,
  figures: ReadonlyMap<string, Effectiveness>,
): readonly WeakLesson[] {
  const gone = new Set(
    draft.moves
      .filter(({ event }) => event === 'find-futile' || event === 'find-harmful')
      .map(({ lessonId }) => lessonId),
  )
  return [...standingsByRow(draft.learned)].flatMap(([id, standing]) => {
    const row = draft.rows.get(id)
    const figure = figures.get(id)
    return row === undefined || figure === undefined || !gone.has(id)
      ? []
      : [{ row, measured: measuredWords(standing, figure) }]
  })
}

function measuredWords({ target }: Standing, { raw_reduction_rate: raw }: Effectiveness): string {
  const { with: used, without } = target
  const counts = `${used.failed} of ${used.count} with it, ${without.failed} of ${without.count} without`
  if (raw === null) return `nobody knows what it avoids (${counts})`
  const share = `${Math.round(Math.abs(raw) * 100)} %`
  return raw < 0
    ? `its error was ${share} more frequent with it (${counts})`
    : `it avoided ${share} of its errors (${counts})`
}

export type Ready = {
  readonly row: EnhancementRow
  readonly standing: Standing
  /** What a promotion still lacks; nothing: it is put before a person. */
  readonly lacks: readonly string[]
}

/** Lessons that the evidence supports, each with what the promotion lacks. */
export function supportedLessons(
  draft: Draft,
  figures: ReadonlyMap<string, Effectiveness>,
  asked: { readonly floors: Floors; readonly hasIterations: boolean },
): readonly Ready[] {
  return [...standingsByRow(draft.learned)].flatMap(([id, standing]) => {
    const row = draft.rows.get(id)
    if (row === undefined || standing.state !== 'supported') return []
    const lacks = [
      ...promotionMisses(standing, draft.learned.ledger.policy),
      ...floorMisses(seedFieldsOf(figures.get(id), standing, asked.hasIterations), asked.floors),
    ]
    return [{ row, standing, lacks }]
  })
}

/** What the source's fields say of a lesson. Where there are no iterations, days stand for them. */
export const seedFieldsOf = (
  figure: Effectiveness | undefined,
  { days }: Pick<Standing, 'days'>,
  hasIterations: boolean,
): SeedFields => ({
  reductionRate: figure?.reduction_rate ?? null,
  applicationsCount: figure?.applications_count ?? 0,
  active: hasIterations
    ? { count: figure?.consecutive_iterations_active ?? 0, unit: 'iterations in a row' }
    : { count: days, unit: 'days' },
})
