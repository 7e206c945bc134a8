import type { Member as Field } from '../../obligations/members.ts'
import { isPlural, isUncountable, wordsOf } from '../../checks/openapi/words.ts'
import { recase } from './recase.ts'
import type { Planned } from './draft-openapi-operation.ts'

/** A thing the task names. */
export type Resource = {
  readonly name: string
  readonly operations: Set<'list' | 'get' | 'create' | 'update' | 'delete'>
  readonly fields: Field[]
  readonly paths: { readonly method: string; readonly path: string }[]
}

type Schema = Record<string, unknown>

/** What is answered and, where something is sent, what may be sent. A thing without fields has a name. */
export function entitySchemas({ name, fields }: Resource, plans: readonly Planned[]): Schema {
  const own = fields.filter((field) => field.name !== 'id')
  const named: readonly Field[] = own.length > 0 ? own : [{ name: 'name' }]
  const properties = Object.fromEntries(
    named.map((field) => [recase(field.name, 'snake'), fieldSchema(field)]),
  )
  const required = named
    .filter((one) => one.required !== false)
    .map((one) => recase(one.name, 'snake'))
  const schema = recase(name, 'pascal')
  const sent = plans.some(
    ({ thing, kind }) => thing === name && (kind === 'create' || kind === 'update'),
  )
  return {
    [schema]: {
      type: 'object',
      required: ['id', ...required],
      properties: { id: { type: 'string', readOnly: true }, ...properties },
    },
    ...(sent
      ? {
          [`${schema}Input`]: {
            type: 'object',
            ...(required.length === 0 ? {} : { required }),
            properties,
          },
        }
      : {}),
  }
}

const types: readonly (readonly [RegExp, Schema])[] = [
  [/^(?:integers?|int)$/, { type: 'integer' }],
  [/^(?:numbers?|floats?|decimals?|double)$/, { type: 'number' }],
  [/^(?:booleans?|bool)$/, { type: 'boolean' }],
  [/^(?:arrays?|lists?)$/, { type: 'array', items: { type: 'string' } }],
  [/^objects?$/, { type: 'object', additionalProperties: { type: 'string' } }],
  [/^dates?$/, { type: 'string', format: 'date' }],
  [/^(?:date-?times?|timestamps?)$/, { type: 'string', format: 'date-time' }],
  [/^uuids?$/, { type: 'string', format: 'uuid' }],
  [/^emails?$/, { type: 'string', format: 'email' }],
  [/^(?:urls?|uris?)$/, { type: 'string', format: 'uri' }],
]

const shapes: readonly (readonly [RegExp, Schema])[] = [
  [/(?:^| )(?:at|timestamp|datetime)$/, { type: 'string', format: 'date-time' }],
  [/(?:^| )(?:date|birthday|deadline|day)$/, { type: 'string', format: 'date' }],
  [/(?:^| )e?mail(?: address)?$/, { type: 'string', format: 'email' }],
  [/(?:^| )(?:url|uri|link|website)$/, { type: 'string', format: 'uri' }],
  [/(?:^| )(?:price|amount|cost|total|fee|rate|weight)$/, { type: 'number' }],
  [/(?:^| )(?:count|quantity|year|age|position|capacity|size|seats)$/, { type: 'integer' }],
]

/** The type the task gives a field, or the one its name suggests; text where nothing suggests any. */
function fieldSchema({
  name,
  type,
  least,
  most,
  counts,
  pattern: written,
  access,
  ...field
}: Field): Schema {
  const end = counts === 'characters' ? 'Length' : counts === 'items' ? 'Items' : 'imum'
  const notes = {
    ...(least === undefined ? {} : { [`min${end}`]: least }),
    ...(most === undefined ? {} : { [`max${end}`]: most }),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(written === undefined ? {} : { pattern: written }),
    ...(access === 'read-only'
      ? { readOnly: true }
      : access === undefined
        ? {}
        : { writeOnly: true }),
    ...(field.says === undefined ? {} : { description: field.says }),
  }
  if (type?.startsWith('one of '))
    return { type: 'string', enum: type.slice(7).split(', '), ...notes }
  const words = wordsOf(name).join(' ')
  const last = wordsOf(name).at(-1) ?? ''
  const known = types.find(([word]) => word.test(type ?? ''))?.[1]
  const suggested =
    type === undefined ? shapes.find(([pattern]) => pattern.test(words))?.[1] : undefined
  const several = type === undefined && isPlural(last) && !isUncountable(last)
  const many: Schema = { type: 'array', items: { type: 'string' } }
  return { ...(known ?? suggested ?? (several ? many : { type: 'string' })), ...notes }
}

const errors: readonly (readonly [string, string])[] = [
  ['BadRequest', 'The request is not valid.'],
  ['Unauthorized', 'The credentials are missing or not valid.'],
  ['NotFound', 'There is no such resource.'],
  ['ServerError', 'The server failed.'],
]

/** What the security scheme is called: `bearerAuth`, `apiKeyAuth`. */
export const schemeName = (security: string): string => `${security.split(' ')[0] ?? ''}Auth`

/** The responses and the security scheme that operations refer to. */
export function sharedComponents(security: string, plans: readonly Planned[]): Schema {
  const used = (name: string) =>
    name === 'ServerError' ||
    (name === 'Unauthorized' && security !== 'none') ||
    (name === 'NotFound' && plans.some(({ path }) => path.includes('{'))) ||
    (name === 'BadRequest' && plans.some(({ kind }) => kind !== 'get' && kind !== 'delete'))
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const responses = errors.flatMap(([name, description]) =>
    used(name) ? [[name, { description, content }]] : [],
  )
  const [scheme, header = 'X-API-Key'] = security.split(' ')
  const credentials =
    scheme === 'apiKey'
      ? { type: 'apiKey', in: 'header', name: header }
      : { type: 'http', scheme: scheme === 'basic' ? 'basic' : 'bearer' }
  return {
    ...(security === 'none' ? {} : { securitySchemes: { [schemeName(security)]: credentials } }),
    responses: Object.fromEntries(responses),
  }
}
