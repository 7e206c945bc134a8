import { chainOf, keyName, literalOf, propertyOf } from '../../integrity/names.ts'
import { all, is, type Node, type Source, type Typed } from '../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../evaluation.ts'
import { issueAt, packageFolder, type TrackCode } from '../track-code.ts'
import { type DeclaredType, typesIn } from './declared-types.ts'
import { tablesOf } from './tables.ts'

const about = 'types and queries match the schemas'

/** Schemas that check values against the types of the same name, and statements of SQL against the tables. */
export function schemaMatch(code: TrackCode): Part {
  const schemas = code.sources('source', 'script').flatMap(schemasIn)
  const types = code.sources('source', 'types', 'script').flatMap(typesIn)
  const pairs = schemas.flatMap((schema) => {
    const home = packageFolder(code, schema.source.path)
    const type = types.find(
      (each) =>
        stemOf(each.name) === stemOf(schema.name) && packageFolder(code, each.source.path) === home,
    )
    const isTracks = [schema, type].some(
      (each) => each !== undefined && code.facts.touched.includes(each.source.path),
    )
    return type === undefined || !isTracks ? [] : [{ schema, type }]
  })
  const tables = tablesOf(code)
  const statements = code
    .touched('source', 'script')
    .flatMap((source) => statementsIn(source, tables))
  const inModels = code
    .touched('source', 'script')
    .flatMap((source) => modelIssues(source, modelsOf(code)))
  if (pairs.length + statements.length + inModels.length === 0)
    return notApplicable(
      'schema-match',
      about,
      'the track touches no schema that a type or a query is written for',
    )
  return holdsUnless('schema-match', about, {
    issues: [
      ...pairs.flatMap(({ schema, type }) => differences(schema, type)),
      ...statements.flatMap(({ issues }) => issues),
      ...inModels.flatMap(({ issues }) => issues),
    ],
    reason: `${pairs.length} types and ${statements.length + inModels.length} queries match their schemas`,
  })
}

const stemOf = (name: string): string => name.replace(/_?schema$/i, '').toLowerCase()

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

function differences(schema: Schema, type: DeclaredType): readonly Issue[] {
  const fix = `make the schema and the type say the same, or infer the type from the schema`
  return [...schema.fields].flatMap(([name, field]): readonly Issue[] => {
    const declared = type.fields.get(name)
    const told = (message: string) => [issueAt(schema.source, field.node, message, fix)]
    if (declared === undefined)
      return told(
        `${schema.name} has ${name}, which ${type.name} (${type.source.path}) does not have`,
      )
    const isPlain = /^(?:string|number|boolean)$/.test(declared.type)
    if (isPlain && field.kind !== '' && field.kind !== declared.type)
      return told(
        `${schema.name} takes ${name} as a ${field.kind}, ${type.name} (${type.source.path}) has a ${declared.type}`,
      )
    return field.isOptional && !declared.isOptional && !/undefined|null/.test(declared.type)
      ? told(
          `${name} may be missing for ${schema.name}, and never for ${type.name} (${type.source.path})`,
        )
      : []
  })
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

/** The models of a Prisma schema with their fields. */
function modelsOf({ facts }: TrackCode): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = [...facts.files].flatMap(([path, text]) => (path.endsWith('.prisma') ? [text] : []))
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/^model\s+(\w+)\s*\{([^}]*)\}/gm)].map(([, name = '', body = '']) => [
        name.toLowerCase(),
        new Set([...body.matchAll(/^\s*(\w+)\s+\w/gm)].map(([, field = '']) => field)),
      ]),
    ),
  )
}

/** `prisma.order.create({ data: { … } })` writes fields that the model must have. */
function modelIssues(
  source: Source,
  models: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Checked[] {
  if (models.size === 0) return []
  return all(source, 'CallExpression').flatMap((call) => {
    const [model = '', method = ''] = chainOf(call.callee).slice(-2)
    const fields = models.get(model.toLowerCase())
    const data = propertyOf(call.arguments[0], 'data') ?? propertyOf(call.arguments[0], 'create')
    if (
      fields === undefined ||
      !/^(?:create|update|upsert)/.test(method) ||
      !is('ObjectExpression')(data)
    )
      return []
    const wrong = data.properties.filter(
      (each) => is('Property')(each) && !each.computed && !fields.has(keyName(each.key)),
    )
    return [
      {
        issues: wrong.map((each) =>
          issueAt(
            source,
            each,
            `${model} has no field ${is('Property')(each) ? keyName(each.key) : ''} in the Prisma schema`,
            'add it to the model, or write a field that it has',
          ),
        ),
      },
    ]
  })
}
