import type { Dialect } from './database.ts'

export const sqlite: Dialect = {
  name: 'sqlite',
  columnType(kind, column, precision) {
    switch (kind) {
      case 'uuid':
        return `text check (length(${column}) = 36)`
      case 'time':
        return `text check (${column} glob '????-??-??T??:??:??.???Z')`
      case 'flag':
        return `integer check (${column} in (0, 1))`
      case 'json':
        return `text check (json_valid(${column}))`
      case 'texts':
        return `text check (json_type(${column}) = 'array')`
      case 'decimal': {
        const [digits = 0, scale = 0] = precision.split(',').map(Number)
        const limit = 10 ** (digits - scale)
        return `real check (round(${column}, ${scale}) = ${column} and abs(${column}) < ${limit})`
      }
      case 'serial':
        return 'integer primary key autoincrement'
    }
  },
  clustered: 'without rowid',
  castTo: { uuid: 'text', decimal: 'real', time: 'text' },
  contains: (list) => `exists (select 1 from json_each(${list}) as entry where entry.value = ?)`,
  encodeFlag: Number,
  encodeTexts: (texts) => JSON.stringify(texts),
  decode(kind, value) {
    if (kind === 'flag' && typeof value === 'number') return value !== 0
    if ((kind === 'json' || kind === 'texts') && typeof value === 'string') return JSON.parse(value)
    return value
  },
  // the transaction has the only pen from its first word on
  lock: async () => {},
}

export const postgres: Dialect = {
  name: 'postgres',
  columnType(kind, _column, precision) {
    switch (kind) {
      case 'uuid':
        return 'uuid'
      case 'time':
        return 'timestamptz'
      case 'flag':
        return 'boolean'
      case 'json':
        return 'jsonb'
      case 'texts':
        return 'text[]'
      case 'decimal':
        return `numeric(${precision})`
      case 'serial':
        return 'bigserial primary key'
    }
  },
  clustered: '',
  castTo: { uuid: 'uuid', decimal: 'numeric', time: 'timestamptz' },
  // this spelling is the one the index answers
  contains: (list) => `${list} @> array[cast(? as text)]`,
  encodeFlag: (flag) => flag,
  encodeTexts: (texts) => texts,
  decode: (kind, value) => (kind === 'time' && value instanceof Date ? value.toISOString() : value),
  async lock(session, name) {
    await session.all('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `loopwright:${name}`,
    ])
  },
}
