import type { Standing } from '../learning/standing.ts'
import { byCodeUnit } from '../model/by-code-unit.ts'
import type { LessonState } from '../model/lesson.ts'
import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { EnhancementRow } from '../model/records-lessons.ts'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import type { LessonView } from '../views/learn/lesson.ts'
import { shortOf, standingsByRow } from './draft.ts'
import { evidenceHash, evidenceOf } from './evidence.ts'
import {
  type Learned,
  learnedFrom,
  stageOf,
} from '../workflows/workorder/learning/lesson-ledger.ts'
import { lessonOf, pendingByLesson } from './promotion.ts'

/** Every lesson: those in use first, then by code. */
export async function showLessons(records: Records): Promise<readonly LessonView[]> {
  const learned = await learnedFrom(records)
  const figures = new Map(
    (await records.effectiveness(learned.counted)).map((figure) => [figure.enhancement_id, figure]),
  )
  const pending = await pendingByLesson(records)
  const standings = standingsByRow(learned)
  return [...learned.lessons.values()]
    .map(({ row }) => shown(learned, row, { figures, pending, standings }))
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        byCodeUnit(one.row.error_code, other.row.error_code) ||
        one.row.enhancement_version - other.row.enhancement_version ||
        byCodeUnit(one.row.id, other.row.id),
    )
}

const ranks: readonly LessonState[] = ['promoted', 'supported', 'candidate', 'demoted']
const rank = ({ stage, pending }: LessonView): number => {
  const at = ranks.indexOf(stage)
  return pending === null ? (at < 0 ? ranks.length : at) : -1
}

type Known = {
  readonly figures: ReadonlyMap<string, Effectiveness>
  readonly pending: ReadonlyMap<string, string>
  readonly standings: ReadonlyMap<string, Standing>
}

function shown(learned: Learned, row: EnhancementRow, known: Known): LessonView {
  const lesson = learned.lessons.get(row.id)
  const standing = known.standings.get(row.id) ?? null
  const figure = known.figures.get(row.id) ?? null
  return {
    row,
    short: shortOf(row.id),
    stage: lesson === undefined ? row.stage : stageOf(learned, lesson),
    standing,
    figure,
    pending: known.pending.get(row.id) ?? null,
    evidenceSha256: evidenceHash(evidenceOf(row, standing, figure)),
  }
}

/** The lesson that a name means: its id or the beginning of it, its short name, or its code. */
export async function showLesson(records: Records, name: string): AsyncResult<LessonView> {
  const all = await showLessons(records)
  const lower = name.toLowerCase()
  const named = all.filter(({ row, short }) => row.id === lower || short === lower)
  const byCode = all.filter(({ row }) => row.error_code.toLowerCase() === lower)
  const inUse = byCode.filter(({ stage }) => ranks.includes(stage))
  const begun =
    lower.length < 4
      ? []
      : all.filter(({ row, short }) => row.id.startsWith(lower) || short.startsWith(lower))
  const lessonViews = [named, inUse, byCode, begun].find((each) => each.length > 0) ?? []
  const [only, ...others] = lessonViews
  if (only === undefined)
    return usageError(`there is no lesson "${name}"`, 'see: loopwright learn list')
  if (others.length > 0)
    return usageError(
      `"${name}" may be any of ${lessonViews.map(({ short, row }) => `${short} (${row.error_code})`).join(', ')}`,
      'name one of them',
    )
  return ok(only)
}

export type PendingApproval = {
  readonly improvement: string
  readonly proposedAt: string
  readonly expectedImpact: string
  readonly lesson: LessonView
}

/** Promotions that wait for a person, for the list of open questions. */
export async function pendingApprovals(records: Records): Promise<readonly PendingApproval[]> {
  const pending = await records.improvements('pending_approval')
  if (pending.length === 0) return []
  const lessons = new Map((await showLessons(records)).map((lesson) => [lesson.row.id, lesson]))
  return pending.flatMap((improvement) => {
    const lesson = lessons.get(lessonOf(improvement) ?? '')
    return lesson === undefined
      ? []
      : [
          {
            improvement: improvement.id,
            proposedAt: improvement.proposed_at,
            expectedImpact: improvement.expected_impact ?? '',
            lesson,
          },
        ]
  })
}
