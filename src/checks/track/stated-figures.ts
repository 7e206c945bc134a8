import type { FileTree } from '../../model/file-tree.ts'
import { productLines } from './business-logic/lines.ts'
import { generic, type Statement, statementsIn } from './business-logic/statements.ts'
import { wordsOf } from './business-logic/words.ts'
import type { ChangedLine } from './facts.ts'

/** A name with its figure, as in `harbour: 19`. */
type Figure = { readonly name: string; readonly value: number; readonly line: ChangedLine }

export type StatedFigure = { readonly statement: Statement; readonly line: ChangedLine }

/**
 * Names of product.md whose figure the lines change, whatever the file is called: it stated the old one, or it
 * states the new one by now.
 */
export function statedFigures(
  lines: readonly ChangedLine[],
  documents: FileTree,
): readonly StatedFigure[] {
  const statements = statementsIn(productLines(documents)).filter(
    ({ value }) => typeof value === 'number',
  )
  if (statements.length === 0) return []
  const figures = lines.flatMap(figuresIn)
  const has = (type: ChangedLine['type'], { name, value, line }: Figure) =>
    figures.some(
      (each) =>
        each.line.type === type &&
        each.line.path === line.path &&
        each.name === name &&
        each.value === value,
    )
  return figures
    .filter((old) => old.line.type === 'removed' && !has('added', old))
    .flatMap((old) => {
      const now = figures.find(
        (each) =>
          each.line.type === 'added' &&
          each.line.path === old.line.path &&
          each.name === old.name &&
          !has('removed', each),
      )
      const about = statements.filter((statement) => isNameOf(statement, old.name))
      const statement = [now, old]
        .flatMap((each) => (each === undefined ? [] : [each.value]))
        .flatMap((value) => about.find((each) => isSaid(each, value)) ?? [])[0]
      return statement === undefined ? [] : [{ statement, line: (now ?? old).line }]
    })
}

const entry = /(?<![\w$.])["']?([A-Za-z_$][\w$]*)["']?\s*[:=]\s*(\d[\d_]*(?:\.\d+)?)(?![\w.])/g

const figuresIn = (line: ChangedLine): readonly Figure[] =>
  [...line.text.matchAll(entry)].map(([, name = '', value = '']) => ({
    name: wordsOf(name).join(' '),
    value: Number(value.replaceAll('_', '')),
    line,
  }))

/** Code often counts money in cents. */
const isSaid = ({ kind, value }: Statement, figure: number): boolean =>
  value === figure || (kind === 'money' && Math.round(Number(value) * 100) === figure)

function isNameOf({ cell, words }: Statement, name: string): boolean {
  const own = cell === undefined ? [...words] : wordsOf(cell.row)
  const telling = own.filter((word) => !generic.has(word))
  return telling.length > 0 && telling.join(' ') === name
}
