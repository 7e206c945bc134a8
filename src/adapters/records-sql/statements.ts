import type { z } from 'zod'
import { decode, encode } from './columns.ts'
import type { Session, Value } from './database.ts'

/** A table, what its rows look like, and what makes a row the same row. */
export type Table<Schema extends z.ZodType> = {
  readonly name: string
  readonly schema: Schema
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export const tableOf = <Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
  key: readonly string[] = ['id'],
): Table<Schema> => ({ name, schema, columns: Object.keys(schema.shape), key })

/** What happens to a row that is there already. */
export type Meeting = 'keep-old' | 'take-new' | { readonly fill: readonly string[] }

// SQLite takes 32766 values at a time
const rowsAtOnce = 500

/** Inserts rows; saving the same again changes nothing. */
export async function save<Schema extends z.ZodType>(
  session: Session,
  table: Table<Schema>,
  rows: readonly z.input<Schema>[],
  meeting: Meeting,
): Promise<void> {
  const parsed = rows.map((row) => new Map(Object.entries(Object(table.schema.parse(row)))))
  for (let from = 0; from < parsed.length; from += rowsAtOnce) {
    const some = parsed.slice(from, from + rowsAtOnce)
    const values = some.flatMap((row) =>
      table.columns.map((column) => encode(session.dialect, column, row.get(column))),
    )
    await session.all(insertion(table, some.length, meeting), values)
  }
}

function insertion(table: Table<z.ZodType>, rows: number, meeting: Meeting): string {
  const { name, columns, key } = table
  const places = Array.from({ length: rows }, (_, row) => {
    const row$ = columns.map((_column, index) => `$${row * columns.length + index + 1}`)
    return `(${row$.join(', ')})`
  })
  return `insert into ${name} (${columns.join(', ')}) values ${places.join(', ')}
    on conflict (${key.join(', ')}) do ${onMeeting(table, meeting)}`
}

function onMeeting({ name, columns, key }: Table<z.ZodType>, meeting: Meeting): string {
  if (meeting === 'keep-old') return 'nothing'
  if (meeting !== 'take-new') {
    const fills = meeting.fill.map(
      (column) => `${column} = coalesce(${name}.${column}, excluded.${column})`,
    )
    const open = meeting.fill.map(
      (column) => `(${name}.${column} is null and excluded.${column} is not null)`,
    )
    return `update set ${fills.join(', ')} where ${open.join(' or ')}`
  }
  const fixed = new Set([...key, 'id', 'created_at'])
  const changing = columns.filter((column) => !fixed.has(column))
  // a row that differs in nothing but the time of saving is the same row
  const telling = changing.filter((column) => column !== 'updated_at')
  const differs = telling.map((column) => `${name}.${column} is distinct from excluded.${column}`)
  return `update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
    where ${differs.join(' or ')}`
}

/** Conditions that are asked for, and the values they speak of. */
export type Where = { readonly sql: string; readonly values: readonly Value[] }

/** Conditions with `?` where the value goes; those without a value are left out. */
export function where(
  conditions: readonly (readonly [sql: string, value: Value | undefined])[],
): Where {
  const asked = conditions.filter(
    (condition): condition is readonly [string, Value] => condition[1] !== undefined,
  )
  if (asked.length === 0) return { sql: '', values: [] }
  const parts = asked.map(([sql], index) => sql.replace('?', `$${index + 1}`))
  return { sql: `where ${parts.join(' and ')}`, values: asked.map(([, value]) => value) }
}

const everything: Where = { sql: '', values: [] }

export async function rowsOf<Schema extends z.ZodType>(
  session: Session,
  table: Table<Schema>,
  { sql, values }: Where = everything,
  rest = '',
): Promise<readonly z.output<Schema>[]> {
  const rows = await session.all(
    `select ${table.columns.join(', ')} from ${table.name} ${sql} ${rest}`,
    values,
  )
  return rows.map((row) => table.schema.parse(decode(session.dialect, row)))
}

export async function oneOf<Schema extends z.ZodType>(
  session: Session,
  table: Table<Schema>,
  id: string,
): Promise<z.output<Schema> | null> {
  if (!isId(id)) return null
  const [row] = await rowsOf(session, table, where([['id = ?', id.toLowerCase()]]))
  return row ?? null
}

/** What is no id at all is found nowhere; PostgreSQL would call it an error. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
