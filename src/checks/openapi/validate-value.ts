import { child, children, isMap, listOf, mapOf, stringsOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { formatProblem } from './formats.ts'
import { resolve } from './operations.ts'
import { matchesPattern } from './safe-pattern.ts'
import type { Spec } from './spec.ts'

/** Which way a value travels: read-only members are not sent, write-only members are not answered. */
export type Direction = 'request' | 'response' | 'both'

export type Violation = { readonly path: string; readonly message: string }

type Walk = {
  readonly spec: Spec
  readonly direction: Direction
  readonly strict: boolean
  budget: number
}

/** What keeps a value from satisfying a schema; `strict` also refuses members that no schema declares. */
export function violations(
  spec: Spec,
  schema: Node,
  value: unknown,
  options: { readonly direction?: Direction; readonly strict?: boolean } = {},
): readonly Violation[] {
  const walk: Walk = {
    spec,
    direction: options.direction ?? 'both',
    strict: options.strict ?? false,
    budget: 20_000,
  }
  return check(walk, schema, { value, pointer: '' }, walk.strict)
}

function check(walk: Walk, schemaNode: Node, node: Node, strict: boolean): readonly Violation[] {
  walk.budget -= 1
  if (walk.budget < 0) return []
  const schema = resolve(walk.spec, schemaNode)
  if (schema.value === false) return [at(node, 'no value is allowed here')]
  if (!isMap(schema.value)) return []
  const keywords = schema.value
  const { value } = node
  if (value === null && keywords['nullable'] === true) return []
  const wrongType = typeProblem(keywords['type'], value)
  if (wrongType !== null) return [at(node, wrongType)]
  return [
    ...valueProblems(keywords, value).map((message) => at(node, message)),
    ...combined(walk, schema, node),
    ...(isMap(value) ? members(walk, schema, { ...node, value }, strict) : []),
    ...(Array.isArray(value) ? items(walk, schema, node, value.length) : []),
  ]
}

const at = (node: Node, message: string): Violation => ({ path: node.pointer, message })

/** The JSON type of a value, with integers told apart. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function typeProblem(type: unknown, value: unknown): string | null {
  const allowed = typeof type === 'string' ? [type] : stringsOf(type)
  const actual = typeOf(value)
  if (allowed.length === 0 || allowed.includes(actual)) return null
  if (actual === 'integer' && allowed.includes('number')) return null
  return `is ${actual} where ${allowed.join(' or ')} is declared`
}

function valueProblems(schema: JsonMap, value: unknown): readonly string[] {
  const problems: string[] = []
  const allowed = schema['enum']
  if (Array.isArray(allowed) && !allowed.some((one) => same(one, value)))
    problems.push(`${shown(value)} is not one of the declared values`)
  if ('const' in schema && !same(schema['const'], value))
    problems.push(`${shown(value)} is not the declared constant`)
  if (typeof value === 'string') problems.push(...stringProblems(schema, value))
  if (typeof value === 'number') problems.push(...numberProblems(schema, value))
  if (Array.isArray(value))
    problems.push(...countProblems(schema, value.length, ['minItems', 'maxItems']))
  if (Array.isArray(value) && schema['uniqueItems'] === true && value.length < 1_000) {
    const texts = value.map((item) => JSON.stringify(item))
    if (new Set(texts).size < texts.length)
      problems.push('repeats an item of a list of unique items')
  }
  if (isMap(value))
    problems.push(
      ...countProblems(schema, Object.keys(value).length, ['minProperties', 'maxProperties']),
    )
  return problems
}

function stringProblems(schema: JsonMap, value: string): readonly string[] {
  const { pattern, format } = schema
  const mismatch = typeof pattern === 'string' && matchesPattern(pattern, value) === false
  const badFormat = typeof format === 'string' ? formatProblem(format, value) : null
  return [
    ...countProblems(schema, Array.from(value).length, ['minLength', 'maxLength']),
    ...(mismatch ? [`${shown(value)} does not match the declared pattern`] : []),
    ...(badFormat === null ? [] : [badFormat]),
  ]
}

function numberProblems(schema: JsonMap, value: number): readonly string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
  const problems: string[] = []
  if (typeof minimum === 'number' && (value < minimum || (above === true && value === minimum)))
    problems.push(`${value} is below the minimum ${minimum}`)
  if (typeof maximum === 'number' && (value > maximum || (below === true && value === maximum)))
    problems.push(`${value} is above the maximum ${maximum}`)
  if (typeof above === 'number' && value <= above) problems.push(`${value} is not above ${above}`)
  if (typeof below === 'number' && value >= below) problems.push(`${value} is not below ${below}`)
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const times = value / multipleOf
    if (Math.abs(times - Math.round(times)) > 1e-6)
      problems.push(`${value} is not a multiple of ${multipleOf}`)
  }
  return problems
}

function countProblems(
  schema: JsonMap,
  count: number,
  [min, max]: readonly [string, string],
): readonly string[] {
  const { [min]: least, [max]: most } = schema
  if (typeof least === 'number' && count < least) return [`has ${count} where ${min} is ${least}`]
  if (typeof most === 'number' && count > most) return [`has ${count} where ${max} is ${most}`]
  return []
}

function combined(walk: Walk, schema: Node, node: Node): readonly Violation[] {
  const problems: Violation[] = []
  for (const part of children(child(schema, 'allOf')))
    problems.push(...check(walk, part, node, false))
  for (const keyword of ['anyOf', 'oneOf']) {
    const options = children(child(schema, keyword))
    const matching = options.filter((option) => check(walk, option, node, false).length === 0)
    if (options.length > 0 && matching.length === 0)
      problems.push(at(node, `satisfies none of the schemas under ${keyword}`))
  }
  const not = child(schema, 'not')
  if (not.value !== undefined && check(walk, not, node, false).length === 0 && walk.budget > 0)
    problems.push(at(node, 'satisfies the schema under not'))
  return problems
}

function members(
  walk: Walk,
  schema: Node,
  node: Node & { value: JsonMap },
  strict: boolean,
): readonly Violation[] {
  const problems: Violation[] = []
  const declared = child(schema, 'properties')
  for (const name of stringsOf(mapOf(schema.value)['required'])) {
    if (Object.hasOwn(node.value, name)) continue
    const property = mapOf(resolve(walk.spec, child(declared, name)).value)
    const unsent = property[walk.direction === 'request' ? 'readOnly' : 'writeOnly'] === true
    if (
      walk.direction === 'both'
        ? property['readOnly'] !== true && property['writeOnly'] !== true
        : !unsent
    )
      problems.push(at(node, `lacks the required "${name}"`))
  }
  const others = child(schema, 'additionalProperties')
  const known = strict ? declaredNames(walk.spec, schema, 0) : null
  for (const member of children(node)) {
    const property = child(declared, member.key)
    if (property.value !== undefined) problems.push(...check(walk, property, member, strict))
    else if (matchedByPattern(schema.value, member.key)) continue
    else if (others.value === false)
      problems.push(at(member, `"${member.key}" is not allowed here`))
    else if (isMap(others.value)) problems.push(...check(walk, others, member, strict))
    else if (known !== null && others.value === undefined && !known.has(member.key))
      problems.push(at(member, `"${member.key}" is not declared in the schema`))
  }
  return problems
}

const matchedByPattern = (schema: unknown, name: string): boolean =>
  Object.keys(mapOf(mapOf(schema)['patternProperties'])).some(
    (pattern) => matchesPattern(pattern, name) !== false,
  )

/** Every member name a schema and its parts declare, or null where anything goes. */
function declaredNames(spec: Spec, schemaNode: Node, depth: number): Set<string> | null {
  const schema = resolve(spec, schemaNode)
  if (!isMap(schema.value) || depth > 8) return null
  const names = new Set(Object.keys(mapOf(schema.value['properties'])))
  const open = schema.value['additionalProperties']
  if (open !== undefined && open !== false) return null
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): readonly Node[] =>
    children(child(schema, keyword)),
  )
  for (const part of parts) {
    const more = declaredNames(spec, part, depth + 1)
    if (more === null) return null
    for (const name of more) names.add(name)
  }
  return names.size === 0 ? null : names
}

function items(walk: Walk, schema: Node, node: Node, count: number): readonly Violation[] {
  const first = listOf(mapOf(schema.value)['prefixItems']).length
  const each = child(schema, 'items')
  return Array.from({ length: Math.min(count, 200) }).flatMap((_, index) => {
    const item = child(node, String(index))
    if (index < first)
      return check(walk, child(child(schema, 'prefixItems'), String(index)), item, walk.strict)
    return each.value === undefined ? [] : check(walk, each, item, walk.strict)
  })
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
