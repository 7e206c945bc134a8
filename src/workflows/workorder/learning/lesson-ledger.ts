import { stratumOf } from '../../../learning/assignment.ts'
import { foldFamilies, type Told } from '../../../learning/fold-families.ts'
import {
  keyOf,
  type Kept,
  type Ledger,
  type LedgerEntry,
  newLedger,
} from '../../../learning/ledger.ts'
import { policy } from '../../../learning/policy.ts'
import { byCodeUnit } from '../../../model/by-code-unit.ts'
import type { LessonOutcome, LessonState } from '../../../model/lesson.ts'
import {
  type ApplicationRow,
  type EnhancementRow,
  lessonOf,
  outcomeOf,
} from '../../../model/records-lessons.ts'
import { type Counted, countApplications } from '../../../model/records-effectiveness.ts'
import type { Records } from '../../../ports/records.ts'
import { type Move, movesIn } from '../../../learning/moves.ts'
import { saltOf } from './prompt.ts'

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

/** With all that was read on the way, counted. */
type Read = Learned & { readonly counted: Counted }

export const keptOf = (
  { ledger }: Pick<Learned, 'ledger'>,
  { lessonId, version }: KnownLesson,
): Kept | undefined => ledger.lessons.get(keyOf(lessonId, version))

/** Where a lesson stands by what is written down of it; the row may be one move behind. */
export const stageOf = (learned: Learned, known: KnownLesson): LessonState =>
  keptOf(learned, known)?.lesson.state ?? known.row.stage

/** The rows with some of them as they are now. */
export function withRows(
  rows: readonly EnhancementRow[],
  changed: readonly EnhancementRow[],
): readonly EnhancementRow[] {
  const byId = new Map(changed.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}

/** Reads what is recorded, the versions of one text after those of another, and folds it. */
export async function learnedFrom(
  records: Records,
  /** Lessons as they will be, where that is not what is recorded. */
  changed: readonly EnhancementRow[] = [],
): Promise<Read> {
  const lessons = lessonsIn(withRows(await records.enhancements(), changed))
  const moves = movesIn(await records.improvements())
  const ledger = newLedger(policy, await saltOf(records))
  const tried = await triedLessons(records, lessons)
  const families = [...Map.groupBy(tried, ({ lessonId }) => lessonId).values()]
  const fold = foldFamilies(ledger)
  const counted = countApplications()
  const read = async (
    family: readonly KnownLesson[],
    changes?: ReturnType<typeof fold.changes>,
  ) => {
    const folded = fold.family(toldOf(family, moves), changes ?? [])
    const byRow = new Map(family.map((known) => [known.row.id, known]))
    await records.eachApplication([...byRow.keys()], (row) => {
      const known = byRow.get(row.enhancement_id)
      if (known === undefined) return
      if (changes === undefined && row.enhancement_version === known.version)
        counted.count(row, stratumIn(row))
      const outcome = outcomeFor(row, known)
      if (outcome !== null) folded.take(outcome, row)
    })
    return folded.end()
  }
  const promoted: (readonly KnownLesson[])[] = []
  for (const family of families) if (await read(family)) promoted.push(family)
  const changes = fold.changes()
  if (changes.length > 0) for (const family of promoted) await read(family, changes)
  fold.end(tried.map(({ lessonId, version }) => keyOf(lessonId, version)))
  return { ledger, lessons, counted }
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
  const ids = new Set([row.id])
  let first = row
  for (;;) {
    const parent = byId.get(first.parent_enhancement_id ?? '')
    if (parent === undefined || ids.has(parent.id)) return first.id
    ids.add(parent.id)
    first = parent
  }
}

const neverTried: ReadonlySet<LessonState> = new Set(['proposed', 'queued', 'rejected'])

/** Lessons that are or were on trial, in the order in which they came. */
export async function triedLessons(
  records: Pick<Records, 'applications'>,
  lessons: ReadonlyMap<string, KnownLesson>,
): Promise<readonly KnownLesson[]> {
  const tried: KnownLesson[] = []
  for (const known of lessons.values())
    if (
      !neverTried.has(known.row.stage) ||
      (await records.applications({ enhancementId: known.row.id })).length > 0
    )
      tried.push(known)
  return tried.toSorted((one, other) => byCodeUnit(one.row.created_at, other.row.created_at))
}

/** What is told of some lessons besides their outcomes, in its order. */
export function toldOf(lessons: readonly KnownLesson[], moves: readonly Move[]): readonly Told[] {
  const byRow = new Map(lessons.map((known) => [known.row.id, known]))
  const own = moves.filter(({ lessonId }) => byRow.has(lessonId))
  const moved = new Set(own.map(({ lessonId }) => lessonId))
  return [
    ...lessons.map((known) => ({
      at: known.row.created_at,
      // a lesson of which no move is told stands where its row says
      entry: admission(known, moved.has(known.row.id) ? 'candidate' : known.row.stage),
    })),
    ...own.flatMap((move) => moveTold(move, byRow.get(move.lessonId)) ?? []),
  ].toSorted((one, other) => byCodeUnit(one.at, other.at))
}

/** What a row tells of a lesson; null where the order was not measured. */
export const outcomeFor = (row: ApplicationRow, known: KnownLesson): LessonOutcome | null =>
  outcomeOf(row, known, stratumIn(row))

/** A few names for a million rows. */
const strata = new Map<string, Map<string, Map<string, string>>>()

function stratumIn(row: ApplicationRow): string {
  const { complexity_band: band, proposer_name: proposer, output_type: outputType } = row
  const known = strata.get(band)?.get(proposer)?.get(outputType)
  if (known !== undefined) return known
  const ofBand = strata.get(band) ?? new Map<string, Map<string, string>>()
  const ofProposer = ofBand.get(proposer) ?? new Map<string, string>()
  const name = stratumOf({ band, proposer, outputType })
  strata.set(band, ofBand.set(proposer, ofProposer.set(outputType, name)))
  return name
}

const admission = (
  { row, lessonId: id, version }: KnownLesson,
  state: LessonState,
): LedgerEntry => ({
  type: 'lesson',
  lesson: { ...lessonOf(row), id, version, state },
})

function moveTold({ at, event }: Move, known: KnownLesson | undefined): Told | null {
  if (known === undefined) return null
  const { lessonId, version } = known
  return { at, entry: { type: 'moved', lessonId, version, event } }
}
