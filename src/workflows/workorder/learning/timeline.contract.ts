import type { Told } from '../../../learning/fold-families.ts'
import { byCodeUnit } from '../../../model/by-code-unit.ts'
import type { LessonState } from '../../../model/lesson.ts'
import { type ApplicationRow, lessonOf } from '../../../model/records-lessons.ts'
import { type KnownLesson, outcomeFor } from './lesson-ledger.ts'
import type { Move } from '../../../learning/moves.ts'

const neverTried: ReadonlySet<LessonState> = new Set(['proposed', 'queued', 'rejected'])

/** Everything that was ever told, in the order in which it happened. */
export function timelineOf({
  lessons,
  moves,
  applications,
}: {
  readonly lessons: ReadonlyMap<string, KnownLesson>
  readonly moves: readonly Move[]
  readonly applications: readonly ApplicationRow[]
}): Iterable<Told> {
  const used = new Set(applications.map((row) => row.enhancement_id))
  const moved = new Set(moves.map(({ lessonId }) => lessonId))
  const admitted = [...lessons.values()].filter(
    ({ row }) => used.has(row.id) || !neverTried.has(row.stage),
  )
  // of the same moment: lessons first, then outcomes, then what was decided by them
  return merged(
    merged(
      admitted
        .map((known) => ({
          at: known.row.created_at,
          // a lesson of which no move is told stands where its row says
          entry: {
            type: 'lesson' as const,
            lesson: {
              ...lessonOf(known.row),
              id: known.lessonId,
              version: known.version,
              state: moved.has(known.row.id) ? ('candidate' as const) : known.row.stage,
            },
          },
        }))
        .toSorted((one, other) => byCodeUnit(one.at, other.at)),
      outcomesIn(applications, lessons),
    ),
    moves.flatMap((move) => moveTold(move, lessons.get(move.lessonId)) ?? []),
  )
}

/** Two sorted rows of entries as one; of the same moment, the first goes first. Nothing is kept: there may be many. */
function* merged(first: Iterable<Told>, second: Iterable<Told>): Generator<Told> {
  const others = second[Symbol.iterator]()
  let other = others.next()
  for (const told of first) {
    for (; other.done !== true && other.value.at < told.at; other = others.next()) yield other.value
    yield told
  }
  for (; other.done !== true; other = others.next()) yield other.value
}

function* outcomesIn(
  applications: readonly ApplicationRow[],
  lessons: ReadonlyMap<string, KnownLesson>,
): Generator<Told> {
  for (const row of applications) {
    const known = lessons.get(row.enhancement_id)
    const outcome = known === undefined ? null : outcomeFor(row, known)
    if (outcome !== null) yield { at: row.applied_at, entry: { type: 'outcome', outcome } }
  }
}

function moveTold({ at, event }: Move, known: KnownLesson | undefined): Told | null {
  if (known === undefined) return null
  const { lessonId, version } = known
  return { at, entry: { type: 'moved', lessonId, version, event } }
}
