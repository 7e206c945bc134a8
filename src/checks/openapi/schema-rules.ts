import { child, children, isMap, mapOf, stringsOf, textOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { formatKind, meantFormat } from './formats.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { resolve } from './operations.ts'
import { isPattern } from './safe-pattern.ts'
import {
  closedParts,
  combination,
  contradictingParts,
  discriminator,
} from './schema-composition.ts'
import { enumeration, ownValues, type SchemaRule } from './schema-values.ts'
import type { Schema, Usage } from './schema-walk.ts'
import { shown } from './validate-value.ts'

/** What is wrong with one schema by itself. */
export function schemaIssues(spec: Spec, schema: Schema, usage: Usage): readonly Issue[] {
  const keywords = mapOf(schema.value)
  if (typeof keywords['$ref'] === 'string') return selfReference(schema, keywords['$ref'])
  return [
    ...rules.flatMap((rule) => rule(spec, schema, keywords)),
    ...readOnlyRequired(spec, schema, keywords, usage),
    ...leakedSecret(schema, usage),
  ]
}

const says = (node: Node, key: string, message: string): Issue =>
  issue(child(node, key).pointer, message)

function typesOf(keywords: JsonMap): readonly string[] {
  const { type } = keywords
  return typeof type === 'string' ? [type] : stringsOf(type)
}

const selfReference = (schema: Schema, reference: string): readonly Issue[] =>
  reference === `#${schema.pointer}`
    ? [says(schema, '$ref', 'The schema refers to itself alone')]
    : []

const shaping = [
  'type',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'properties',
  'items',
  'if',
  '$dynamicRef',
]
const freeNames =
  /^(?:value|values|meta|metadata|details?|payload|data|context|extras?|attributes|config|options|properties|before|after|raw|body|default|custom_?fields|customFields)$/i

const untyped: SchemaRule = (spec, schema, keywords) => {
  if (shaping.some((keyword) => keyword in keywords)) return []
  if (schema.role === 'part' || isMap(keywords['additionalProperties'])) return []
  if (schema.role === 'property' && freeNames.test(schema.name)) return []
  if (/\b(?:any|arbitrary|free-?form)\b/i.test(textOf(keywords['description']))) return []
  const what = schema.name === '' ? 'The schema' : `"${schema.name}"`
  return [issue(schema.pointer, `${what} has no type: it says nothing about its values`)]
}

const emptyObject: SchemaRule = (spec, schema, keywords) => {
  if (schema.role !== 'component' && schema.role !== 'root') return []
  if (!typesOf(keywords).includes('object')) return []
  const shaped = [
    'allOf',
    'anyOf',
    'oneOf',
    'additionalProperties',
    'patternProperties',
    'if',
  ].some((k) => k in keywords)
  if (shaped || Object.keys(mapOf(keywords['properties'])).length > 0) return []
  return [issue(schema.pointer, 'The object schema declares no properties')]
}

const arrayItems: SchemaRule = (spec, schema, keywords) =>
  typesOf(keywords).includes('array') &&
  keywords['items'] === undefined &&
  keywords['prefixItems'] === undefined
    ? [issue(schema.pointer, 'The array does not say what its items are')]
    : []

const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  exclusiveMinimum: ['number', 'integer'],
  exclusiveMaximum: ['number', 'integer'],
  multipleOf: ['number', 'integer'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
}

// two of these combinations are reported by the linter already
const reportedElsewhere = new Set(['object items', 'array properties'])

const misplacedKeyword: SchemaRule = (spec, schema, keywords) => {
  const types = typesOf(keywords)
  if (types.length === 0) return []
  return Object.entries(keywordTypes)
    .filter(([keyword, fits]) => keyword in keywords && !types.some((type) => fits.includes(type)))
    .filter(([keyword]) => !reportedElsewhere.has(`${types[0]} ${keyword}`))
    .map(([keyword]) =>
      says(schema, keyword, `"${keyword}" means nothing for type ${types.join(' or ')}`),
    )
}

const ranges: readonly (readonly [string, string])[] = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
]

