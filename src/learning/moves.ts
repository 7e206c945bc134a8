import type { LessonEvent } from './life-cycle.ts'
import type { LessonState } from '../model/lesson.ts'
import type { ImprovementRow } from '../model/records-improvements.ts'
import type { EnhancementRow } from '../model/records-lessons.ts'
import { recordIdOf } from '../model/records-sampling.ts'
import type { Records } from '../ports/records.ts'
import { z } from 'zod'

/** A step in the life of one lesson that has been taken, and by whom. */
export type Move = {
  readonly lessonId: string
  readonly event: LessonEvent
  readonly at: string
  readonly by: string
  readonly reason: string
  /** Its place among the moves of the same moment. */
  readonly sequence?: number
}

export const autonomous = 'autonomous'

const events = [
  'accept',
  'reject',
  'start',
  'support',
  'approve',
  'decline',
  'find-harmful',
  'find-futile',
  'demote',
  'confirm',
  'restart',
  'graduate',
  'retire',
  'supersede',
] as const satisfies readonly LessonEvent[]

/**
 * How a move stands in a row of moose_improvements. A proposal to promote has the lesson as
 * `enhancement_id`, of which one may be pending; every other move names it as `lesson_id`.
 */
const Details = z.object({
  event: z.enum(events),
  lesson_id: z.string().optional(),
  enhancement_id: z.string().optional(),
  sequence: z.number().default(0),
})

/** The moves that the rows tell of, in the order in which they were taken. */
export function movesIn(rows: readonly ImprovementRow[]): readonly Move[] {
  return rows
    .flatMap((row) => moveIn(row) ?? [])
    .toSorted((one, other) =>
      one.at === other.at
        ? (one.sequence ?? 0) - (other.sequence ?? 0)
        : one.at < other.at
          ? -1
          : 1,
    )
}

function moveIn(row: ImprovementRow): Move | null {
  const details = Details.safeParse(row.proposal_details)
  if (!details.success || row.status === 'pending_approval') return null
  const { event, lesson_id: lesson, enhancement_id: promoted, sequence } = details.data
  const lessonId = lesson ?? promoted
  if (lessonId === undefined) return null
  return {
    lessonId,
    event: row.status === 'rejected' && event === 'approve' ? 'decline' : event,
    at: row.approved_at ?? row.proposed_at,
    by: row.approved_by ?? autonomous,
    reason: row.decision_reason ?? row.description,
    sequence,
  }
}

const inUse: ReadonlySet<LessonState> = new Set(['candidate', 'supported'])

/** The lesson as it is after a move. One that was promoted stands in the prompt, no longer beside it. */
export const movedTo = (
  row: EnhancementRow,
  stage: LessonState,
  { at, reason }: Pick<Move, 'at' | 'reason'>,
): EnhancementRow => ({
  ...row,
  stage,
  stage_reason: reason,
  stage_since: at,
  updated_at: at,
  is_active: inUse.has(stage),
})

/** Writes a move down, then what the lesson is now. A crash between the two is mended by the next look. */
export async function saveMove(records: Records, move: Move, after: EnhancementRow): Promise<void> {
  const { lessonId, event, at, by, reason, sequence = 0 } = move
  await records.proposeImprovement({
    id: recordIdOf('move', lessonId, event, at),
    improvement_type: 'prompt_tuning',
    description: `${event} lesson ${after.error_code}: ${after.enhancement_text}`,
    proposed_at: at,
    approved_at: at,
    approved_by: by,
    decision_reason: reason,
    proposal_details: { event, lesson_id: lessonId, version: after.enhancement_version, sequence },
    status: 'applied',
  })
  await records.saveEnhancement(after)
}
