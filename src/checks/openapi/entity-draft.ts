import type { Resource } from './brief.ts'
import type { JsonMap } from './json.ts'
import { isPlural, isUncountable, pascal, recase, wordsOf } from './words.ts'
import type { Convention } from './words.ts'

/** Schemas for a resource: what is answered, and what may be sent. */
export function draftEntity(resource: Resource, casing: Convention): JsonMap {
  const name = pascal(resource.name)
  const fields = resource.fields.filter((field) => field !== 'id')
  const named = fields.length > 0 ? fields : ['name']
  const properties = Object.fromEntries(
    named.map((field) => [recase(field, casing), fieldSchema(field)]),
  )
  const required = Object.keys(properties)
  return {
    [name]: {
      type: 'object',
      required: ['id', ...required],
      properties: { id: { type: 'string', readOnly: true }, ...properties },
    },
    [`${name}Input`]: { type: 'object', required, properties },
  }
}

const shapes: readonly (readonly [RegExp, JsonMap])[] = [
  [/(?:^| )(?:at|timestamp|datetime)$/, { type: 'string', format: 'date-time' }],
  [/(?:^| )(?:date|birthday|deadline|day)$/, { type: 'string', format: 'date' }],
  [/(?:^| )e?mail(?: address)?$/, { type: 'string', format: 'email' }],
  [/(?:^| )(?:url|uri|link|website|homepage)$/, { type: 'string', format: 'uri' }],
  [
    /(?:^| )(?:price|amount|cost|total|fee|salary|balance|rate|weight|distance|speed|temperature|discount|tax)$/,
    { type: 'number', minimum: 0 },
  ],
  [/(?:^| )(?:latitude|longitude|lat|lng|lon)$/, { type: 'number' }],
  [
    /(?:^| )(?:count|quantity|year|age|position|duration|capacity|size|stock|seats|floor|minutes|hours|pages|points|rating|priority number|mileage|credits)$/,
    { type: 'integer', minimum: 0 },
  ],
  [
    /^(?:is|has|can) |(?:^| )(?:active|enabled|completed|done|published|available|archived|paid|verified)$/,
    { type: 'boolean' },
  ],
]

/** The type a field's name suggests; text where it suggests nothing. */
export function fieldSchema(field: string): JsonMap {
  const name = wordsOf(field).join(' ')
  const shape = shapes.find(([pattern]) => pattern.test(name))
  if (shape) return shape[1]
  const last = wordsOf(field).at(-1) ?? ''
  if (isPlural(last) && !isUncountable(last)) return { type: 'array', items: { type: 'string' } }
  return { type: 'string', minLength: 1 }
}
