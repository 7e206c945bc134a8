import { type Document, isScalar, parseAllDocuments, visit } from 'yaml'

/** The library holds each key against all others of its map; it is told not to, and `repeatedKeys` looks once. */
export const inLinearTime = { logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const

/** All documents of a text; none where there is nothing in it. */
export function yamlDocuments(
  text: string,
  options: Parameters<typeof parseAllDocuments>[1] = {},
): readonly Document.Parsed[] {
  const parsed = parseAllDocuments(text, { ...inLinearTime, ...options })
  return 'empty' in parsed ? [] : parsed
}

/** Keys that stand twice in their map, each with the offset of the later one. */
export function repeatedKeys(
  document: Document.Parsed,
): readonly { readonly key: string; readonly at: number }[] {
  const results: { key: string; at: number }[] = []
  visit(document, {
    Map(_, map) {
      const visited = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key) || key.value === null || key.value === '<<') continue
        if (visited.has(key.value)) results.push({ key: key.source ?? '', at: key.range?.[0] ?? 0 })
        visited.add(key.value)
      }
    },
  })
  return results
}
