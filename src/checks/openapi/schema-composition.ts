import { issue, type Issue } from './spec.ts'
import { child, children, isMap, mapOf, stringsOf, textOf } from './json.ts'
import type { Node } from './json.ts'
import { resolve, targetOf } from './operations.ts'
import type { SchemaRule } from './schema-values.ts'
import { propertiesOf } from './schema-walk.ts'

export const combination: SchemaRule = (spec, schema) =>
  ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const parts = child(schema, keyword)
    if (!Array.isArray(parts.value)) return []
    if (parts.value.length === 0) return [issue(parts.pointer, `${keyword} holds no schema`)]
    const texts = parts.value.map((part) => JSON.stringify(part))
    return texts.flatMap((text, index) => {
      const pointer = `${parts.pointer}/${index}`
      if (text === '{}')
        return [issue(pointer, `A schema under ${keyword} is empty: it allows everything`)]
      return texts.indexOf(text) < index
        ? [issue(pointer, `${keyword} holds the same schema twice`)]
        : []
    })
  })

export const discriminator: SchemaRule = (spec, schema) => {
  const node = child(schema, 'discriminator')
  const { propertyName, mapping } = mapOf(node.value)
  if (typeof propertyName !== 'string') return []
  const options = [...children(child(schema, 'oneOf')), ...children(child(schema, 'anyOf'))]
  const owners = options.length > 0 ? options : [schema]
  const issues: Issue[] = owners.flatMap((owner) => {
    const target = resolve(spec, owner)
    if (!isMap(target.value) || propertiesOf(spec, target).has(propertyName)) return []
    return [
      issue(
        child(node, 'propertyName').pointer,
        `The discriminator "${propertyName}" is no property of ${owner === schema ? 'the schema' : nameOf(owner)}`,
      ),
    ]
  })
  const broken = Object.entries(mapOf(mapping)).flatMap(([key, to]) => {
    const local = typeof to === 'string' && to.startsWith('#')
    if (typeof to !== 'string' || (local ? targetOf(spec, to) !== null : /[/.:]/.test(to)))
      return []
    if (!local && targetOf(spec, `#/components/schemas/${to}`) !== null) return []
    return local
      ? []
      : [issue(`${node.pointer}/mapping/${key}`, `The discriminator maps "${key}" to no schema`)]
  })
  return [...issues.slice(0, 1), ...broken]
}

const nameOf = (node: Node): string =>
  textOf(mapOf(node.value)['$ref']).split('/').at(-1) || 'one of the schemas'

export const closedParts: SchemaRule = (spec, schema) => {
  const parts = children(child(schema, 'allOf'))
  if (parts.length < 2) return []
  const all = propertiesOf(spec, schema)
  return parts.flatMap((part) => {
    const target = resolve(spec, part)
    if (!isMap(target.value) || target.value['additionalProperties'] !== false) return []
    const own = propertiesOf(spec, target)
    if ([...all.keys()].every((name) => own.has(name))) return []
    return [
      issue(part.pointer, 'A part of allOf forbids the properties that the other parts declare'),
    ]
  })
}

/** Parts of allOf that give one property types that exclude each other. */
export const contradictingParts: SchemaRule = (spec, schema) => {
  if (!Array.isArray(mapOf(schema.value)['allOf'])) return []
  const own: Node = {
    value: { properties: mapOf(schema.value)['properties'] },
    pointer: schema.pointer,
  }
  const known = new Map<string, ReadonlySet<string>>()
  return [...children(child(schema, 'allOf')), own].flatMap((part) =>
    [...propertiesOf(spec, part)].flatMap(([name, property]) => {
      const types = valueTypes(resolve(spec, property).value)
      const before = known.get(name)
      if (before === undefined || before.size === 0) known.set(name, types)
      if (before === undefined || types.size === 0 || before.size === 0) return []
      if ([...types].some((type) => before.has(type))) return []
      return [
        issue(
          property.pointer,
          `"${name}" is ${[...types].join(' or ')} here and ${[...before].join(' or ')} in another part of allOf`,
        ),
      ]
    }),
  )
}

function valueTypes(value: unknown): ReadonlySet<string> {
  const { type } = mapOf(value)
  const names = typeof type === 'string' ? [type] : stringsOf(type)
  return new Set(names.flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name])))
}
