import { singular, wordsOf } from '../../../openapi/words.ts'

export type Place = { readonly path: string; readonly line: number }

export type Column = Place & {
  readonly name: string
  /** In lower case, as it is written. */
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  readonly isUnique: boolean
  readonly references: Reference | null
  /** Added to a table that was there before. */
  readonly isLater: boolean
}

export type Reference = {
  readonly table: string
  /** In lower case; null where nothing is said. */
  readonly onDelete: string | null
}

export type Table = Place & {
  readonly name: string
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly uniques: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly layer: 'sql' | 'prisma' | 'drizzle'
  /** MySQL makes an index for each foreign key by itself. */
  readonly isMySql: boolean
  /** A provider that keeps relations itself and needs no foreign keys. */
  readonly hasLooseRelations: boolean
}

/** `users`, `User` and `app_user`'s last word are compared without case, plural and joints. */
export const plainName = (name: string): string =>
  wordsOf(name.split('.').at(-1) ?? name)
    .map(singular)
    .join('')

export const sameName = (one: string, other: string): boolean => plainName(one) === plainName(other)

export const isTime = ({ name, type }: Column): boolean =>
  /timestamp|datetime|\bdate\b/.test(type) ||
  /(?:_at|At|_on|_date|Date|_time|Time|timestamp)$/.test(name)

export const isChange = ({ name }: Column): boolean => /updat|modif|changed/i.test(name)

/** A time of its own, such as `last_used_at`, says when a row was changed as well. */
export const tellsChange = (column: Column): boolean =>
  isChange(column) ||
  (isTime(column) && /(?:^|_)last_|^last[A-Z]|_(?:seen|used|synced)_/.test(column.name))

/** The keys that a lookup by a column can use: it has to be their first. */
export const isIndexed = (
  { primaryKey, uniques, indexes, columns }: Table,
  name: string,
): boolean =>
  [primaryKey, ...uniques, ...indexes].some(([first]) => first === name) ||
  columns.some((each) => each.name === name && each.isUnique)

export const isUnique = ({ primaryKey, uniques, columns }: Table, name: string): boolean =>
  uniques.some((each) => each.includes(name)) ||
  (primaryKey.length === 1 && primaryKey[0] === name) ||
  columns.some((each) => each.name === name && each.isUnique)

/** A table that only joins others has nothing of its own. */
export const isJoin = ({ columns, primaryKey }: Table): boolean => {
  const links = columns.filter(
    ({ references, name }) => references !== null || /(?:_id|Id)$/.test(name),
  )
  const own = columns.filter(
    (each) => !links.includes(each) && !primaryKey.includes(each.name) && !isTime(each),
  )
  return links.length >= 2 && own.length === 0
}
