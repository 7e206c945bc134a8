import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { formatNames, formatProblem } from './formats.ts'
import { child, children, isMap, listOf, mapOf, stringsOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { resolve } from './operations.ts'
import { matchesPattern } from './safe-pattern.ts'
import type { Spec } from './spec.ts'

/** Which way a value travels: read-only members are not sent, write-only members are not answered. */
export type Direction = 'request' | 'response' | 'both'

export type Violation = { readonly path: string; readonly message: string }

/** What keeps a value from satisfying a schema; `strict` also refuses members that no schema declares. */
export function violations(
  spec: Spec,
  schema: Node,
  value: unknown,
  options: { readonly direction?: Direction; readonly strict?: boolean } = {},
): readonly Violation[] {
  const validate = validatorFor(spec, schema, options.direction ?? 'both')
  if (validate === null) return []
  const wrong = validate(value) ? [] : plainErrors(validate.errors ?? [], value)
  return options.strict ? [...wrong, ...undeclared(spec, schema, { value, pointer: '' }, 0)] : wrong
}

type Validators = { readonly ajv: Ajv2020; readonly known: Map<unknown, ValidateFunction | null> }
const instances = new WeakMap<Spec, Map<Direction, Validators>>()
const root = 'loopwright:/description'

/** The compiled schema; null where a reference in it leads nowhere, which is reported elsewhere. */
function validatorFor(spec: Spec, schema: Node, direction: Direction): ValidateFunction | null {
  const byDirection = instances.get(spec) ?? new Map<Direction, Validators>()
  instances.set(spec, byDirection)
  const { ajv, known } = byDirection.get(direction) ?? open(spec, direction)
  byDirection.set(direction, { ajv, known })
  const made = known.get(schema.value)
  if (made !== undefined) return made
  // the same few schemas stand in a description hundreds of times
  const converted = convert(schema.value, { spec, direction, base: root })
  const text = JSON.stringify(converted)
  const alike = known.get(text)
  const validate = alike === undefined ? compile(ajv, converted) : alike
  known.set(schema.value, validate)
  known.set(text, validate)
  return validate
}

function compile(ajv: Ajv2020, schema: unknown): ValidateFunction | null {
  try {
    return ajv.compile(isMap(schema) ? { ...schema } : schema !== false)
  } catch {
    return null
  }
}

function open(spec: Spec, direction: Direction): Validators {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    logger: false,
    verbose: true,
    validateSchema: false,
    code: { regExp },
  })
  for (const name of formatNames)
    ajv.addFormat(name, (value: string) => formatProblem(name, value) === null)
  ajv.addSchema({
    $id: root,
    components: convert(spec.root['components'], { spec, direction, base: '' }),
    paths: convert(spec.root['paths'], { spec, direction, base: '' }),
  })
  return { ajv, known: new Map() }
}

// a pattern that could run for ever is not run; it holds. Compiled patterns are told apart by their text
const regExp = Object.assign(
  (pattern: string) => ({
    test: (text: string) => matchesPattern(pattern, text) !== false,
    toString: () => pattern,
  }),
  { code: 'new RegExp' },
)

type Conversion = { readonly spec: Spec; readonly direction: Direction; readonly base: string }

/** The same as a schema of JSON Schema 2020-12: what OpenAPI 3.0 says in its own words is said in those. */
function convert(value: unknown, how: Conversion): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, how))
  if (!isMap(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string') {
    const $ref = reference.startsWith('#') ? `${how.base}${reference}` : reference
    if (how.spec.version === '3.0') return { $ref }
    const { $ref: _, ...beside } = value
    return { ...mapOf(convert(beside, how)), $ref }
  }
  const converted: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value))
    if (
      !/^(?:examples?|default|\$id|\$schema|\$anchor|\$dynamicAnchor)$/.test(key) ||
      (typeof member === 'object' && isMap(member) && ('type' in member || '$ref' in member))
    )
      converted[key] =
        /^(?:enum|const|required)$/.test(key) && !isMap(member) ? member : convert(member, how)
  if (Array.isArray(value['required']))
    converted['required'] = stringsOf(value['required']).filter((name) => travels(value, name, how))
  return how.spec.version === '3.0' ? fromThree(converted) : converted
}

function travels(schema: JsonMap, name: string, { spec, direction }: Conversion): boolean {
  const property = child(child({ value: schema, pointer: '' }, 'properties'), name)
  const { readOnly, writeOnly } = mapOf(resolve(spec, property).value)
  return !(
    (readOnly === true && direction !== 'response') ||
    (writeOnly === true && direction !== 'request')
  )
}

