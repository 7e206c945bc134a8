import { record } from '../learning/ledger.ts'
import type { LessonEvent } from '../learning/life-cycle.ts'
import type { Standing } from '../learning/standing.ts'
import { standingsOf } from '../learning/standings.ts'
import type { EnhancementRow } from '../model/records-lessons.ts'
import type { LessonName } from '../views/learn/report.ts'
import { recordIdOf } from '../model/records-sampling.ts'
import { keptOf, type Learned, stageOf } from '../workflows/workorder/learning/lesson-ledger.ts'
import { autonomous, type Move, movedTo } from '../learning/moves.ts'

/** What will be written, worked out on a ledger of its own. Nothing is changed before it is carried out. */
export type Draft = {
  readonly at: string
  readonly learned: Learned
  /** The lessons as they will be. */
  readonly rows: Map<string, EnhancementRow>
  readonly moves: Move[]
}

export const newDraft = (learned: Learned, at: string): Draft => ({
  at,
  learned,
  rows: new Map([...learned.lessons.values()].map(({ row }) => [row.id, row])),
  moves: [],
})

/** Takes a move in, if the life of the lesson allows it. */
export function draftMove(
  draft: Draft,
  rowId: string,
  event: LessonEvent,
  reason: string,
): boolean {
  const known = draft.learned.lessons.get(rowId)
  const row = draft.rows.get(rowId)
  if (known === undefined || row === undefined) return false
  const { lessonId, version } = known
  const moved = record(draft.learned.ledger, { type: 'moved', lessonId, version, event })
  if (!moved.ok) return false
  const move = {
    lessonId: rowId,
    event,
    at: draft.at,
    by: autonomous,
    reason,
    sequence: draft.moves.length,
  }
  draft.moves.push(move)
  draft.rows.set(rowId, movedTo(row, moved.value.lesson.state, move))
  return true
}

/** The standing of every lesson that was ever tried, by the id of its row. */
export function standingsByRow({ ledger, lessons }: Learned): ReadonlyMap<string, Standing> {
  const byKey = new Map(
    standingsOf(ledger).map((standing) => [
      JSON.stringify([standing.lessonId, standing.version]),
      standing,
    ]),
  )
  return new Map(
    [...lessons.values()].flatMap(({ row, lessonId, version }) => {
      const standing = byKey.get(JSON.stringify([lessonId, version]))
      return standing === undefined ? [] : [[row.id, standing] as const]
    }),
  )
}

/** Rows that a crash left a move behind what was written down. */
export const behind = (learned: Learned): readonly EnhancementRow[] =>
  [...learned.lessons.values()].flatMap((known) => {
    const stage = stageOf(learned, known)
    if (keptOf(learned, known) === undefined || stage === known.row.stage) return []
    const { stage_since: since, updated_at: updated } = known.row
    const reason = known.row.stage_reason ?? ''
    return [movedTo(known.row, stage, { at: since ?? updated, reason })]
  })

/** A name short enough to type; the whole id is one too. */
export const shortOf = (id: string): string => recordIdOf('lesson-name', id).slice(0, 8)

export const nameOf = ({
  id,
  error_code: code,
  enhancement_version: version = 1,
}: Pick<EnhancementRow, 'id' | 'error_code'> & {
  readonly enhancement_version?: number | undefined
}): LessonName => ({ id, short: shortOf(id), code, version })
