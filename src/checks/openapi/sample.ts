import { formatSample } from './formats.ts'
import { child, children, isMap, listOf, mapOf, stringsOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { resolve } from './operations.ts'
import { patternSample } from './pattern-sample.ts'
import type { Spec } from './spec.ts'
import { violations } from './validate-value.ts'
import type { Direction } from './validate-value.ts'
import { wordsOf } from './words.ts'

/** A value that satisfies the schema, always the same for the same schema; undefined where none was found. */
export function sampleOf(spec: Spec, schema: Node, direction: Direction): unknown {
  const value = make({ spec, direction, depth: 0, name: '', seen: [] }, schema)
  if (value === undefined) return undefined
  return violations(spec, schema, value, { direction, strict: true }).length === 0
    ? value
    : undefined
}

type Making = {
  readonly spec: Spec
  readonly direction: Direction
  readonly depth: number
  readonly name: string
  readonly seen: readonly string[]
}

function make(making: Making, schemaNode: Node): unknown {
  const schema = resolve(making.spec, schemaNode)
  if (!isMap(schema.value) || making.depth > 12) return undefined
  if (making.seen.filter((pointer) => pointer === schema.pointer).length > 1) return undefined
  const inner: Making = {
    ...making,
    depth: making.depth + 1,
    seen: [...making.seen, schema.pointer],
  }
  const ready = given(schema.value)
  if (
    ready !== undefined &&
    violations(making.spec, schema, ready, { direction: making.direction }).length === 0
  )
    return ready
  const options = [...children(child(schema, 'oneOf')), ...children(child(schema, 'anyOf'))]
  const chosen = options.find(
    (option) => mapOf(resolve(making.spec, option).value)['type'] !== 'null',
  )
  const parts = [...children(child(schema, 'allOf')), ...(chosen ? [chosen] : [])]
  const made = parts.map((part) => make(inner, part))
  if (kindOf(schema.value) === 'object' || made.some(isMap)) {
    const own = membersOf(inner, schema)
    return Object.assign({}, ...made.filter(isMap), own)
  }
  const [first] = made
  if (first !== undefined) return first
  return plainValue(inner, schema, schema.value)
}

function given(schema: JsonMap): unknown {
  if (schema['const'] !== undefined) return schema['const']
  if (schema['example'] !== undefined) return schema['example']
  const [example] = listOf(schema['examples'])
  if (example !== undefined) return example
  if (schema['default'] !== undefined && schema['default'] !== null) return schema['default']
  return listOf(schema['enum']).find((value) => value !== null)
}

function kindOf(schema: JsonMap): string {
  const { type } = schema
  const named = typeof type === 'string' ? type : stringsOf(type).find((one) => one !== 'null')
  if (named !== undefined) return named
  if (isMap(schema['properties'])) return 'object'
  return schema['items'] === undefined ? '' : 'array'
}

function membersOf(making: Making, schema: Node): JsonMap {
  const properties = child(schema, 'properties')
  const required = new Set(stringsOf(mapOf(schema.value)['required']))
  const made = children(properties).flatMap((property) => {
    const { readOnly, writeOnly, deprecated } = mapOf(resolve(making.spec, property).value)
    if (readOnly === true && making.direction === 'request') return []
    if (writeOnly === true && making.direction === 'response') return []
    if (deprecated === true && !required.has(property.key)) return []
    const value = make({ ...making, name: property.key }, property)
    return value === undefined ? [] : [[property.key, value] as const]
  })
  const others = child(schema, 'additionalProperties')
  if (made.length === 0 && isMap(others.value)) {
    const value = make({ ...making, name: 'key' }, others)
    return value === undefined ? {} : { key: value }
  }
  return Object.fromEntries(made)
}

function plainValue(making: Making, schema: Node, keywords: JsonMap): unknown {
  switch (kindOf(keywords)) {
    case 'array':
      return listSample(making, schema, keywords)
    case 'integer':
    case 'number':
      return numberSample(keywords, making.name)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return stringSample(keywords, making.name)
    default:
      return undefined
  }
}

function listSample(making: Making, schema: Node, keywords: JsonMap): unknown {
  const item = make(making, child(schema, 'items'))
  if (item === undefined) return typeof keywords['minItems'] === 'number' ? undefined : []
  const count =
    typeof keywords['minItems'] === 'number' ? Math.min(Math.max(keywords['minItems'], 1), 10) : 1
  return Array.from({ length: count }, () => item)
}

function numberSample(schema: JsonMap, name: string): number {
  const integer = kindOf(schema) === 'integer'
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
  const unit = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : integer ? 1 : 0.5
  const step = integer ? Math.max(1, Math.ceil(unit)) : unit
  let least = typeof minimum === 'number' ? minimum : Number.NEGATIVE_INFINITY
  if (above === true) least += step
  if (typeof above === 'number') least = Math.max(least, above + step)
  const most =
    typeof maximum === 'number'
      ? below === true
        ? maximum - step
        : maximum
      : typeof below === 'number'
        ? below - step
        : Number.POSITIVE_INFINITY
  const liked = typicalNumber(name, integer)
  const fitting = Math.min(Math.max(liked, least), most)
  return typeof multipleOf === 'number' && multipleOf > 0
    ? Math.ceil(fitting / multipleOf) * multipleOf
    : fitting
}

function typicalNumber(name: string, integer: boolean): number {
  const words = wordsOf(name)
  if (words.some((word) => /^(?:lat|latitude)$/.test(word))) return integer ? 52 : 52.52
  if (words.some((word) => /^(?:lon|lng|longitude)$/.test(word))) return integer ? 13 : 13.405
  if (words.some((word) => /^(?:price|amount|total|cost|fee)$/.test(word)))
    return integer ? 20 : 19.5
  if (words.includes('year')) return 2026
  return integer ? 1 : 1.5
}

function stringSample(schema: JsonMap, name: string): string {
  const { pattern, format } = schema
  if (typeof pattern === 'string') return patternSample(pattern)
  const formatted = typeof format === 'string' ? formatSample(format) : null
  if (formatted !== null) return formatted
  const words = wordsOf(name)
  const text = typicalText(words)
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 500
  const padded = text.length < least ? text.padEnd(Math.min(least, 500), ' example') : text
  return padded.slice(0, most)
}

function typicalText(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  if (last === 'id') return 'a1b2c3'
  if (last === 'email') return 'ada@example.com'
  if (last === 'url' || last === 'uri' || last === 'link') return 'https://example.com/resource'
  if (last === 'phone') return '+49 30 1234567'
  if (last === 'currency') return 'EUR'
  if (last === 'at' || last === 'date' || last === 'on') return '2026-01-15'
  if (last === '') return 'example'
  const phrase = words.join(' ')
  return phrase.charAt(0).toUpperCase() + phrase.slice(1)
}
