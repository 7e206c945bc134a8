import { is } from '../../integrity/source.ts'
import { literalOf } from '../../integrity/names.ts'
import { operationsIn } from '../integration/persistence/operations.ts'
import { schemaOf } from '../integration/persistence/schema.ts'
import { isJoin, type Place, plainName } from '../integration/persistence/table.ts'
import { type Part, unmet } from '../evaluation.ts'
import type { Business } from './business.ts'

/** Tables and columns of the track that code asks for, or that stand beside others that it fills, and that nothing ever fills. */
export function unwritten({ project }: Business): readonly Part[] {
  const schema = schemaOf(project)
  const operations = operationsIn(project)
  const sql = project.product.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const text = is('TemplateLiteral')(node)
        ? node.quasis.map(({ value }) => value.cooked ?? '').join('?')
        : literalOf(node)
      return text !== null && /\b(?:select|insert|update)\b/i.test(text) ? [text] : []
    }),
  )
  const made = schema.tables.filter(schema.isOwn)
  const filled = made.filter(({ name }) => operations.has('create', name))
  // who fills no table may do it by means that are not read here
  if (filled.length === 0) return []
  const isSeeded = ({ name }: { readonly name: string }) =>
    [...project.facts.files].some(
      ([path, text]) =>
        path.endsWith('.sql') &&
        [...text.matchAll(/\binsert\s+(?:or\s+\w+\s+)?into\s+["`]?(\w+)/gi)].some(
          ([, into = '']) => plainName(into) === plainName(name),
        ),
    )
  const empty = made.filter(
    (table) => !isJoin(table) && !operations.has('create', table.name) && !isSeeded(table),
  )
  const bare = filled.flatMap((table) =>
    table.layer !== 'sql'
      ? []
      : table.columns
          .filter(
            ({ name, isNullable, hasDefault }) =>
              isNullable &&
              !hasDefault &&
              !table.primaryKey.includes(name) &&
              isAsked(sql, name) &&
              !sql.some((text) => writes(text, name)),
          )
          .map((column) => ({ ...column, name: `${table.name}.${column.name}` })),
  )
  const issues = [...empty, ...bare].map(
    ({ name, path, line }: Place & { readonly name: string }) => ({
      message: `nothing ever fills ${name}`,
      path,
      line,
      fix: `write ${name} where it comes to be, or take it out`,
    }),
  )
  return issues.length === 0
    ? []
    : [unmet('filled', 'what is stored is filled by something', issues)]
}

const isAsked = (sql: readonly string[], name: string): boolean =>
  sql.some((text) => new RegExp(`\\b${name}\\b`, 'i').test(text))

/** In the columns of an INSERT, before the `=` of a SET; a statement without names may write all of them. */
const writes = (text: string, name: string): boolean =>
  new RegExp(`\\binsert\\b[^(]*\\([^)]*\\b${name}\\b|\\bset\\b[^]*\\b${name}["\`]?\\s*=`, 'i').test(
    text,
  ) || /\binsert\s+(?:or\s+\w+\s+)?into\s+\S+\s+(?:values|select)\b|\bset\s+\?/i.test(text)
