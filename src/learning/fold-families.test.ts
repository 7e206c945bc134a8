import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lesson, LessonOutcome } from '../model/lesson.ts'
import { foldFamilies, type Told } from './fold-families.ts'
import { keyOf, type Ledger, newLedger, record } from './ledger.ts'
import type { LessonEvent } from './life-cycle.ts'
import { policy } from './policy.ts'

const at = fc
  .integer({ min: 0, max: 12 })
  .map((day) => `2026-03-${String(day + 1).padStart(2, '0')}`)
const version = fc.integer({ min: 1, max: 3 })
const family = fc.constantFrom('a', 'b', 'c')

const lessons = fc
  .uniqueArray(fc.record({ id: family, version }), {
    minLength: 1,
    selector: ({ id, version: number }) => `${id}${number}`,
  })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .record({ at, state: fc.constantFrom('candidate', 'supported', 'promoted') })
          .map(({ at: created, state }): Told => ({
            at: created,
            entry: { type: 'lesson', lesson: lessonOf({ ...name, state }) },
          })),
      ),
    ),
  )

const lessonOf = (own: Pick<Lesson, 'id' | 'version' | 'state'>): Lesson => ({
  errorCode: 'E1',
  text: 'Do it well.',
  tokens: 10,
  ...own,
})

const events: readonly LessonEvent[] = [
  'support',
  'approve',
  'decline',
  'demote',
  'confirm',
  'restart',
  'find-futile',
]
const moves = fc.array(
  fc.record({ at, lessonId: family, version, event: fc.constantFrom(...events) }),
  { maxLength: 12 },
)

const outcomes = fc.uniqueArray(
  fc.record({
    at,
    lessonId: family,
    version,
    workOrderId: fc.constantFrom('o1', 'o2', 'o3', 'o4'),
    shortlisted: fc.boolean(),
    probability: fc.constantFrom(0, 0.2, 0.5, 0.92),
    on: fc.boolean(),
    stratum: fc.constantFrom('s', 't'),
    targetFailed: fc.boolean(),
    guardrailFailed: fc.boolean(),
    proposer: fc.constantFrom('p', 'q'),
    model: fc.constantFrom('m', 'n'),
    promptHash: fc.constantFrom('h', 'i'),
    toolVersion: fc.constant(''),
    iteration: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 80, selector: (outcome) => orderOf(outcome) },
)

const placeOf = (outcome: LessonOutcome) => ({
  applied_at: outcome.at,
  work_order_id: outcome.workOrderId,
  enhancement_id: `${outcome.lessonId}${outcome.version}`,
  enhancement_version: outcome.version,
})
const orderOf = (outcome: LessonOutcome) => Object.values(placeOf(outcome)).join(' ')
const ranks = { lesson: 0, outcome: 1, moved: 2 }
const inOrder = (told: readonly Told[]) =>
  told.toSorted((one, other) =>
    one.at === other.at
      ? ranks[one.entry.type] - ranks[other.entry.type]
      : one.at < other.at
        ? -1
        : 1,
  )

const written = ({ lessons: all, tested, settings }: Ledger): string =>
  JSON.stringify(
    [
      [...all],
      tested,
      [...settings]
        .map(([name, known]) => JSON.stringify([name, [...known].toSorted()]))
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ],
    (_, value: unknown) => (value instanceof Map ? [...value] : value),
  )

const familyOf = ({ entry }: Told): string =>
  entry.type === 'lesson' ? entry.lesson.id : entry.type === 'moved' ? entry.lessonId : ''

describe('lessons that are folded one text after another', () => {
  test('stand exactly as if all entries were folded in their order', () => {
    let again = 0
    fc.assert(
      fc.property(lessons, moves, outcomes, (admitted, moved, seen) => {
        const sorted = seen.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
        const told = inOrder([
          ...admitted,
          ...moved.map(
            ({ at: when, ...move }) => ({ at: when, entry: { type: 'moved', ...move } }) as const,
          ),
        ])
        const atOnce = newLedger(policy, '')
        const all = sorted.map(
          (outcome) => ({ at: outcome.at, entry: { type: 'outcome', outcome } }) as const,
        )
        for (const { entry } of inOrder([...told, ...all])) record(atOnce, entry)

        const ledger = newLedger(policy, '')
        const fold = foldFamilies(ledger)
        const read = (id: string, changes: ReturnType<typeof fold.changes>) => {
          const one = fold.family(
            told.filter((each) => familyOf(each) === id),
            changes,
          )
          for (const outcome of sorted)
            if (outcome.lessonId === id) one.take(outcome, placeOf(outcome))
          return one.end()
        }
        const promoted = ['c', 'a', 'b'].filter((id) => read(id, []))
        for (const id of promoted) read(id, fold.changes())
        fold.end(
          told.flatMap(({ entry }) =>
            entry.type === 'lesson' ? [keyOf(entry.lesson.id, entry.lesson.version)] : [],
          ),
        )
        again += [...ledger.lessons.values()].filter(({ rerandomised }) => rerandomised).length
        expect(written(ledger)).toBe(written(atOnce))
      }),
      { numRuns: 500 },
    )
    expect(again).toBeGreaterThan(20)
  })
})
