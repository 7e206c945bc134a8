import { chainOf, keyName, literalOf, memberName, propertyOf } from '../../../integrity/names.ts'
import {
  all,
  below,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import { lineOf } from '../project.ts'
import type { Column, Reference, Table } from './table.ts'

type Call = Typed<'CallExpression'>

/** `export const books = pgTable('books', { … }, (table) => […])`. */
export function tablesOfDrizzle(source: Source): readonly Table[] {
  if (!source.text.includes('drizzle-orm')) return []
  return all(source, 'CallExpression').flatMap((call) => {
    const maker = chainOf(call.callee).at(-1) ?? ''
    const name = literalOf(call.arguments[0])
    const shape = is('ArrowFunctionExpression')(call.arguments[1])
      ? call.arguments[1].body
      : call.arguments[1]
    if (
      !/^(?:\w*[tT]able|table|createTable)$/.test(maker) ||
      name === null ||
      !is('ObjectExpression')(shape)
    )
      return []
    return [
      tableOf(source, call, {
        name,
        shape,
        isMySql: /^mysql/i.test(maker) || source.text.includes('mysql-core'),
      }),
    ]
  })
}

function tableOf(
  source: Source,
  call: Call,
  {
    name,
    shape,
    isMySql,
  }: {
    readonly name: string
    readonly shape: Typed<'ObjectExpression'>
    readonly isMySql: boolean
  },
): Table {
  const parts = shape.properties.flatMap((each) => {
    if (is('Property')(each)) return [columnOf(source, each)]
    // shared columns: `...timestamps`
    return is('SpreadElement')(each) ? spreadColumns(source, each) : []
  })
  const extras = call.arguments[2] === undefined ? [] : keysIn(call.arguments[2])
  const of = (pattern: RegExp) =>
    extras.flatMap(({ kind, columns }) => (pattern.test(kind) ? [columns] : []))
  return {
    name,
    path: source.path,
    line: lineOf(source, call),
    columns: parts.map(({ column }) => withForeign(column, extras)),
    primaryKey:
      of(/^primaryKey$/)[0] ??
      parts.filter(({ isPrimary }) => isPrimary).map(({ column }) => column.name),
    uniques: of(/^(?:unique|uniqueIndex)$/),
    indexes: of(/^index$/),
    layer: 'drizzle',
    isMySql,
    hasLooseRelations: false,
  }
}

type Part = { readonly column: Column; readonly isPrimary: boolean }

function columnOf(source: Source, property: Typed<'Property'>): Part {
  const chain = chainOf(property.value)
  const called = new Map<string, Call>()
  for (let at: Node | null = property.value; is('CallExpression', 'MemberExpression')(at);) {
    if (is('CallExpression')(at)) {
      called.set(chainOf(at.callee).at(-1) ?? '', at)
      at = at.callee
    } else at = at.object
  }
  const names = [...called.keys()]
  return {
    isPrimary: called.has('primaryKey'),
    column: {
      name: keyName(property.key),
      type: (chain[0] === '' ? '' : (chain.find((each) => called.has(each)) ?? '')).toLowerCase(),
      path: source.path,
      line: lineOf(source, property),
      isNullable: !called.has('notNull') && !called.has('primaryKey'),
      hasDefault:
        names.some((name) =>
          /^(?:default|\$default|defaultNow|defaultRandom|autoincrement|generatedAlwaysAs|\$onUpdate|\$type$)/.test(
            name,
          ),
        ) || /serial|identity/i.test(names.join()),
      isUnique: called.has('unique'),
      references: referenceOf(called.get('references')),
      isLater: false,
    },
  }
}

function referenceOf(call: Call | undefined): Reference | null {
  if (call === undefined) return null
  const [target, options] = call.arguments
  const body = isFunction(target) ? target.body : target
  const table = is('MemberExpression')(body) ? (chainOf(body)[0] ?? '') : ''
  return { table, onDelete: literalOf(propertyOf(options, 'onDelete'))?.toLowerCase() ?? null }
}

function spreadColumns(source: Source, spread: Typed<'SpreadElement'>): readonly Part[] {
  const [name = ''] = chainOf(spread.argument)
  const made = all(source, 'VariableDeclarator').find(
    ({ id }) => is('Identifier')(id) && id.name === name,
  )?.init
  if (is('ObjectExpression')(made))
    return made.properties.flatMap((each) => (is('Property')(each) ? [columnOf(source, each)] : []))
  // from another file: its name tells what it is
  const isTimes = /time|stamp|audit/i.test(name)
  const column: Column = {
    name: isTimes ? 'created_at' : name,
    type: isTimes ? 'timestamp' : '',
    path: source.path,
    line: lineOf(source, spread),
    isNullable: true,
    hasDefault: true,
    isUnique: false,
    references: null,
    isLater: false,
  }
  return isTimes
    ? [
        { column, isPrimary: false },
        { column: { ...column, name: 'updated_at' }, isPrimary: false },
      ]
    : [{ column, isPrimary: false }]
}

type Key = {
  readonly kind: string
  readonly columns: readonly string[]
  readonly reference: Reference | null
}

/** `index('x').on(table.userId)`, `primaryKey({ columns: [table.a, table.b] })`, `foreignKey({ … }).onDelete('cascade')`. */
function keysIn(node: Node): readonly Key[] {
  const calls = [...below(node)].filter(is('CallExpression'))
  return calls.flatMap((call): readonly Key[] => {
    const kind = chainOf(call.callee)[0] ?? ''
    const last = chainOf(call.callee).at(-1) ?? ''
    if (/^(?:index|unique|uniqueIndex)$/.test(kind) && /^(?:on|onOnly|using)$/.test(last))
      return [{ kind, columns: call.arguments.flatMap(columnNames), reference: null }]
    if (!/^(?:primaryKey|foreignKey)$/.test(kind) || call.callee.type !== 'Identifier') return []
    const [options] = call.arguments
    const columns = columnNames(propertyOf(options, 'columns') ?? options ?? call)
    const [foreign] = [...below(propertyOf(options, 'foreignColumns') ?? call)].filter(
      is('MemberExpression'),
    )
    const action = calls.find(
      (each) => chainOf(each.callee).at(-1) === 'onDelete' && each.start === call.start,
    )
    return [
      {
        kind,
        columns,
        reference:
          kind === 'foreignKey'
            ? { table: chainOf(foreign)[0] ?? '', onDelete: literalOf(action?.arguments[0]) }
            : null,
      },
    ]
  })
}

const columnNames = (node: Node): readonly string[] =>
  [...below(node)].flatMap((each) =>
    is('MemberExpression')(each) && is('Identifier')(each.object) ? [memberName(each)] : [],
  )

const withForeign = (column: Column, keys: readonly Key[]): Column => {
  const key = keys.find(
    ({ reference, columns }) => reference !== null && columns[0] === column.name,
  )
  return key === undefined ? column : { ...column, references: key.reference }
}
