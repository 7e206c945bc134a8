import { chainOf, keyName, literalOf } from '../../integrity/names.ts'
import { all, is, type Node, type Source, type Typed } from '../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { sqlTexts } from '../integration/persistence/schema.ts'
import { tablesOfSql } from '../integration/persistence/sql.ts'

const about = 'statements of SQL write columns that the tables have'

/** Statements of SQL in the code against the tables of the migrations. */
export function schemaMatch(code: TrackCode): Part {
  const known = tablesOfSql(sqlTexts(code.facts.files, code.sources('source', 'script')), false)
  const tables = new Map(
    known.map(({ name, columns }) => [
      name.toLowerCase(),
      new Set(columns.map((column) => column.name.toLowerCase())),
    ]),
  )
  const statements = code
    .touched('source', 'script')
    .flatMap((source) => statementsIn(source, tables))
  if (statements.length === 0)
    return notApplicable('schema-match', about, 'the track writes no statement for a known table')
  return holdsUnless('schema-match', about, {
    issues: statements.flatMap(({ issues }) => issues),
    reason: `${statements.length} statements match the tables`,
  })
}

type SchemaField = { readonly node: Node; readonly kind: string; readonly isOptional: boolean }
export type Schema = {
  readonly source: Source
  readonly node: Node
  readonly name: string
  readonly fields: ReadonlyMap<string, SchemaField>
}

/** `const userSchema = z.object({ … })`, and the like of other libraries. */
export const schemasIn = (source: Source): readonly Schema[] =>
  all(source, 'VariableDeclarator').flatMap((node) => {
    const call = is('Identifier')(node.id) ? objectCall(node.init) : null
    const [shape] = call?.arguments ?? []
    if (!is('Identifier')(node.id) || !is('ObjectExpression')(shape)) return []
    const fields = shape.properties.flatMap((each) =>
      is('Property')(each) ? [[keyName(each.key), fieldOf(each.value)] as const] : [],
    )
    const hasRest = shape.properties.some(is('SpreadElement'))
    return hasRest ? [] : [{ source, node, name: node.id.name, fields: new Map(fields) }]
  })

const modifiers =
  /^(?:strict|strip|passthrough|loose|readonly|describe|meta|required|noUnknown|unknown|openapi|brand)$/

function objectCall(node: Node | null): Typed<'CallExpression'> | null {
  let at = node
  while (is('CallExpression')(at) && is('MemberExpression')(at.callee)) {
    const name = chainOf(at.callee).at(-1) ?? ''
    if (/^(?:object|Object|strictObject|looseObject|shape)$/.test(name)) return at
    if (!modifiers.test(name)) return null
    at = at.callee.object
  }
  return null
}

function fieldOf(node: Node): SchemaField {
  const names = chainOf(node)
  const kind =
    names.find((name) => /^(?:string|number|boolean|bool)$/i.test(name))?.toLowerCase() ?? ''
  return {
    node,
    kind:
      kind === 'bool'
        ? 'boolean'
        : names.some((name) => /^(?:transform|pipe|or|array|nullable|nullish)$/.test(name))
          ? ''
          : kind,
    isOptional: names.some((name) => /^(?:optional|nullish|partial|Optional)$/.test(name)),
  }
}

type Checked = { readonly issues: readonly Issue[] }

const written =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into\s+["'`]?(?:\w+\.)?(\w+)["'`]?\s*\(([^()]*)\)|update\s+["'`]?(?:\w+\.)?(\w+)["'`]?\s+set\s+([^]*?)(?:\bwhere\b|\breturning\b|$))/gi

/** Columns that statements in the code write, against those that the tables have. */
function statementsIn(
  source: Source,
  tables: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Checked[] {
  if (tables.size === 0) return []
  return source.nodes.flatMap((node) => {
    const text = is('TemplateLiteral')(node)
      ? node.quasis.map(({ value }) => value.raw).join(' ? ')
      : literalOf(node)
    return [...(text ?? '').matchAll(written)].flatMap(
      ([, into = '', list = '', updated = '', sets = '']): readonly Checked[] => {
        const table = (into || updated).toLowerCase()
        const columns = tables.get(table)
        const names =
          into === ''
            ? [...sets.matchAll(/["'`]?(\w+)["'`]?\s*=(?!=)/g)].map(([, name = '']) => name)
            : list.split(',')
        const plain = names
          .map((name) => name.trim().replaceAll(/["'`]/g, ''))
          .filter((name) => /^[a-z_]\w*$/i.test(name))
        if (columns === undefined || plain.length === 0) return []
        const missing = plain.filter((name) => !columns.has(name.toLowerCase()))
        return [
          {
            issues: missing.map((name) =>
              issueAt(
                source,
                node,
                `the statement writes ${name}, a column that the table ${table} does not have`,
                `add the column by a migration, or write one of ${[...columns].join(', ')}`,
              ),
            ),
          },
        ]
      },
    )
  })
}
