import type { LessonOutcome } from '../model/lesson.ts'
import type { ApplicationRow } from '../model/records-lessons.ts'
import {
  hasCoin,
  type Kept,
  keyOf,
  type Ledger,
  type LedgerEntry,
  record,
  type Setting,
  settingKey,
  tryAgain,
} from './ledger.ts'
import { foldOutcome } from './tally.ts'

export type Told = { readonly at: string; readonly entry: LedgerEntry }

/** What outcomes are ordered by. */
type Place = Pick<
  ApplicationRow,
  'applied_at' | 'work_order_id' | 'enhancement_id' | 'enhancement_version'
>

function isBefore(one: Place, other: Place): boolean {
  if (one.applied_at !== other.applied_at) return one.applied_at < other.applied_at
  if (one.work_order_id !== other.work_order_id) return one.work_order_id < other.work_order_id
  if (one.enhancement_id !== other.enhancement_id) return one.enhancement_id < other.enhancement_id
  return one.enhancement_version < other.enhancement_version
}

const byPlace = <Each extends { readonly place: Place }>(one: Each, other: Each): number =>
  isBefore(one.place, other.place) ? -1 : 1

const isSame = (one: Setting, other: Setting): boolean =>
  one.proposer === other.proposer &&
  one.model === other.model &&
  one.promptHash === other.promptHash &&
  one.toolVersion === other.toolVersion

/** What lessons share: settings, and which of them was tried first. Each with where it was first seen. */
type Shared = {
  readonly settings: { readonly setting: Setting; place: Place }[]
  readonly tried: Map<string, Place>
}

function notice({ settings }: Shared, setting: Setting, place: Place): void {
  const known = settings.find((each) => isSame(each.setting, setting))
  if (known === undefined) settings.push({ setting, place })
  else if (isBefore(place, known.place)) known.place = place
}

/**
 * Folds the versions of one text after those of another, which comes to the same as folding all entries in
 * their order: lessons share nothing but the settings that were seen and the order in which they were first tried.
 */
export function foldFamilies(ledger: Ledger) {
  const shared: Shared = { settings: [], tried: new Map() }
  return {
    /** What its lessons and moves tell, in their order, and where settings changed. */
    family: (reported: readonly Told[], changes: readonly Place[]) =>
      foldFamily(ledger, shared, { told: reported, changes }),

    /** Where a proposer was first seen with something else than before. */
    changes: (): readonly Place[] =>
      [...Map.groupBy(shared.settings, ({ setting }) => setting.proposer).values()]
        .flatMap((own) => own.toSorted(byPlace).slice(1))
        .toSorted(byPlace)
        .map(({ place }) => place),

    /** Numbers the lessons as they were first tried, and keeps them in the order of these keys. */
    end(keys: readonly string[]): void {
      const lessons = new Map(ledger.lessons)
      ledger.lessons.clear()
      for (const key of keys) {
        const lesson = lessons.get(key)
        if (lesson !== undefined) ledger.lessons.set(key, lesson)
      }
      const places = [...shared.tried].map(([key, place]) => ({ key, place }))
      for (const { key } of places.toSorted(byPlace)) {
        const lesson = lessons.get(key)
        ledger.tested += 1
        if (lesson !== undefined) lesson.place = ledger.tested
      }
      for (const { setting } of shared.settings) {
        const known = ledger.settings.get(setting.proposer) ?? new Set()
        ledger.settings.set(setting.proposer, known.add(settingKey(setting)))
      }
    },
  }
}

type Family = { readonly told: readonly Told[]; readonly changes: readonly Place[] }

function foldFamily(ledger: Ledger, shared: Shared, { told: message, changes }: Family) {
  /** By version. */
  const own = new Map<number, Kept>()
  const noticed: Setting[] = []
  let wasPromoted = false
  let [nextTold, nextChange] = [0, 0]
  // it may have been folded before
  for (const { entry } of message)
    if (entry.type === 'lesson') ledger.lessons.delete(keyOf(entry.lesson.id, entry.lesson.version))

  const tell = ({ entry }: Told): void => {
    const result = record(ledger, entry)
    if (!result.ok) return
    if (result.value.lesson.state === 'promoted') wasPromoted = true
    own.set(result.value.lesson.version, result.value)
  }
  /** Of the same moment: lessons first, then outcomes, then what was decided by them. */
  const tellUntil = (at: string): void => {
    for (let next = message[nextTold]; next !== undefined; next = message[nextTold]) {
      if (next.at > at || (next.at === at && next.entry.type !== 'lesson')) return
      tell(next)
      nextTold += 1
    }
  }
  const changeUntil = (place: Place | null): void => {
    for (let next = changes[nextChange]; next !== undefined; next = changes[nextChange]) {
      if (place !== null && isBefore(place, next)) return
      tellUntil(next.applied_at)
      for (const lesson of own.values()) tryAgain(lesson, ledger.policy)
      nextChange += 1
    }
  }
  return {
    /** Outcomes come in their order. */
    take(outcome: LessonOutcome, place: Place): void {
      changeUntil(place)
      tellUntil(outcome.at)
      const lesson = own.get(outcome.version)
      if (lesson === undefined || !hasCoin(outcome)) return
      if (!noticed.some((each) => isSame(each, outcome))) {
        noticed.push(outcome)
        notice(shared, outcome, place)
      }
      if (outcome.shortlisted && lesson.place === null) {
        lesson.place = 0
        shared.tried.set(keyOf(outcome.lessonId, outcome.version), place)
      }
      foldOutcome(lesson.tally, outcome, ledger.policy)
    },
    /** Whether one of its lessons was ever promoted: those are tried again where a setting changed. */
    end(): boolean {
      changeUntil(null)
      for (const each of message.slice(nextTold)) tell(each)
      return wasPromoted
    },
  }
}
