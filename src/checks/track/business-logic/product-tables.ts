import { rootOf } from '../../../obligations/sentence-words.ts'
import type { TrackCode } from '../track-code.ts'
import { type CodeValue, valuesOf } from './code-values.ts'
import { isSame } from './same-value.ts'
import type { Statement } from './statements.ts'
import { labelKey, wordsOf } from './words.ts'

/** One column of a table of the product or of the code, by the labels of its rows. */
type Column<Value> = {
  readonly words: ReadonlySet<string>
  readonly byRow: ReadonlyMap<string, Value>
}

export type Differing = { readonly value: CodeValue; readonly statement: Statement }

/**
 * A table of the product that the code has as a table: a column of the code is that column of the document
 * whose name it shares and whose values it has, but for some. Those differ.
 */
export function differingCells(
  code: TrackCode,
  statements: readonly Statement[],
): readonly Differing[] {
  const tables = Map.groupBy(
    statements.filter(({ cell, value }) => cell !== undefined && typeof value === 'number'),
    ({ section }) => section,
  )
  const values = valuesOf(code).filter(({ path }) => code.facts.touched.includes(path))
  return [...tables.values()].flatMap((own) => {
    const columns = columnsOf(own)
    const rows = new Set(own.map(({ cell }) => labelKey(cell?.row ?? '')))
    return codeColumns(values, rows).flatMap((column) => differences(column, columns))
  })
}

/** A cell has more than one value where the spec gives another one. */
const columnsOf = (statements: readonly Statement[]): readonly Column<readonly Statement[]>[] =>
  [...Map.groupBy(statements, ({ cell }) => cell?.column ?? '')].map(([name, own]) => ({
    words: rootsOf(wordsOf(name)),
    byRow: Map.groupBy(own, ({ cell }) => labelKey(cell?.row ?? '')),
  }))

const rootsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => rootOf(word)))

/** `adult: { loanDays: 21 }`, `{ id: 'adult', days: 21 }`, `days = { adult: 21 }`: a value with the label of a row. */
function codeColumns(
  values: readonly CodeValue[],
  rows: ReadonlySet<string>,
): readonly Column<CodeValue>[] {
  const labelled = values.flatMap((value) => {
    const [own = [], around = []] = value.names
    const row = [...rows].find((label) => {
      const words = label.split(' ')
      return [own, around].some((names) => words.every((word) => names.includes(word)))
    })
    if (row === undefined) return []
    const words = value.names
      .slice(0, 3)
      .map((names) => names.filter((name) => !row.split(' ').includes(name)))
    const key = words.find((names) => names.length > 0) ?? []
    return [
      {
        row,
        value,
        key: `${value.path} ${words.map((each) => each.join(' ')).join('/')}`,
        words: key,
      },
    ]
  })
  return [...Map.groupBy(labelled, ({ key }) => key).values()].map((group) => ({
    words: rootsOf(group[0]?.words ?? []),
    byRow: new Map(group.map(({ row, value }) => [row, value])),
  }))
}

function differences(
  { words, byRow }: Column<CodeValue>,
  columns: readonly Column<readonly Statement[]>[],
): readonly Differing[] {
  if (byRow.size < 2) return []
  const fits = columns
    .map((column) => {
      const pairs = [...byRow].flatMap(([row, value]) => {
        const stated = column.byRow.get(row) ?? []
        const statement = stated.find((each) => isSame(value, each)) ?? stated[0]
        return statement === undefined ? [] : [{ value, statement }]
      })
      const wrong = pairs.filter(({ value, statement }) => !isSame(value, statement))
      const shared = [...words].filter((word) => column.words.has(word)).length
      const isMoney = pairs.every(({ statement }) => statement.kind === 'money')
      return { wrong, right: pairs.length - wrong.length, shared, isMoney }
    })
    .toSorted((one, other) => other.right - one.right || other.shared - one.shared)
  const [best] = fits
  if (best === undefined || best.right < best.wrong.length) return []
  // prices by another name are known by most of them; counts are alike everywhere
  return best.shared > 0 || (best.isMoney && best.right > best.wrong.length) ? best.wrong : []
}
