import { chainOf, literalOf } from '../../../integrity/names.ts'
import { functionsOf } from '../../../integrity/functions.ts'
import { below, is, type Node } from '../../../integrity/source.ts'
import type { Project } from '../project.ts'
import { plainName } from './table.ts'

type Operation = 'create' | 'read' | 'update' | 'delete'

/** What the code does to which table. */
export type Operations = {
  readonly has: (operation: Operation, table: string) => boolean
  /** The statements of each function. */
  readonly sql: readonly (readonly string[])[]
}

type Found = { readonly operation: Operation; readonly table: string }
/** Stands for a table whose name is put in as the program runs. */
const anyTable = '*'

export function operationsIn(project: Project): Operations {
  const results = project.product.flatMap((source) => source.nodes.flatMap(operationsAt))
  return {
    has: (operation, table) =>
      results.some(
        (each) =>
          each.operation === operation &&
          (each.table === anyTable || each.table === plainName(table)),
      ),
    sql: project.product.flatMap(functionsOf).flatMap(({ node }) => {
      const own = [...below(node)].flatMap((each) => sqlOf(each) ?? [])
      return own.length > 1 ? [own] : []
    }),
  }
}

/** A text of code, with `*` for what is put in as the program runs. */
const sqlOf = (node: Node): string | null =>
  is('TemplateLiteral')(node)
    ? node.quasis.map(({ value }) => value.cooked ?? '').join(' * ')
    : is('Literal')(node)
      ? literalOf(node)
      : null

function operationsAt(node: Node): readonly Found[] {
  const made = (operation: Operation, table: string): readonly Found[] => [
    { operation, table: table === anyTable ? table : plainName(table) },
  ]
  const sql = sqlOf(node)
  if (sql !== null)
    return sqlOperations(sql).flatMap(([operation, table]) => made(operation, table))
  if (!is('CallExpression')(node)) return []
  const chain = chainOf(node.callee)
  const last = chain.at(-1) ?? ''
  const [first] = node.arguments
  // a query builder is told its table: db.insert(books), .from(books), from('books').insert(…)
  const named = is('Identifier')(first)
    ? first.name
    : is('MemberExpression')(first)
      ? chainOf(first).at(-1)
      : literalOf(first)
  const verb = builders[last]
  if (verb !== undefined && is('Identifier', 'MemberExpression')(first))
    return made(verb, named ?? '')
  const table = tableOfChain(node.callee)
  if (table !== null) {
    const operation = methods.get(last)
    return operation === undefined ? [] : operation.flatMap((each) => made(each, table))
  }
  // `boats.delete('/:id', …)` is a route
  if (literalOf(first)?.startsWith('/') === true) return []
  const model = chain.at(-2) ?? ''
  const operation = chain.length >= 2 ? ormMethods.get(last) : undefined
  return operation === undefined || model === ''
    ? []
    : operation.flatMap((each) => made(each, model))
}

const builders: Readonly<Record<string, Operation>> = {
  insert: 'create',
  from: 'read',
  update: 'update',
  delete: 'delete',
  insertInto: 'create',
  selectFrom: 'read',
  updateTable: 'update',
  deleteFrom: 'delete',
}

const methods = new Map<string, readonly Operation[]>([
  ['insert', ['create']],
  ['upsert', ['create', 'update']],
  ['select', ['read']],
  ['first', ['read']],
  ['update', ['update']],
  ['delete', ['delete']],
  ['del', ['delete']],
])

const ormMethods = new Map<string, readonly Operation[]>([
  ...['create', 'createMany', 'insertOne', 'insertMany', 'createManyAndReturn', 'bulkCreate'].map(
    (name) => [name, ['create']] as const,
  ),
  ...[
    'findMany',
    'findFirst',
    'findUnique',
    'findUniqueOrThrow',
    'findFirstOrThrow',
    'find',
    'findOne',
    'findById',
    'findAll',
    'findByPk',
    'findAndCountAll',
    'aggregate',
  ].map((name) => [name, ['read']] as const),
  ...['updateMany', 'updateOne', 'findByIdAndUpdate', 'findOneAndUpdate', 'replaceOne'].map(
    (name) => [name, ['update']] as const,
  ),
  ['update', ['update']],
  ['upsert', ['create', 'update']],
  ['save', ['create', 'update']],
  ...[
    'deleteMany',
    'deleteOne',
    'findByIdAndDelete',
    'findOneAndDelete',
    'destroy',
    'remove',
    'delete',
  ].map((name) => [name, ['delete']] as const),
])

/** `supabase.from('books')`, `knex('books')`, `db.collection('books')` along a chain. */
function tableOfChain(node: Node): string | null {
  for (let at: Node | null = node; at !== null;) {
    if (is('CallExpression')(at)) {
      const name = chainOf(at.callee).at(-1) ?? ''
      const table = literalOf(at.arguments[0])
      if (
        table !== null &&
        /^(?:from|into|table|collection|knex|db|trx|model)$/.test(name) &&
        /^[\w.]+$/.test(table)
      )
        return table
      at = at.callee
    } else at = is('MemberExpression')(at) ? at.object : null
  }
  return null
}

const verbs: readonly (readonly [Operation, RegExp])[] = [
  [
    'create',
    /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into)\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\*|\w+)/gi,
  ],
  ['read', /\b(?:from|join)\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\*|\w+)/gi],
  [
    'update',
    /\bupdate\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\*|\w+)["`\]]?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  ],
  ['update', /\binsert\s+into\s+["`[]?(\*|\w+)[\s\S]*\bdo\s+update\b/gi],
  ['delete', /\bdelete\s+from\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\*|\w+)/gi],
]

function sqlOperations(sql: string): readonly (readonly [Operation, string])[] {
  if (!/\b(?:insert|select|update|delete|replace)\b/i.test(sql)) return []
  const isDelete = /\bdelete\s+from\b/i.test(sql)
  return verbs.flatMap(([operation, pattern]) =>
    operation === 'read' && (isDelete || !/\bselect\b/i.test(sql))
      ? []
      : [...sql.matchAll(pattern)].map(([, table = '']) => [operation, table] as const),
  )
}
