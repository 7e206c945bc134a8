import type { TrackCode } from '../track-code.ts'
import { type CodeValue, valuesOf } from './code-values.ts'
import { fitsKind, isAbout, isSame, sameNumber } from './same-value.ts'
import type { Statement } from './statements.ts'

/**
 * The figures of the documents that the track decides, with the values of the code that do so: those that
 * speak of the same, and those that nothing else in the documents or the code could mean.
 */
export function decidedFigures(
  code: TrackCode,
  statements: readonly Statement[],
): ReadonlyMap<Statement, readonly CodeValue[]> {
  const values = valuesOf(code).filter(({ path }) => code.facts.touched.includes(path))
  return new Map(
    statements.flatMap((statement) => {
      const named = values.filter((value) => isAbout(value, statement) && isSame(value, statement))
      const result = named.length > 0 ? named : only(values, statement, statements)
      return result.length === 0 ? [] : [[statement, result]]
    }),
  )
}

const smallestTelling = 5

/** The one value of the code with a figure that only one statement has. */
function only(
  values: readonly CodeValue[],
  statement: Statement,
  statements: readonly Statement[],
): readonly CodeValue[] {
  const { kind, value: stated } = statement
  if (typeof stated !== 'number' || !Number.isFinite(stated)) return []
  const isShared = statements.some(
    (each) => each.kind === kind && each.value === stated && each.line !== statement.line,
  )
  const results = values.filter(
    (each) =>
      typeof each.value === 'number' &&
      each.value >= smallestTelling &&
      sameNumber(each.value, statement) &&
      fitsKind(each, statement),
  )
  return isShared || results.length !== 1 ? [] : results
}
