import type { Issue } from './issue.ts'
import { child, children, isMap } from './json.ts'
import type { JsonMap } from './json.ts'
import { schemasOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { wordsOf } from './words.ts'

/** Times and dates by their names (`created_at`, `due_date`) that are plain strings where the others have a format. */
export function timeFormats(spec: Spec): readonly Issue[] {
  const times = schemasOf(spec)
    .flatMap((schema) => children(child(schema, 'properties')))
    .flatMap(({ key, value, pointer }) => {
      const words = wordsOf(key)
      const kind = words.length > 1 ? words.at(-1) : undefined
      const timed = kind === 'at' || kind === 'date' || kind === 'time'
      return timed && isMap(value) ? [{ kind, key, value, pointer }] : []
    })
  return [...Map.groupBy(times, ({ kind }) => kind).values()].flatMap((group) => {
    const exact = group.filter(({ value }) => /^date(?:-time)?$/.test(String(value['format'])))
    const plain = group.filter(({ value }) => isPlainText(value))
    if (exact.length < 2 || plain.length > Math.max(1, exact.length * 0.25)) return []
    return plain.map(({ key, pointer }) => ({
      pointer,
      message: `"${key}" has no format, "${exact[0]?.key ?? ''}" and others have one`,
    }))
  })
}

const isPlainText = (schema: JsonMap): boolean =>
  (schema['type'] === 'string' ||
    (Array.isArray(schema['type']) && schema['type'].includes('string'))) &&
  ['format', 'pattern', 'enum', 'const'].every((key) => schema[key] === undefined)
