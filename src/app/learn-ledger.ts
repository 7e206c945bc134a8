import { stratumOf } from '../learning/assignment.ts'
import {
  keyOf,
  type Kept,
  type Ledger,
  type LedgerEntry,
  newLedger,
  record,
} from '../learning/ledger.ts'
import { policy } from '../learning/policy.ts'
import type { Lesson, LessonState } from '../model/lesson.ts'
import { type ApplicationRow, type EnhancementRow, outcomeOf } from '../model/records-lessons.ts'
import type { Records } from '../ports/records.ts'
import { type Move, movesIn } from './learn-moves.ts'
import { saltOf } from './learn-prompt.ts'

/** One row of prompt_enhancements, and as what the ledger knows it: versions of a text share an id there. */
export type KnownLesson = {
  readonly row: EnhancementRow
  readonly lessonId: string
  readonly version: number
}

/** Everything that was ever learned, folded in the order in which it happened. */
export type Learned = {
  readonly ledger: Ledger
  /** By the id of the row. */
  readonly lessons: ReadonlyMap<string, KnownLesson>
}

export const keptOf = ({ ledger }: Learned, { lessonId, version }: KnownLesson): Kept | undefined =>
  ledger.lessons.get(keyOf(lessonId, version))

/** Where a lesson stands by what is written down of it; the row may be one move behind. */
export const stageOf = (learned: Learned, known: KnownLesson): LessonState =>
  keptOf(learned, known)?.lesson.state ?? known.row.stage

type Told = { readonly at: string; readonly key: string; readonly entry: LedgerEntry }

type Folded = { readonly keys: readonly string[]; readonly ledger: Ledger }
const folded = new WeakMap<Records, Folded>()

/**
 * Reads what is recorded and folds it. What was folded before is not folded again, as long as the records
 * only grew at their end. `fresh` gives a ledger of its own, for plans that may come to nothing.
 */
export async function learnedFrom(
  records: Records,
  { fresh = false }: { readonly fresh?: boolean } = {},
): Promise<Learned> {
  const rows = await records.enhancements()
  const lessons = lessonsIn(rows)
  const told = timelineOf({
    lessons,
    moves: movesIn(await records.improvements()),
    applications: await records.applications(),
  })
  const known = fresh ? undefined : folded.get(records)
  const last = known === undefined ? -1 : known.keys.length - 1
  const grows = known !== undefined && (last < 0 || told[last]?.key === known.keys[last])
  const ledger = grows ? known.ledger : newLedger(policy, await saltOf(records))
  for (const { entry } of told.slice(grows ? last + 1 : 0)) record(ledger, entry)
  if (!fresh) folded.set(records, { keys: told.map(({ key }) => key), ledger })
  return { ledger, lessons }
}

/** Versions of one text share the id of the first, so that a new one starts with a part of what is known. */
export function lessonsIn(rows: readonly EnhancementRow[]): ReadonlyMap<string, KnownLesson> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const taken = new Set<string>()
  return new Map(
    rows.map((row) => {
      const version = row.enhancement_version
      const first = firstOf(row, byId)
      // of two rows that claim to be the same version of the same text, the second goes by its own id
      const lessonId = taken.has(keyOf(first, version)) ? row.id : first
      taken.add(keyOf(lessonId, version))
      return [row.id, { row, lessonId, version }]
    }),
  )
}

function firstOf(row: EnhancementRow, byId: ReadonlyMap<string, EnhancementRow>): string {
  const seen = new Set([row.id])
  let first = row
  for (;;) {
    const parent = byId.get(first.parent_enhancement_id ?? '')
    if (parent === undefined || seen.has(parent.id)) return first.id
    seen.add(parent.id)
    first = parent
  }
}

const neverTried: ReadonlySet<LessonState> = new Set(['proposed', 'queued', 'rejected'])

export function timelineOf({
  lessons,
  moves,
  applications,
}: {
  readonly lessons: ReadonlyMap<string, KnownLesson>
  readonly moves: readonly Move[]
  readonly applications: readonly ApplicationRow[]
}): readonly Told[] {
  const used = new Set(applications.map((row) => row.enhancement_id))
  const admitted = [...lessons.values()].filter(
    ({ row }) => used.has(row.id) || !neverTried.has(row.stage),
  )
  const told: readonly Told[] = [
    ...admitted.map(({ row, lessonId, version }) => ({
      at: row.created_at,
      key: `0|${row.id}`,
      entry: { type: 'lesson', lesson: lessonAs(row, lessonId, version) } as const,
    })),
    ...applications.flatMap((row) => outcomeTold(row, lessons.get(row.enhancement_id))),
    ...moves.flatMap((move, index) => moveTold(move, index, lessons.get(move.lessonId))),
  ]
  return told.toSorted((one, other) => order(one.at, other.at) || order(one.key, other.key))
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const lessonAs = (row: EnhancementRow, id: string, version: number): Lesson => ({
  id,
  version,
  errorCode: row.error_code,
  text: row.enhancement_text,
  tokens: row.token_count,
  state: 'candidate',
})

function outcomeTold(row: ApplicationRow, known: KnownLesson | undefined): readonly Told[] {
  const outcome = outcomeOf(row, stratumOf)
  if (outcome === null || known === undefined) return []
  const { lessonId, version } = known
  return [
    {
      at: row.applied_at,
      key: `1|${row.work_order_id}|${row.enhancement_id}|${row.enhancement_version}`,
      entry: { type: 'outcome', outcome: { ...outcome, lessonId, version } },
    },
  ]
}

function moveTold(move: Move, index: number, known: KnownLesson | undefined): readonly Told[] {
  if (known === undefined) return []
  const { lessonId, version } = known
  return [
    {
      at: move.at,
      key: `2|${String(index).padStart(9, '0')}|${move.lessonId}|${move.event}`,
      entry: { type: 'moved', lessonId, version, event: move.event },
    },
  ]
}