const crossedRange: SchemaRule = (spec, schema, keywords) => [
  ...ranges.flatMap(([min, max]) => {
    const { [min]: least, [max]: most } = keywords
    if (typeof least !== 'number' || typeof most !== 'number') return []
    const none = least > most || (least === most && `${min}${max}`.includes('exclusive'))
    return none ? [says(schema, min, `${min} ${least} and ${max} ${most} leave no value`)] : []
  }),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].flatMap(
    (keyword) => {
      const { [keyword]: count } = keywords
      if (typeof count !== 'number' || (count >= 0 && Number.isInteger(count))) return []
      return [says(schema, keyword, `${keyword} ${count} is not a count`)]
    },
  ),
  ...(typeof keywords['multipleOf'] === 'number' && keywords['multipleOf'] <= 0
    ? [says(schema, 'multipleOf', 'multipleOf must be above 0')]
    : []),
]

const badPattern: SchemaRule = (spec, schema, { pattern }) =>
  typeof pattern === 'string' && !isPattern(pattern)
    ? [says(schema, 'pattern', `${shown(pattern)} is not a regular expression`)]
    : []

const badFormat: SchemaRule = (spec, schema, keywords) => {
  const { format } = keywords
  if (typeof format !== 'string') return []
  const meant = meantFormat(format)
  if (meant !== null)
    return [
      says(schema, 'format', `The format "${format}" is unknown; "${meant}" is probably meant`),
    ]
  const kind = formatKind(format)
  const types = typesOf(keywords).filter((type) => type !== 'null')
  const fits = types.some((type) =>
    type === 'string' ? kind !== 'number' : /^(?:number|integer)$/.test(type) && kind !== 'string',
  )
  if (kind === null || kind === 'both' || types.length === 0 || fits) return []
  return [says(schema, 'format', `The format "${format}" does not fit type ${types.join(' or ')}`)]
}

const requiredTwice: SchemaRule = (spec, schema, keywords) => {
  const names = stringsOf(keywords['required'])
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [issue(`${schema.pointer}/required/${index}`, `"${name}" is required twice`)]
      : [],
  )
}

const contradictoryAccess: SchemaRule = (spec, schema, keywords) =>
  keywords['readOnly'] === true && keywords['writeOnly'] === true
    ? [says(schema, 'writeOnly', 'The property is both read-only and write-only')]
    : []

const rules: readonly SchemaRule[] = [
  untyped,
  emptyObject,
  arrayItems,
  misplacedKeyword,
  crossedRange,
  badPattern,
  badFormat,
  enumeration,
  ownValues,
  requiredTwice,
  combination,
  contradictoryAccess,
  discriminator,
  closedParts,
  contradictingParts,
]

// in a schema shared with responses a required read-only property is what the specification foresees
function readOnlyRequired(
  spec: Spec,
  schema: Schema,
  keywords: JsonMap,
  usage: Usage,
): readonly Issue[] {
  if (!usage.request.has(schema.pointer) || usage.response.has(schema.pointer)) return []
  return stringsOf(keywords['required']).flatMap((name, index) => {
    const property = resolve(spec, child(child(schema, 'properties'), name))
    return mapOf(property.value)['readOnly'] === true
      ? [
          issue(
            `${schema.pointer}/required/${index}`,
            `The request requires "${name}", which is read-only`,
          ),
        ]
      : []
  })
}

const secretNames =
  /^(?:password|passwd|password_?hash|passwordHash|pin_?code|cvv|cvc|secret_?key|private_?key|privateKey|ssn)$/i

function leakedSecret(schema: Schema, usage: Usage): readonly Issue[] {
  if (!usage.response.has(schema.pointer)) return []
  return children(child(schema, 'properties')).flatMap((property) =>
    secretNames.test(property.key) && mapOf(property.value)['writeOnly'] !== true
      ? [
          issue(
            property.pointer,
            `Responses show "${property.key}"; mark it writeOnly or leave it out`,
          ),
        ]
      : [],
  )
}
