import { lineAt } from '../../../integrity/source.ts'
import {
  bracketed,
  byCommas,
  hasWords,
  indexOfWords,
  type Statement,
  statementsIn,
  type Token,
} from './sql-tokens.ts'
import type { Column, Reference, Table } from './table.ts'

export type SqlText = {
  readonly path: string
  readonly sql: string
  /** The line of the file on which it starts. */
  readonly line: number
}

type Mutable = { -readonly [Key in keyof Table]: Table[Key] }
type Known = Map<string, Mutable>
type Reading = SqlText & {
  readonly tables: Known
  readonly made: Set<string>
  readonly isMySql: boolean
}

/** The tables that statements make, one text after the other. */
export function tablesOfSql(texts: readonly SqlText[], isMySql: boolean): readonly Table[] {
  const tables: Known = new Map()
  for (const text of texts) {
    const reading = {
      ...text,
      tables,
      made: new Set<string>(),
      isMySql: isMySql || /\bengine\s*=\s*innodb\b|\bauto_increment\b/i.test(text.sql),
    }
    for (const statement of statementsIn(text.sql)) read(reading, statement)
  }
  return [...tables.values()]
}

function read(reading: Reading, { tokens }: Statement): void {
  const words = tokens.slice(0, 6).map(({ text }) => text)
  if (words[0] === 'create' && words.slice(1, 4).includes('table')) createTable(reading, tokens)
  else if (words[0] === 'alter' && words[1] === 'table') alterTable(reading, tokens)
  else if (words[0] === 'create' && words.slice(1, 3).includes('index'))
    createIndex(reading, tokens)
  else if (words[0] === 'drop' && words[1] === 'table')
    reading.tables.delete(nameAfter(tokens, 'table').name)
}

/** The name behind a word, past `if not exists` and `only`. */
function nameAfter(tokens: readonly Token[], word: string) {
  let at = tokens.findIndex(({ text }) => text === word) + 1
  while (/^(?:if|not|exists|only|concurrently)$/.test(tokens[at]?.text ?? '')) at++
  // "public"."books" comes in three tokens, public.books in one
  while (tokens[at + 1]?.text === '.') at += 2
  return { name: (tokens[at]?.text ?? '').split('.').at(-1) ?? '', rest: tokens.slice(at + 1) }
}

const lineIn = ({ sql, line }: SqlText, token: Token | undefined): number =>
  line + lineAt(sql, token?.start ?? 0) - 1

function createTable(reading: Reading, tokens: readonly Token[]): void {
  const { name, rest } = nameAfter(tokens, 'table')
  const body = bracketed(rest)
  if (body === null || hasWords(tokens, 'virtual') || reading.tables.has(name)) return
  const table: Mutable = {
    name,
    path: reading.path,
    line: lineIn(reading, tokens[0]),
    columns: [],
    primaryKey: [],
    uniques: [],
    indexes: [],
    layer: 'sql',
    isMySql: reading.isMySql,
    hasLooseRelations: false,
  }
  reading.tables.set(name, table)
  reading.made.add(name)
  for (const part of byCommas(body.inner)) define(reading, table, part, false)
}

const constraint =
  /^(?:constraint|primary|foreign|unique|check|key|index|exclude|fulltext|spatial|period|like)$/

