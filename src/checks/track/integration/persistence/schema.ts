import { literalOf } from '../../../integrity/names.ts'
import { is, lineAt, type Node, type Source } from '../../../integrity/source.ts'
import type { TrackFacts } from '../../facts.ts'
import type { Project } from '../project.ts'
import { tablesOfDrizzle } from './drizzle.ts'
import { tablesOfPrisma } from './prisma.ts'
import { type SqlText, tablesOfSql } from './sql.ts'
import { type Place, sameName, type Table } from './table.ts'

/** All tables, and which of their parts the track made. */
export type Schema = {
  readonly tables: readonly Table[]
  readonly isOwn: (place: Place) => boolean
  /** Migrations in a language that is not read here. */
  readonly unread: readonly string[]
}

const naturally = new Intl.Collator('en', { numeric: true })

export function schemaOf(project: Project): Schema {
  const { files, touched } = project.facts
  const isMySql = [...project.packages.keys()].some((name) => /^mysql2?$|mariadb/.test(name))
  const sql = [...files]
    .filter(
      ([path]) =>
        path.endsWith('.sql') && !/(?:^|[./_-])(?:down|rollback|undo|seeds?)[./_-]/i.test(path),
    )
    .toSorted(([one], [other]) => naturally.compare(one, other))
    .map(([path, text]): SqlText => ({ path, sql: text, line: 1 }))
  const inCode = project.product.flatMap(sqlIn)
  const tables = [
    ...tablesOfSql([...sql, ...inCode], isMySql),
    ...[...files].flatMap(([path, text]) =>
      path.endsWith('.prisma') ? tablesOfPrisma(path, text) : [],
    ),
    ...project.product.flatMap(tablesOfDrizzle),
  ]
  const unread = touched.filter(
    (path) =>
      /(?:^|\/)migrations?\/.*\.[cm]?[jt]s$|\.(?:entity|model)\.[jt]s$/.test(path) &&
      !tables.some((table) => table.path === path),
  )
  return { tables, isOwn: ownLines(project.facts), unread }
}

/** Statements that code holds as text: `db.exec('CREATE TABLE …')`. */
function sqlIn(source: Source): readonly SqlText[] {
  return source.nodes.flatMap((node) => {
    const text = textOf(node)
    return text !== null &&
      /\b(?:create\s+(?:unique\s+)?(?:table|index)|alter\s+table)\b/i.test(text)
      ? [{ path: source.path, sql: text, line: lineAt(source.text, node.start) }]
      : []
  })
}

const textOf = (node: Node): string | null =>
  is('TemplateLiteral')(node)
    ? node.quasis.map(({ value }) => value.cooked ?? '').join('x')
    : is('Literal')(node)
      ? literalOf(node)
      : null

/** Lines that the track's commits added; whole files where the commits tell no lines. */
function ownLines({ touched, commits, files }: TrackFacts): (place: Place) => boolean {
  const added = Map.groupBy(
    commits.flatMap(({ changes }) => changes.filter(({ type }) => type === 'added')),
    ({ path }) => path,
  )
  const texts = new Map(
    [...added].map(([path, lines]) => [path, new Set(lines.map(({ text }) => text.trim()))]),
  )
  return ({ path, line }) => {
    if (!touched.includes(path)) return false
    const own = texts.get(path)
    const text = files.get(path)?.split('\n')[line - 1]?.trim()
    return own === undefined || text === undefined || own.has(text)
  }
}

/** Tables that the track made or changed. */
export const ownTables = ({ tables, isOwn }: Schema): readonly Table[] =>
  tables.filter((table) => isOwn(table) || table.columns.some(isOwn))

export const tableNamed = (tables: readonly Table[], name: string): Table | undefined =>
  tables.find((table) => sameName(table.name, name))
