import { holdsUnless, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { specLines } from '../read-spec.ts'
import { type Asked, at, mentions, once, wordOf } from './asked.ts'
import type { Operations } from './operations.ts'
import { uniques } from './uniques.ts'
import { ownTables, type Schema, tableNamed } from './schema.ts'
import {
  type Column,
  isChange,
  isIndexed,
  isJoin,
  isTime,
  sameName,
  type Table,
  tellsChange,
} from './table.ts'

const bookkeeping = /^(?:_|schema_migrations|knex_|drizzle|sqlite_|typeorm|migrations?$)/i

/** The parts about tables and columns that the track made. */
export function hygieneParts(
  schema: Schema,
  { spec, operations }: { readonly spec: string; readonly operations: Operations },
): readonly Part[] {
  const own = ownTables(schema).filter(({ name }) => !bookkeeping.test(name))
  if (own.length === 0)
    return [
      schema.unread.length > 0
        ? undecided(
            'schema',
            'tables are made well',
            `${schema.unread.join(', ')} cannot be read here: look at keys, indexes and timestamps`,
          )
        : notApplicable('schema', 'tables are made well', 'the track changes no table'),
    ]
  const made = own.filter(schema.isOwn)
  const columns = own.flatMap((table) =>
    table.columns.filter(schema.isOwn).map((column) => ({ table, column })),
  )
  const asked: Asked = { schema, made, columns, spec, operations }
  return [
    primaryKeys(asked),
    timestamps(asked),
    foreignKeys(asked),
    onDelete(asked),
    foreignIndexes(asked),
    laterColumns(asked),
    uniques(asked),
  ]
}

const primaryKeys = ({ made }: Asked): Part =>
  made.length === 0
    ? notApplicable('primary-key', 'every table has a primary key', 'the track makes no table')
    : holdsUnless('primary-key', 'every table has a primary key', {
        issues: once(
          made
            .filter(({ primaryKey, columns }) => primaryKey.length === 0 && columns.length > 0)
            .map((table) => at(table, `${table.name} has no primary key`, 'Add a primary key')),
        ),
        reason: `${made.length} new tables have a primary key`,
      })

function timestamps({ made, schema, spec, operations }: Asked): Part {
  const id = 'timestamps'
  const about = 'tables say when their rows were made and changed'
  const asked = made.filter((table) => !isJoin(table) && table.columns.length > 2)
  if (asked.length === 0)
    return notApplicable(id, about, 'the track makes no table with rows of its own')
  const wantsChange = (table: Table) =>
    /\bupdated_?at\b/i.test(spec) ||
    (operations.has('update', table.name) &&
      schema.tables.some(
        (other) => !sameName(other.name, table.name) && other.columns.some(isChange),
      ))
  return holdsUnless(id, about, {
    issues: once(
      asked.flatMap((table) => {
        if (!table.columns.some(isTime))
          return [
            at(
              table,
              `${table.name} has no timestamps`,
              'Add created_at and updated_at with a default',
            ),
          ]
        return wantsChange(table) && !table.columns.some(tellsChange)
          ? [
              at(
                table,
                `${table.name} does not say when a row was changed`,
                'Add updated_at, as other tables have it or the spec says',
              ),
            ]
          : []
      }),
    ),
    reason: `${asked.length} new tables have timestamps`,
  })
}

/** `author_id`, where there is a table of authors. */
function linkOf({ tables }: Schema, table: Table, column: Column): Table | null {
  const stem = /^(.+?)(?:_id|Id)$/.exec(column.name)?.[1]
  if (stem === undefined || (table.primaryKey.length === 1 && table.primaryKey[0] === column.name))
    return null
  return (
    tableNamed(
      tables.filter(({ layer }) => layer === table.layer),
      stem,
    ) ?? null
  )
}

function foreignKeys({ columns, schema }: Asked): Part {
  const about = 'columns that point to another table are foreign keys'
  const links = columns.filter(
    ({ table, column }) => column.references !== null || linkOf(schema, table, column) !== null,
  )
  if (links.length === 0)
    return notApplicable('foreign-keys', about, 'no new column points to another table')
  return holdsUnless('foreign-keys', about, {
    issues: once(
      links
        .filter(({ table, column }) => column.references === null && !table.hasLooseRelations)
        .map(({ table, column }) =>
          at(
            column,
            `${table.name}.${column.name} is no foreign key`,
            `Let it reference ${linkOf(schema, table, column)?.name ?? 'its table'}`,
          ),
        ),
    ),
    reason: `${links.length} columns are foreign keys`,
  })
}

function onDelete({ columns, spec }: Asked): Part {
  const id = 'on-delete'
  const about = 'foreign keys say what happens when the other row is deleted'
  const keys = columns.filter(
    ({ table, column }) => column.references !== null && !table.hasLooseRelations,
  )
  if (keys.length === 0) return notApplicable(id, about, 'the track makes no foreign key')
  const isSilent = (column: Column) => column.references?.onDelete === null
  const cascades = specLines(spec).filter(({ text }) =>
    /\bcascad\w+|\bdelet\w+\b.*\b(?:also|too|its|their|all)\b/i.test(text),
  )
  const contradicted = keys.filter(({ table, column }) => {
    const { references } = column
    if (references === null || references.onDelete === 'cascade') return false
    return cascades.some(
      ({ text }) =>
        mentions(text, table.name) &&
        mentions(text, references.table) &&
        text.search(wordOf(references.table)) < text.search(wordOf(table.name)),
    )
  })
  return holdsUnless(id, about, {
    issues: once([
      ...keys
        .filter(({ column }) => isSilent(column))
        .map(({ table, column }) =>
          at(
            column,
            `${table.name}.${column.name} does not say what happens when its ${column.references?.table ?? 'row'} is deleted`,
            'Add ON DELETE CASCADE, SET NULL or RESTRICT',
          ),
        ),
      ...contradicted
        .filter(({ column }) => !isSilent(column))
        .map(({ table, column }) =>
          at(
            column,
            `${table.name}.${column.name} does not go with its ${column.references?.table ?? 'row'}, as the spec says`,
            'Delete by cascade',
          ),
        ),
    ]),
    reason: `${keys.length} foreign keys say what happens on delete`,
  })
}

function foreignIndexes({ columns }: Asked): Part {
  const about = 'foreign keys have an index'
  const keys = columns.filter(({ table, column }) => column.references !== null && !table.isMySql)
  if (keys.length === 0)
    return notApplicable(
      'foreign-key-index',
      about,
      'the track makes no foreign key that needs one',
    )
  return holdsUnless('foreign-key-index', about, {
    issues: once(
      keys
        .filter(({ table, column }) => !isIndexed(table, column.name))
        .map(({ table, column }) =>
          at(
            column,
            `${table.name}.${column.name} has no index`,
            `Add an index on ${table.name} (${column.name})`,
          ),
        ),
    ),
    reason: `${keys.length} foreign keys are first in an index or a key`,
  })
}

function laterColumns({ columns, made }: Asked): Part {
  const about = 'columns that are added to existing tables are nullable or have a default'
  const later = columns.filter(
    ({ table, column }) =>
      // another file runs at another time: there may be rows between
      (column.isLater && column.path !== table.path) ||
      ((column.isLater || !made.includes(table)) &&
        !made.some((each) => sameName(each.name, table.name))),
  )
  if (later.length === 0)
    return notApplicable('new-columns', about, 'the track adds no column to an existing table')
  return holdsUnless('new-columns', about, {
    issues: once(
      later
        .filter(({ column }) => !column.isNullable && !column.hasDefault)
        .map(({ table, column }) =>
          at(
            column,
            `${table.name}.${column.name} is added as NOT NULL without a default: rows that exist have no value`,
            'Give it a default, or add it nullable, fill it, and make it NOT NULL afterwards',
          ),
        ),
    ),
    reason: `${later.length} added columns are nullable or have a default`,
  })
}
