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
import { byCodeUnit } from '../model/by-code-unit.ts'
import type { LessonState } from '../model/lesson.ts'
import {
  type ApplicationRow,
  type EnhancementRow,
  lessonOf,
  outcomeOf,
} from '../model/records-lessons.ts'
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

type Told = { readonly at: string; readonly entry: LedgerEntry }

/** How far the fold has come, and what it saw last. */
type Folded = { readonly count: number; readonly last: string; readonly ledger: Ledger }
const folded = new WeakMap<Records, Folded>()

type Reading = {
  readonly fresh?: boolean
  /** Lessons as they will be, where that is not what is recorded. */
  readonly changed?: readonly EnhancementRow[]
}

/** The rows with some of them as they are now. */
export function withRows(
  rows: readonly EnhancementRow[],
  changed: readonly EnhancementRow[],
): readonly EnhancementRow[] {
  const byId = new Map(changed.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}

/**
 * Reads what is recorded and folds it. What was folded before is not folded again, as long as the records
 * only grew at their end. `fresh` gives a ledger of its own, for plans that may come to nothing.
 */
export async function learnedFrom(
  records: Records,
  { fresh = false, changed = [] }: Reading = {},
): Promise<Learned> {
  const lessons = lessonsIn(withRows(await records.enhancements(), changed))
  const moves = movesIn(await records.improvements())
  const applications = await records.applications()
  const told = () => timelineOf({ lessons, moves, applications })
  const salt = await saltOf(records)
  const known = fresh ? undefined : folded.get(records)
  const now =
    (known === undefined ? null : folding(told(), known)) ??
    folding(told(), { count: 0, last: '', ledger: newLedger(policy, salt) })
  if (!fresh && now !== null) folded.set(records, now)
  return { ledger: now?.ledger ?? newLedger(policy, salt), lessons }
}

/** Folds what comes after what was folded; null where that is no longer what the records begin with. */
function folding(told: Iterable<Told>, { count, last, ledger }: Folded): Folded | null {
  let seen = 0
  let latest: Told | null = null
  for (const each of told) {
    seen += 1
    if (seen < count) continue
    if (seen === count && nameOf(each) !== last) return null
    if (seen > count) record(ledger, each.entry)
    latest = each
  }
  if (seen < count) return null
  return { count: seen, last: latest === null ? last : nameOf(latest), ledger }
}

/** Says which entry this is. One that came in before it moves it, and so does an outcome that was filled in. */
function nameOf({ at, entry }: Told): string {
  switch (entry.type) {
    case 'lesson':
      return `lesson ${at} ${entry.lesson.id} ${entry.lesson.version}`
    case 'moved':
      return `moved ${at} ${entry.lessonId} ${entry.version} ${entry.event}`
    case 'outcome':
      return `outcome ${at} ${entry.outcome.workOrderId} ${entry.outcome.lessonId} ${entry.outcome.version}`
  }
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
          entry: admission(known, moved.has(known.row.id) ? 'candidate' : known.row.stage),
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

const admission = (
  { row, lessonId: id, version }: KnownLesson,
  state: LessonState,
): LedgerEntry => ({
  type: 'lesson',
  lesson: { ...lessonOf(row), id, version, state },
})

function* outcomesIn(
  applications: readonly ApplicationRow[],
  lessons: ReadonlyMap<string, KnownLesson>,
): Generator<Told> {
  for (const row of applications) {
    const known = lessons.get(row.enhancement_id)
    const outcome = outcomeOf(row, stratumOf)
    if (outcome === null || known === undefined) continue
    const { lessonId, version } = known
    yield {
      at: row.applied_at,
      entry: { type: 'outcome', outcome: { ...outcome, lessonId, version } },
    }
  }
}

function moveTold({ at, event }: Move, known: KnownLesson | undefined): Told | null {
  if (known === undefined) return null
  const { lessonId, version } = known
  return { at, entry: { type: 'moved', lessonId, version, event } }
}
