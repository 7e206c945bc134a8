import { literalOf } from '../../integrity/names.ts'
import type { TrackCode } from '../track-code.ts'

/** The tables of a project with their columns in lower case, as its SQL makes them. */
export function tablesOf(code: TrackCode): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = new Map<string, Set<string>>()
  const add = (table: string, columns: readonly string[]) => {
    const known = tables.get(table.toLowerCase()) ?? new Set<string>()
    for (const column of columns) known.add(column.toLowerCase())
    tables.set(table.toLowerCase(), known)
  }
  for (const text of sqlOf(code)) {
    for (const { index, 0: head, 1: table = '' } of text.matchAll(
      /\bcreate\s+(?:temp\w*\s+)?table\s+(?:if\s+not\s+exists\s+)?["'`]?(?:\w+["'`]?\.["'`]?)?(\w+)["'`]?\s*\(/gi,
    ))
      add(table, columnsIn(text.slice(index + head.length)))
    for (const [, table = '', column = '', renamed = ''] of text.matchAll(
      /\balter\s+table\s+(?:if\s+exists\s+)?["'`]?(?:\w+\.)?(\w+)["'`]?\s+(?:add\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?["'`]?(\w+)|rename\s+(?:column\s+)?["'`]?\w+["'`]?\s+to\s+["'`]?(\w+))/gi,
    ))
      if (tables.has(table.toLowerCase())) add(table, [column || renamed])
  }
  return tables
}

function sqlOf(code: TrackCode): readonly string[] {
  const files = [...code.facts.files]
    .filter(([path]) => path.endsWith('.sql'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const inCode = code
    .sources('source', 'script')
    .flatMap((source) =>
      /create\s+table/i.test(source.text)
        ? source.nodes.flatMap((node) =>
            node.type === 'TemplateLiteral'
              ? [node.quasis.map(({ value }) => value.raw).join(' ')]
              : (literalOf(node) ?? []),
          )
        : [],
    )
  return [...files.map(([, text]) => text.replaceAll(/--[^\n]*/g, ' ')), ...inCode]
}

/** The names before the types, up to the bracket that ends the table. */
function columnsIn(body: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const letter of body) {
    if (letter === ')' && depth === 0) break
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.flatMap((part) => {
    const [, name = ''] = /^\s*["'`]?(\w+)["'`]?\s+\w/.exec(part) ?? []
    return name === '' || /^(?:constraint|primary|foreign|exclude)$/i.test(name) ? [] : [name]
  })
}
