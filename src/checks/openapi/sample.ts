import randexp from 'randexp'
import {
  child,
  children,
  isMap,
  type JsonMap,
  listOf,
  mapOf,
  type Node,
  stringsOf,
} from './json.ts'
import { resolve } from './operations.ts'
import type { Spec } from './spec.ts'
import { wordsOf } from './words.ts'

type Way = 'request' | 'response'

/** A value that satisfies a schema of the usual kind, always the same for the same schema; undefined where none was found. */
export const sampleOf = (spec: Spec, node: Node, way: Way): unknown =>
  make({ spec, way, name: '', depth: 0 }, node)

type Making = {
  readonly spec: Spec
  readonly way: Way
  readonly name: string
  readonly depth: number
}

function make(making: Making, node: Node): unknown {
  const { spec, name, depth } = making
  const inner = { ...making, depth: depth + 1 }
  const schema = resolve(spec, node)
  if (!isMap(schema.value) || depth > 8) return undefined
  const given = [
    schema.value['const'],
    schema.value['example'],
    schema.value['default'],
    ...listOf(schema.value['enum']),
  ].find((value) => value !== undefined && value !== null)
  if (given !== undefined) return given
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key): readonly Node[] =>
    children(child(schema, key)).slice(0, key === 'allOf' ? undefined : 1),
  )
  const made = parts.map((part) => make(inner, part))
  switch (typeOf(schema.value)) {
    case 'array': {
      const item = make(inner, child(schema, 'items'))
      return item === undefined ? [] : [item]
    }
    case 'integer':
    case 'number':
      return numberOf(schema.value)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema.value, name)
    default:
      return Object.assign({}, ...made.filter(isMap), membersOf(inner, schema))
  }
}

const typeOf = ({ type }: JsonMap): string =>
  typeof type === 'string' ? type : (stringsOf(type).find((one) => one !== 'null') ?? 'object')

function membersOf(making: Making, schema: Node): JsonMap {
  const { spec, way } = making
  const hidden = way === 'request' ? 'readOnly' : 'writeOnly'
  return Object.fromEntries(
    children(child(schema, 'properties'))
      .filter((property) => mapOf(resolve(spec, property).value)[hidden] !== true)
      .map((property) => [property.key, make({ ...making, name: property.key }, property)])
      .filter(([, value]) => value !== undefined),
  )
}

function numberOf({ type, minimum, maximum, exclusiveMinimum, multipleOf }: JsonMap): number {
  const step = typeof multipleOf === 'number' ? multipleOf : type === 'integer' ? 1 : 0.5
  const least =
    typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : Number(minimum ?? step)
  const most = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY
  return Math.min(Math.max(Math.ceil(least / step) * step, step), most)
}

const samples: Readonly<Record<string, string>> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  duration: 'PT30M',
  email: 'ada@example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  uri: 'https://example.com/resource',
  ipv4: '192.0.2.1',
  hostname: 'api.example.com',
}

function textOf(
  { pattern, format, minLength, maxLength }: JsonMap,
  name: string,
): string | undefined {
  if (typeof pattern === 'string') {
    return shortest(pattern)
  }
  const formatted = samples[String(format)]
  if (formatted !== undefined) return formatted
  const words = wordsOf(name).join(' ') || 'example'
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  const least = typeof minLength === 'number' ? minLength : 0
  return text.padEnd(least, ' example').slice(0, typeof maxLength === 'number' ? maxLength : 500)
}

type Maker = { randInt: (least: number) => number; gen(): string }
const isMaker = (value: unknown): value is new (pattern: string) => Maker =>
  typeof value === 'function'

function shortest(pattern: string): string | undefined {
  const library: unknown = randexp
  if (!isMaker(library)) return undefined
  const maker = new library(pattern)
  maker.randInt = (least) => least
  return maker.gen()
}
