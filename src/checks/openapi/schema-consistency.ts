import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, type JsonMap, mapOf, type Node, stringsOf } from './json.ts'
import { componentsOf, operationsOf, resolve } from './operations.ts'
import { familyOf } from './schema-entities.ts'
import { propertiesOf, schemasOf } from './schema-walk.ts'
import { singular, wordsOf } from './words.ts'

/** One thing, one type: a property, a foreign key and a path parameter that mean the same have the same type. */
export function consistencyIssues(spec: Spec): readonly Issue[] {
  return [
    ...foreignKeys(spec),
    ...pathParameters(spec),
    ...endlessObjects(spec),
    ...timeFormats(spec),
  ]
}

type Typed = {
  readonly owner: string
  readonly name: string
  readonly type: string
  readonly format: string
  readonly node: Node
}

function typedProperties(spec: Spec): readonly Typed[] {
  return componentsOf(spec, 'schemas').flatMap((schema) => {
    const parts = [schema, ...children(child(schema, 'allOf'))].filter(
      ({ value }) => isMap(value) && value['$ref'] === undefined,
    )
    return parts.flatMap((part) =>
      children(child(part, 'properties')).flatMap((node): readonly Typed[] => {
        const keywords = resolve(spec, node).value
        if (!isMap(keywords)) return []
        const type = typeName(keywords)
        const format = typeof keywords['format'] === 'string' ? keywords['format'] : ''
        return type === '' ? [] : [{ owner: schema.key, name: node.key, type, format, node }]
      }),
    )
  })
}

function typeName(keywords: JsonMap): string {
  const { type } = keywords
  const names = typeof type === 'string' ? [type] : stringsOf(type)
  return names.filter((name) => name !== 'null').join(' ')
}

function idsOf(spec: Spec): ReadonlyMap<string, Pick<Typed, 'owner' | 'type'>> {
  const ids = new Map<string, Pick<Typed, 'owner' | 'type'>>()
  for (const schema of componentsOf(spec, 'schemas')) {
    const family = familyOf(schema.key)
    const node = propertiesOf(spec, schema).get('id')
    if (node === undefined || wordsOf(schema.key).map(singular).join(' ') !== family) continue
    const type = typeName(mapOf(resolve(spec, node).value))
    if (type !== '') ids.set(family, { owner: schema.key, type })
  }
  return ids
}

const ownerOf = (name: string): string | null => {
  const words = wordsOf(name)
  return words.at(-1) === 'id' && words.length > 1 ? words.slice(0, -1).join(' ') : null
}

function foreignKeys(spec: Spec): readonly Issue[] {
  const ids = idsOf(spec)
  return typedProperties(spec).flatMap((typed) => {
    const target = ids.get(ownerOf(typed.name) ?? '')
    if (target === undefined || target.type === typed.type) return []
    return [
      issue(
        typed.node.pointer,
        `"${typed.name}" is ${typed.type}, but the id of ${target.owner} is ${target.type}`,
      ),
    ]
  })
}

function pathParameters(spec: Spec): readonly Issue[] {
  const ids = idsOf(spec)
  const seen = new Map<string, { type: string; label: string }>()
  const reported = new Set<string>()
  return operationsOf(spec).flatMap((operation) =>
    operation.parameters.flatMap(({ name, in: where, value, pointer }) => {
      if (where !== 'path' || reported.has(pointer)) return []
      const schema = resolve(spec, { value: value['schema'], pointer: `${pointer}/schema` })
      const type = typeName(mapOf(schema.value))
      if (type === '') return []
      const before = operation.path.split(`{${name}}`)[0] ?? ''
      const noun = singular(
        wordsOf(before.split('/').findLast((part) => part !== '') ?? '').join(' '),
      )
      const target = ids.get(ownerOf(name) ?? (name === 'id' ? noun : ''))
      const place = before.replace(/\{[^}]*\}/g, '{}')
      const known = seen.get(place)
      if (known === undefined) seen.set(place, { type, label: operation.label })
      const wrong =
        target !== undefined && target.type !== type
          ? `the id of ${target.owner} is ${target.type}`
          : known !== undefined && known.type !== type
            ? `in ${known.label} it is ${known.type}`
            : null
      if (wrong === null) return []
      reported.add(pointer)
      return [issue(`${pointer}/schema`, `The path parameter "${name}" is ${type}, but ${wrong}`)]
    }),
  )
}

/** An object that requires itself can never be written down. */
function endlessObjects(spec: Spec): readonly Issue[] {
  return componentsOf(spec, 'schemas').flatMap((schema) => {
    const open: { node: Node; depth: number }[] = [{ node: schema, depth: 0 }]
    const seen = new Set<string>()
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
      const target = resolve(spec, entry.node)
      if (entry.depth > 0 && target.pointer === schema.pointer)
        return [issue(schema.pointer, `"${schema.key}" requires itself without end`)]
      if (!isMap(target.value) || seen.has(target.pointer) || entry.depth > 20) continue
      seen.add(target.pointer)
      const required = new Set(stringsOf(target.value['required']))
      for (const [name, node] of propertiesOf(spec, target)) {
        const keywords = mapOf(node.value)
        const nullable =
          keywords['nullable'] === true || stringsOf(keywords['type']).includes('null')
        if (required.has(name) && !nullable && keywords['type'] !== 'array')
          open.push({ node, depth: entry.depth + 1 })
      }
    }
    return []
  })
}

/** Times and dates by their names (`created_at`, `due_date`) that are plain strings where the others have a format. */
function timeFormats(spec: Spec): readonly Issue[] {
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
    return plain.map(({ key, pointer }) =>
      issue(pointer, `"${key}" has no format, "${exact[0]?.key ?? ''}" and others have one`),
    )
  })
}

const isPlainText = (schema: JsonMap): boolean =>
  (schema['type'] === 'string' ||
    (Array.isArray(schema['type']) && schema['type'].includes('string'))) &&
  ['format', 'pattern', 'enum', 'const'].every((key) => schema[key] === undefined)