function fromThree({
  nullable,
  exclusiveMinimum,
  exclusiveMaximum,
  ...schema
}: Record<string, unknown>): JsonMap {
  const { minimum, maximum, type, enum: values, ...rest } = schema
  const low =
    exclusiveMinimum === true
      ? { exclusiveMinimum: minimum }
      : {
          ...(minimum === undefined ? {} : { minimum }),
          ...(typeof exclusiveMinimum === 'number' ? { exclusiveMinimum } : {}),
        }
  const high =
    exclusiveMaximum === true
      ? { exclusiveMaximum: maximum }
      : {
          ...(maximum === undefined ? {} : { maximum }),
          ...(typeof exclusiveMaximum === 'number' ? { exclusiveMaximum } : {}),
        }
  const bare = {
    ...rest,
    ...low,
    ...high,
    ...(type === undefined ? {} : { type }),
    ...(values === undefined ? {} : { enum: values }),
  }
  return nullable === true ? { anyOf: [{ type: 'null' }, bare] } : bare
}

/** One plain sentence for each cause; what lies beneath a failed choice is not told besides. */
function plainErrors(errors: readonly ErrorObject[], value: unknown): readonly Violation[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  const errorObjects = errors.filter(
    (error) =>
      error.keyword !== 'if' &&
      !choices.some(
        (choice) =>
          choice !== error &&
          error.instancePath.startsWith(choice.instancePath) &&
          !choices.includes(error),
      ),
  )
  return errorObjects.slice(0, 20).map((error) => violationOf(error, value))
}

function violationOf(
  { keyword, instancePath, params, message, data }: ErrorObject,
  value: unknown,
): Violation {
  const at = (text: string, path = instancePath): Violation => ({ path, message: text })
  const own: unknown = data === undefined && instancePath === '' ? value : data
  const name = String(
    params['additionalProperty'] ??
      params['unevaluatedProperty'] ??
      params['missingProperty'] ??
      '',
  )
  switch (keyword) {
    case 'type':
      return at(`is ${typeOf(own)} where ${[params['type']].flat().join(' or ')} is declared`)
    case 'required':
      return at(`lacks the required "${name}"`)
    case 'dependentRequired':
      return at(`lacks "${name}", which "${String(params['property'])}" needs`)
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return at(
        `"${name}" is not allowed here`,
        `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      )
    case 'enum':
      return at(`${shown(own)} is not one of the declared values`)
    case 'const':
      return at(`${shown(own)} is not the declared constant`)
    case 'format':
      return at(`${shown(own)} is not a ${String(params['format'])}`)
    case 'pattern':
      return at(`${shown(own)} does not match the declared pattern`)
    case 'oneOf':
      return at(
        params['passingSchemas'] === null
          ? 'satisfies none of the schemas under oneOf'
          : 'satisfies more than one of the schemas under oneOf',
      )
    case 'anyOf':
      return at('satisfies none of the schemas under anyOf')
    case 'not':
      return at('satisfies the schema under not')
    case 'false schema':
      return at('no value is allowed here')
    default:
      return at(`${shown(own)} ${message ?? `does not satisfy ${keyword}`}`)
  }
}

/** The JSON type of a value, with integers told apart. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** Members of an example that no schema declares: allowed, and most likely a slip. */
function undeclared(spec: Spec, schemaNode: Node, node: Node, depth: number): readonly Violation[] {
  const schema = resolve(spec, schemaNode)
  if (depth > 12 || !isMap(schema.value)) return []
  if (Array.isArray(node.value)) {
    const first = listOf(schema.value['prefixItems']).length
    const items = child(schema, 'items')
    return children(node)
      .slice(first, first + 200)
      .flatMap((item) => undeclared(spec, items, item, depth + 1))
  }
  if (!isMap(node.value)) return []
  const known = declaredNames(spec, schema, 0)
  const declared = child(schema, 'properties')
  return children(node).flatMap((member) => {
    const property = child(declared, member.key)
    if (property.value !== undefined) return undeclared(spec, property, member, depth + 1)
    if (known === null || known.has(member.key) || matchedByPattern(schema.value, member.key))
      return []
    return [{ path: member.pointer, message: `"${member.key}" is not declared in the schema` }]
  })
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
  // where others are refused, that is reported by the validator
  if (schema.value['additionalProperties'] !== undefined) return null
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

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
