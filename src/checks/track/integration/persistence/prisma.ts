import type { Column, Reference, Table } from './table.ts'

const scalars = /^(?:String|Boolean|Int|BigInt|Float|Decimal|DateTime|Json|Bytes|Unsupported)/

/** The models of a Prisma schema. */
export function tablesOfPrisma(path: string, text: string): readonly Table[] {
  const provider = /datasource\s+\w+\s*\{[^}]*provider\s*=\s*"(\w+)"/.exec(text)?.[1] ?? ''
  const hasLooseRelations = /relationMode\s*=\s*"prisma"/.test(text)
  const enums = new Set([...text.matchAll(/^\s*enum\s+(\w+)/gm)].map(([, name]) => name))
  const lines = text.split('\n')
  const tables: Table[] = []
  for (let at = 0; at < lines.length; at++) {
    const name = /^\s*model\s+(\w+)\s*\{/.exec(lines[at] ?? '')?.[1]
    if (name === undefined) continue
    const end = lines.findIndex((line, index) => index > at && /^\s*\}/.test(line))
    const fields = lines
      .slice(at + 1, end)
      .map((line, index) => ({ text: line.replace(/\/\/.*$/, '').trim(), line: at + 2 + index }))
    tables.push({
      ...modelOf(fields, path, enums),
      name,
      path,
      line: at + 1,
      isMySql: provider === 'mysql',
      hasLooseRelations,
    })
  }
  return tables
}

type Field = { readonly text: string; readonly line: number }

function modelOf(fields: readonly Field[], path: string, enums: ReadonlySet<string | undefined>) {
  const attributes = (name: string) =>
    fields.flatMap(({ text }) => (text.startsWith(`@@${name}`) ? [listed(text)] : []))
  const relations = fields.flatMap(({ text }) => {
    const [, type = ''] = /^\w+\s+(\w+)/.exec(text) ?? []
    const [, relation] = /@relation\(((?:[^()]|\([^()]*\))*)\)/.exec(text) ?? []
    const names =
      relation === undefined ? [] : listed(/fields:\s*\[[^\]]*\]/.exec(relation)?.[0] ?? '')
    const onDelete = /onDelete:\s*(\w+)/.exec(relation ?? '')?.[1]?.toLowerCase()
    return names.map(
      (name) => [name, { table: type, onDelete: onDelete ?? 'by default of Prisma' }] as const,
    )
  })
  const references = new Map<string, Reference>(relations)
  const columns = fields.flatMap(({ text, line }): readonly Column[] => {
    const [, name, type, mark = '', rest = ''] =
      /^(\w+)\s+(\w+(?:\("[^"]*"\))?)(\[\]|\?)?(.*)$/.exec(text) ?? []
    if (name === undefined || type === undefined || !(scalars.test(type) || enums.has(type)))
      return []
    return [
      {
        name,
        type: type.toLowerCase(),
        path,
        line,
        isNullable: mark === '?',
        hasDefault: /@default|@updatedAt/.test(rest) || mark === '[]',
        isUnique: /@unique\b/.test(rest),
        references: references.get(name) ?? null,
        isLater: false,
      },
    ]
  })
  const primary = fields
    .filter(({ text }) => /\s@id\b/.test(text))
    .map(({ text }) => text.split(/\s/)[0] ?? '')
  return {
    columns,
    primaryKey: primary.length > 0 ? primary : (attributes('id')[0] ?? []),
    uniques: attributes('unique'),
    indexes: attributes('index'),
    layer: 'prisma' as const,
  }
}

const listed = (text: string): readonly string[] =>
  (/\[([^\]]*)\]/.exec(text)?.[1] ?? '')
    .split(',')
    .map((each) => each.trim().replace(/\(.*$/, ''))
    .filter((each) => each !== '')