function define(reading: Reading, table: Mutable, part: readonly Token[], isLater: boolean): void {
  const [first] = part
  if (
    first !== undefined &&
    !/^["`[]/.test(first.raw) &&
    constraint.test(first.text) &&
    !isColumnCalled(part)
  )
    constrain(table, part)
  else addColumn(reading, table, part, isLater)
}

/** A column may be called `key`; a constraint goes on with a bracket, a name or another word of constraints. */
const isColumnCalled = ([first, second]: readonly Token[]): boolean =>
  /^(?:key|index|period|like)$/.test(first?.text ?? '') &&
  /^(?:text|varchar|int|integer|uuid|timestamp|numeric|real|bigint|char|boolean)/.test(
    second?.text ?? '',
  )

const columnsIn = (tokens: readonly Token[]): readonly string[] => {
  const body = bracketed(tokens)
  return body === null
    ? []
    : byCommas(body.inner).map((part) => {
        const inner = bracketed(part)
        return (inner?.inner[0] ?? part[0])?.text ?? ''
      })
}

function constrain(table: Mutable, part: readonly Token[]): void {
  const from = (word: string) => part.slice(part.findIndex(({ text }) => text === word))
  if (hasWords(part, 'primary', 'key')) table.primaryKey = columnsIn(from('primary'))
  else if (hasWords(part, 'foreign', 'key')) {
    const names = columnsIn(from('foreign'))
    const reference = referenceIn(part)
    table.columns = table.columns.map((column) =>
      names[0] === column.name ? { ...column, references: reference } : column,
    )
  } else if (hasWords(part, 'unique')) table.uniques = [...table.uniques, columnsIn(from('unique'))]
  else if (hasWords(part, 'key') || hasWords(part, 'index'))
    table.indexes = [...table.indexes, columnsIn(part)]
}

function referenceIn(tokens: readonly Token[]): Reference | null {
  const at = tokens.findIndex(({ text }) => text === 'references')
  if (at < 0) return null
  const { name } = nameAfter(tokens, 'references')
  const on = indexOfWords(tokens, 'on', 'delete')
  const action = on < 0 ? null : tokens.slice(on + 2, on + 4).map(({ text }) => text)
  return {
    table: name,
    onDelete:
      action === null
        ? null
        : /^(?:set|no)$/.test(action[0] ?? '')
          ? action.join(' ')
          : (action[0] ?? null),
  }
}

const endOfType =
  /^(?:primary|not|null|default|unique|references|check|generated|constraint|collate|auto_increment|autoincrement|identity|comment|on|as)$/

function addColumn(
  reading: Reading,
  table: Mutable,
  part: readonly Token[],
  isLater: boolean,
): void {
  const [first, ...rest] = part
  if (first === undefined) return
  const end = rest.findIndex(({ text }) => endOfType.test(text))
  const type = (end < 0 ? rest : rest.slice(0, end))
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
  const isPrimary = hasWords(rest, 'primary', 'key')
  const column: Column = {
    name: first.text,
    type,
    path: reading.path,
    line: lineIn(reading, first),
    isNullable: !hasWords(rest, 'not', 'null') && !isPrimary,
    hasDefault:
      rest.some(({ text }) =>
        /^(?:default|generated|auto_increment|identity|autoincrement|as)$/.test(text),
      ) || /serial/.test(type),
    isUnique: rest.some(({ text }) => text === 'unique'),
    references: referenceIn(rest),
    isLater,
  }
  table.columns = [...table.columns.filter(({ name }) => name !== column.name), column]
  if (isPrimary) table.primaryKey = [first.text]
}

function alterTable(reading: Reading, tokens: readonly Token[]): void {
  const { name, rest } = nameAfter(tokens, 'table')
  const table = reading.tables.get(name)
  if (table === undefined) return
  for (const action of byCommas(rest)) {
    const [verb, next, ...more] = action.map(({ text }) => text)
    if (verb === 'add') {
      const at = action.findIndex(
        ({ text }, index) => index > 0 && !/^(?:column|if|not|exists)$/.test(text),
      )
      define(reading, table, action.slice(at), !reading.made.has(name))
    } else if (verb === 'drop' && next !== 'constraint') {
      const gone = next === 'column' ? more.at(-1) : next
      table.columns = table.columns.filter((column) => column.name !== gone)
    } else if (verb === 'rename' && next === 'to') {
      reading.tables.delete(name)
      table.name = more[0] ?? name
      reading.tables.set(table.name, table)
      reading.made.add(table.name)
    } else if (verb === 'rename') {
      const [from, to] = [next === 'column' ? more[0] : next, action.at(-1)?.text ?? '']
      table.columns = table.columns.map((column) =>
        column.name === from ? { ...column, name: to } : column,
      )
    }
  }
}

function createIndex(reading: Reading, tokens: readonly Token[]): void {
  const on = tokens.findIndex(({ text }) => text === 'on')
  const { name } = nameAfter(tokens.slice(on), 'on')
  const table = reading.tables.get(name)
  const columns = columnsIn(tokens.slice(on))
  if (table === undefined || columns.length === 0) return
  if (tokens[1]?.text === 'unique') table.uniques = [...table.uniques, columns]
  else table.indexes = [...table.indexes, columns]
}
