import { holdsUnless, notApplicable, type Part } from '../../evaluation.ts'
import { quotedIn, specLines } from '../read-spec.ts'
import { type Asked, at, mentions, once } from './asked.ts'
import { type Column, isUnique, plainName, sameName, type Table } from './table.ts'

/** "the email is unique", "`slug` must be unique per author". */
export function uniques({ columns, schema, spec, operations: { sql } }: Asked): Part {
  const about = 'what the spec calls unique is unique in the database'
  const lines = specLines(spec).filter(
    ({ text }) =>
      /\bunique\b|\bno two\b|\bat most one\b|\bbelongs? to (?:exactly |only )?one\b|\b(?:already|is) taken\b/i.test(
        text,
      ) && !/\bunique(?:ly)? (?:design|feature|selling|visitor|look)/i.test(text),
  )
  const asked = lines.flatMap(({ text, line }) =>
    columns
      .filter(({ table, column }) => speaksOf(text, table, column, columns))
      .map((each) => ({ ...each, line })),
  )
  const lookedUp = columns.filter(({ table, column }) => isTakenOnce(sql, table, column))
  if (asked.length + lookedUp.length === 0)
    return notApplicable('uniques', about, 'the spec calls no new column unique')
  const isMet = (name: string, table: Table) =>
    schema.tables.some(
      (each) =>
        sameName(each.name, table.name) &&
        each.columns.some((column) => sameName(column.name, name) && isUnique(each, column.name)),
    )
  return holdsUnless('uniques', about, {
    issues: once([
      ...asked
        .filter(({ table, column }) => !isMet(column.name, table))
        .map(({ table, column, line }) =>
          at(
            column,
            `${table.name}.${column.name} is not unique, which the spec says at line ${line}`,
            'Add a unique constraint or index',
          ),
        ),
      ...lookedUp
        .filter(({ table, column }) => !isMet(column.name, table))
        .map(({ table, column }) =>
          at(
            column,
            `${table.name}.${column.name} is not unique, and the code looks whether it is taken before it adds one: two at once both find that it is not`,
            'Add a unique constraint or index',
          ),
        ),
    ]),
    reason: `${asked.length + lookedUp.length} columns are unique as the spec and the code have it`,
  })
}

/** A name of what tells things apart: others, such as a day, may be counted where they are looked up. */
const isKeyName = (name: string): boolean =>
  /mail|name|slug|code|number|sku|phone|handle|isbn|key|token/i.test(name)

/** The same function asks for a row with this value and adds one. */
const isTakenOnce = (
  sql: Asked['operations']['sql'],
  table: Table,
  { name, references }: Column,
): boolean =>
  references === null &&
  isKeyName(name) &&
  sql.some(
    (statements) =>
      statements.some((text) =>
        new RegExp(
          `\\bselect\\b[^]*\\bfrom\\s+["\`]?${table.name}["\`]?\\s+where\\s+(?:lower\\()?["\`]?${name}["\`)]*\\s*=\\s*(?:lower\\()?(?:\\?|\\$|:|@)[\\w)]*\\s*(?:limit\\s+1)?\\s*;?\\s*$`,
          'i',
        ).test(text),
      ) &&
      statements.some((text) =>
        new RegExp(
          `\\binsert\\s+(?:or\\s+\\w+\\s+)?into\\s+["\`]?${table.name}\\b[^(]*\\([^)]*\\b${name}\\b`,
          'i',
        ).test(text),
      ),
  )

function speaksOf(text: string, table: Table, column: Column, all: Asked['columns']): boolean {
  if (column.references !== null || column.name === 'id') return false
  const named = quotedIn(text).some((code) => sameName(code.split('.').at(-1) ?? code, column.name))
  const words = column.name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  const near = new RegExp(
    `\\bunique\\s+(?:\\w+\\s+){0,1}${words}(?:s|es)?\\b|\\b${words}(?:s|es)?\\b(?:\\s+(?:\\w+\\s+){0,4})?(?:is|are|must be|be|has to be|have to be|stays?)\\s+(?:\\w+\\s+){0,2}unique\\b|\\bno two\\b.*\\bsame ${words}\\b|\\b${words}(?:\\s+\\w+)?\\s+(?:belongs? to (?:exactly |only )?one\\b|(?:that )?is (?:already )?taken\\b)`,
    'i',
  ).test(text)
  if (!near && !(named && /\bunique\b/i.test(text))) return false
  // a name that several tables have needs the table beside it
  const others = new Set(
    all
      .filter((each) => sameName(each.column.name, column.name))
      .map((each) => plainName(each.table.name)),
  )
  return others.size === 1 || mentions(text, table.name)
}
