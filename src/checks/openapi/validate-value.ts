import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { child, children, isMap, type JsonMap, mapOf, type Node, stringsOf } from './json.ts'
import { resolve } from './operations.ts'
import { mayExplode } from './safe-pattern.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'

/** Which way a value travels: read-only members are not sent, write-only members are not answered. */
export type Direction = 'request' | 'response' | 'both'

export type Violation = { readonly path: string; readonly message: string }

/** What keeps a value from satisfying a schema; `strict` also refuses members that no schema declares. */
export function violations(
  spec: Spec,
  schema: Node,
  value: unknown,
  { direction = 'both', strict = false }: { direction?: Direction; strict?: boolean } = {},
): readonly Violation[] {
  const validate = validatorFor(spec, schema, direction)
  if (validate === null) return []
  const wrong = validate(value) ? [] : (validate.errors ?? []).slice(0, 20).map(violationOf)
  return strict ? [...wrong, ...undeclared(spec, schema, { value, pointer: '' })] : wrong
}

const violationOf = ({ instancePath, keyword, params, message }: ErrorObject): Violation => ({
  path: instancePath,
  message:
    keyword === 'required'
      ? `lacks the required "${String(params['missingProperty'])}"`
      : (message ?? `does not satisfy ${keyword}`),
})

const root = 'loopwright:/description'
const validators = new WeakMap<Spec, Map<Direction, Ajv2020>>()

/** The compiled schema; null where a reference in it leads nowhere, which is reported elsewhere. */
function validatorFor(spec: Spec, schema: Node, direction: Direction): ValidateFunction | null {
  const known = validators.get(spec) ?? new Map<Direction, Ajv2020>()
  validators.set(spec, known)
  const ajv = known.get(direction) ?? open(spec, direction)
  known.set(direction, ajv)
  try {
    return ajv.compile(mapOf(convert(schema.value, { spec, direction, base: root })))
  } catch {
    return null
  }
}

function open(spec: Spec, direction: Direction): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, validateSchema: false })
  addFormats.default(ajv)
  const how = { spec, direction, base: '' }
  const { components, paths } = spec.root
  ajv.addSchema({ $id: root, components: convert(components, how), paths: convert(paths, how) })
  return ajv
}

type Conversion = { readonly spec: Spec; readonly direction: Direction; readonly base: string }

/** The same as a schema of JSON Schema 2020-12: what OpenAPI 3.0 says in its own words is said in those. */
function convert(value: unknown, how: Conversion): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, how))
  if (!isMap(value)) return value
  const { $ref, pattern, nullable, ...rest } = value
  const converted: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(rest))
    if (!/^(?:examples?|default|\$id|\$schema)$/.test(key) || isMap(member))
      converted[key] = /^(?:enum|const)$/.test(key) ? member : convert(member, how)
  if (typeof $ref === 'string') converted['$ref'] = $ref.startsWith('#') ? how.base + $ref : $ref
  // a pattern that could run for ever is not run
  if (typeof pattern !== 'string' || !mayExplode(pattern))
    if (pattern !== undefined) converted['pattern'] = convert(pattern, how)
  if (Array.isArray(value['required']))
    converted['required'] = stringsOf(value['required']).filter((name) => travels(value, name, how))
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const)
    if (typeof value[exclusive] === 'boolean') {
      converted[exclusive] = value[bound]
      delete converted[value[exclusive] ? bound : exclusive]
    }
  return nullable === true ? { anyOf: [{ type: 'null' }, converted] } : converted
}

function travels(schema: JsonMap, name: string, { spec, direction }: Conversion): boolean {
  const property = child(child({ value: schema, pointer: '' }, 'properties'), name)
  const { readOnly, writeOnly } = mapOf(resolve(spec, property).value)
  return !(
    (readOnly === true && direction !== 'response') ||
    (writeOnly === true && direction !== 'request')
  )
}

/** Members of a value that no schema declares: allowed, and most likely a slip. */
function undeclared(spec: Spec, schemaNode: Node, node: Node, depth = 0): readonly Violation[] {
  const schema = resolve(spec, schemaNode)
  if (depth > 12 || !isMap(schema.value)) return []
  if (Array.isArray(node.value))
    return children(node)
      .slice(0, 200)
      .flatMap((item) => undeclared(spec, child(schema, 'items'), item, depth + 1))
  const isOpen = ['additionalProperties', 'patternProperties', 'anyOf', 'oneOf'].some(
    (key) => mapOf(schema.value)[key] !== undefined,
  )
  const known = propertiesOf(spec, schema)
  if (!isMap(node.value) || isOpen || known.size === 0) return []
  return children(node).flatMap((member) => {
    const property = known.get(member.key)
    return property === undefined
      ? [{ path: member.pointer, message: `"${member.key}" is not declared in the schema` }]
      : undeclared(spec, property, member, depth + 1)
  })
}
