import { child, children, isMap, mapOf, type Node, stringsOf } from './json.ts'
import { lacking } from './odd-ones.ts'
import { componentsOf, operationsOf, resolve, segmentsOf } from './operations.ts'
import { familyOf } from './schema-entities.ts'
import { typesOf } from './schema-rules.ts'
import { propertiesOf, schemasOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { singular, wordsOf } from './words.ts'

const typeOf = (spec: Spec, node: Node): string =>
  typesOf(mapOf(resolve(spec, node).value))
    .filter((type) => type !== 'null')
    .join(' ')

/** `course_id` and the `{id}` of /courses are of the type that `Course.id` has. */
export function foreignKeys(spec: Spec): readonly Issue[] {
  const ids = new Map<string, { readonly owner: string; readonly type: string }>()
  for (const schema of componentsOf(spec, 'schemas')) {
    const id = propertiesOf(spec, schema).get('id')
    const type = id === undefined ? '' : typeOf(spec, id)
    const isPlain = wordsOf(schema.key).map(singular).join(' ') === familyOf(schema.key)
    if (type !== '' && isPlain) ids.set(familyOf(schema.key), { owner: schema.key, type })
  }
  const keys = [
    ...schemasOf(spec)
      .flatMap((schema) => children(child(schema, 'properties')))
      .map((node) => ({ name: node.key, owner: ownerOf(node.key), node })),
    ...operationsOf(spec).flatMap(({ parameters, path }) =>
      parameters
        .filter((one) => one.in === 'path')
        .map((one) => ({
          name: one.name,
          owner: ownerOf(one.name) || thingBefore(path, one.name),
          node: child(one, 'schema'),
        })),
    ),
  ]
  return keys.flatMap(({ name, owner, node }) => {
    const target = ids.get(owner)
    const type = typeOf(spec, node)
    return target === undefined || type === '' || target.type === type
      ? []
      : [
          issue(
            node.pointer,
            `"${name}" is ${type}, but the id of ${target.owner} is ${target.type}`,
          ),
        ]
  })
}

const ownerOf = (name: string): string =>
  wordsOf(name).at(-1) === 'id' ? wordsOf(name).slice(0, -1).join(' ') : ''

const thingBefore = (path: string, name: string): string => {
  const segments = segmentsOf(path)
  const at = segments.findIndex(({ param }) => param === name)
  return wordsOf(singular(segments[at - 1]?.text ?? '')).join(' ')
}

/** An object that requires itself can never be written down. */
export function impossibleObjects(spec: Spec): readonly Issue[] {
  return componentsOf(spec, 'schemas').flatMap((schema) => {
    const open: Node[] = requiredObjects(spec, schema)
    const visited = new Set<string>()
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const { pointer } = resolve(spec, node)
      if (pointer === schema.pointer)
        return [issue(pointer, `"${schema.key}" requires itself without end`)]
      if (!visited.has(pointer)) open.push(...requiredObjects(spec, node))
      visited.add(pointer)
    }
    return []
  })
}

function requiredObjects(spec: Spec, node: Node): Node[] {
  const required = stringsOf(mapOf(resolve(spec, node).value)['required'])
  const members = propertiesOf(spec, node)
  return required.flatMap((name) => {
    const member = members.get(name)
    const keywords = mapOf(member?.value)
    const isOpen =
      keywords['nullable'] === true || typesOf(keywords).some((type) => type !== 'object')
    return member === undefined || isOpen ? [] : [member]
  })
}

/** Times and dates by their names (`created_at`, `due_date`) that are plain strings where the others have a format. */
export function timeFormats(spec: Spec): readonly Issue[] {
  const times = schemasOf(spec)
    .flatMap((schema) => children(child(schema, 'properties')))
    .filter(({ key, value }) => isMap(value) && /^(?:at|date|time)$/.test(kindOf(key)))
    .filter(({ value }) => typesOf(mapOf(value)).includes('string'))
  return [...Map.groupBy(times, ({ key }) => kindOf(key)).values()].flatMap((group) =>
    lacking(group, ({ value }) =>
      ['format', 'pattern', 'enum', 'const'].some((key) => mapOf(value)[key] !== undefined),
    ).map(({ key, pointer }) => issue(pointer, `"${key}" has no format, others like it have one`)),
  )
}

const kindOf = (key: string): string => (wordsOf(key).length > 1 ? (wordsOf(key).at(-1) ?? '') : '')
