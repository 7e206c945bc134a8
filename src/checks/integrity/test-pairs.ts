import { assertionsIn, type Assertion } from './assertions.ts'
import { canonical, likeness } from './canonical.ts'
import type { Change } from './change.ts'
import { bodyText, testCasesOf, type TestCase } from './test-cases.ts'

/** The tests of a change: those that stayed in some form, those that are gone and those that came. */
export type TestPairs = {
  readonly kept: readonly { readonly before: TestCase; readonly after: TestCase }[]
  readonly gone: readonly TestCase[]
  readonly fresh: readonly TestCase[]
}

const known = new WeakMap<Change, TestPairs>()

/**
 * Pairs tests by title in the same file, by title anywhere, then by what they do, so that a test that
 * was renamed or moved is the same test.
 */
export function testPairs(change: Change): TestPairs {
  const observed = known.get(change)
  if (observed !== undefined) return observed
  const olds = new Set(
    change.files.flatMap(({ before }) => (before === null ? [] : testCasesOf(before))),
  )
  const news = new Set(
    change.files.flatMap(({ after }) => (after === null ? [] : testCasesOf(after))),
  )
  const movedTo = new Map(
    change.files.flatMap(({ before, after }) =>
      before === null || after === null ? [] : [[before.path, after.path] as const],
    ),
  )
  const remaining: { before: TestCase; after: TestCase }[] = []
  const pair = (fits: (old: TestCase, now: TestCase) => boolean) => {
    for (const old of olds) {
      const now = [...news].find((each) => fits(old, each))
      if (now === undefined) continue
      remaining.push({ before: old, after: now })
      olds.delete(old)
      news.delete(now)
    }
  }
  const sameFile = (old: TestCase, now: TestCase) =>
    movedTo.get(old.source.path) === now.source.path
  const sameTitle = (old: TestCase, now: TestCase) =>
    plainTitle(old.title) === plainTitle(now.title)
  const sameLeaf = (old: TestCase, now: TestCase) => plainTitle(old.leaf) === plainTitle(now.leaf)
  const sameBody = (old: TestCase, now: TestCase) =>
    old.body !== null && bodyText(old) === bodyText(now)
  pair((old, now) => sameFile(old, now) && sameTitle(old, now) && sameBody(old, now))
  pair((old, now) => sameFile(old, now) && sameTitle(old, now))
  pair((old, now) => sameBody(old, now))
  pair((old, now) => sameFile(old, now) && sameLeaf(old, now))
  pair((old, now) => sameTitle(old, now))
  pair((old, now) => sameLeaf(old, now) && alike(old, now) > 0.4)
  pair((old, now) => alike(old, now) > 0.75)
  pair(
    (old, now) =>
      sameFile(old, now) && alike(old, now) > 0.55 && likeness(old.leaf, now.leaf) > 0.5,
  )
  const pairs = { kept: remaining, gone: [...olds], fresh: [...news] }
  known.set(change, pairs)
  return pairs
}

/** Tests that are new, or that do something else than before. */
export function changedTests(
  change: Change,
): readonly { readonly before: TestCase | null; readonly after: TestCase }[] {
  const { kept: stored, fresh } = testPairs(change)
  return [
    ...stored.filter(({ before, after }) => bodyText(before) !== bodyText(after)),
    ...fresh.map((after) => ({ before: null, after })),
  ]
}

const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}>]+/gu, ' ')
    .trim()

const alike = (old: TestCase, now: TestCase): number =>
  old.body === null || now.body === null ? 0 : likeness(bodyText(old), bodyText(now))

/** Whether everything a test asserted is asserted by some other test now, alone or as rows of a table. */
export function isAbsorbed(old: TestCase, change: Change): boolean {
  if (old.body === null) return false
  const asserted = assertionsIn(old.source, old.body)
  if (asserted.length === 0) return true
  if (asserted.every((each) => isAssertedElsewhere(each, change))) return true
  return isInTable(literalsIn(bodyText(old)), change)
}

/** Whether an assertion that left its test stands in another one now, in the same words or as a row. */
export function isAssertedElsewhere({ text }: Assertion, change: Change): boolean {
  return freshAssertions(change).has(text) || isInTable(literalsIn(text), change)
}

const knownFresh = new WeakMap<Change, ReadonlySet<string>>()

/** What tests assert now that they did not before. */
function freshAssertions(change: Change): ReadonlySet<string> {
  const observed = knownFresh.get(change)
  if (observed !== undefined) return observed
  const { kept: stored, fresh } = testPairs(change)
  const textsOf = ({ source, body }: TestCase) =>
    body === null ? [] : assertionsIn(source, body).map(({ text }) => text)
  const matches = new Set(fresh.flatMap(textsOf))
  for (const { before, after } of stored) {
    const old = new Set(textsOf(before))
    for (const text of textsOf(after)) if (!old.has(text)) matches.add(text)
  }
  knownFresh.set(change, matches)
  return matches
}

/** Whether a table of cases that is new holds all of these values. */
function isInTable(literals: readonly string[], change: Change): boolean {
  if (literals.length === 0) return false
  const { kept: stored, fresh } = testPairs(change)
  const tables = [
    ...fresh.flatMap(({ rows }) => (rows === null ? [] : [rows])),
    ...stored.flatMap(({ before, after }) =>
      after.rows !== null && after.rows.length > (before.rows?.length ?? 0) ? [after.rows] : [],
    ),
  ]
  return tables.some((rows) => {
    const inTable = new Set(literalsIn(rows.map(canonical).join(',')))
    return literals.every((literal) => inTable.has(literal))
  })
}

const literalsIn = (text: string): readonly string[] =>
  text.match(/L(?:"(?:[^"\\]|\\.)*"|[\w.-]+)(?=[,)]|$)/g) ?? []
