import { child, children, isMap, listOf, mapOf, stringsOf, textOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { formatKind, meantFormat } from './formats.ts'
import type { Issue } from './issue.ts'
import { resolve, targetOf } from './operations.ts'
import { isPattern } from './safe-pattern.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Schema, Usage } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { shown, violations } from './validate-value.ts'

type Rule = (spec: Spec, schema: Schema, keywords: JsonMap) => readonly Issue[]

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

const says = (node: Node, key: string, message: string): Issue => ({
  pointer: child(node, key).pointer,
  message,
})

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

const untyped: Rule = (spec, schema, keywords) => {
  if (shaping.some((keyword) => keyword in keywords)) return []
  if (schema.role === 'part' || isMap(keywords['additionalProperties'])) return []
  if (schema.role === 'property' && freeNames.test(schema.name)) return []
  if (/\b(?:any|arbitrary|free-?form)\b/i.test(textOf(keywords['description']))) return []
  const what = schema.name === '' ? 'The schema' : `"${schema.name}"`
  return [
    { pointer: schema.pointer, message: `${what} has no type: it says nothing about its values` },
  ]
}

const emptyObject: Rule = (spec, schema, keywords) => {
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
  return [{ pointer: schema.pointer, message: 'The object schema declares no properties' }]
}

const arrayItems: Rule = (spec, schema, keywords) =>
  typesOf(keywords).includes('array') &&
  keywords['items'] === undefined &&
  keywords['prefixItems'] === undefined
    ? [{ pointer: schema.pointer, message: 'The array does not say what its items are' }]
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

const misplacedKeyword: Rule = (spec, schema, keywords) => {
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

const crossedRange: Rule = (spec, schema, keywords) => [
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

const badPattern: Rule = (spec, schema, { pattern }) =>
  typeof pattern === 'string' && !isPattern(pattern)
    ? [says(schema, 'pattern', `${shown(pattern)} is not a regular expression`)]
    : []

const badFormat: Rule = (spec, schema, keywords) => {
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

const enumeration: Rule = (spec, schema, keywords) => {
  if (!('enum' in keywords)) return []
  const values = listOf(keywords['enum'])
  if (values.length === 0)
    return [says(schema, 'enum', 'The enumeration is empty: no value is allowed')]
  const seen = new Set<string>()
  const bare: Node = {
    value: { type: keywords['type'], nullable: keywords['nullable'] },
    pointer: schema.pointer,
  }
  return values.flatMap((value, index) => {
    const key = JSON.stringify(value)
    const pointer = `${schema.pointer}/enum/${index}`
    const twice = seen.has(key)
    seen.add(key)
    if (twice) return [{ pointer, message: `${shown(value)} stands twice in the enumeration` }]
    const [wrong] = violations(spec, bare, value)
    return wrong
      ? [{ pointer, message: `The value ${shown(value)} of the enumeration ${wrong.message}` }]
      : []
  })
}

const ownValues: Rule = (spec, schema, keywords) => {
  const without = { ...keywords, default: undefined, example: undefined, examples: undefined }
  const target: Node = { value: without, pointer: schema.pointer }
  const failing = (
    key: string,
    value: unknown,
    pointer: string,
    strict: boolean,
  ): readonly Issue[] => {
    const [wrong] = violations(spec, target, value, { strict })
    if (!wrong) return []
    const where = wrong.path === '' ? '' : ` at ${wrong.path}`
    return [
      {
        pointer: `${pointer}${wrong.path}`,
        message: `The ${key} does not satisfy its schema${where}: ${wrong.message}`,
      },
    ]
  }
  const examples = child(schema, 'examples')
  return [
    ...('default' in keywords && keywords['default'] !== null
      ? failing('default', keywords['default'], child(schema, 'default').pointer, false)
      : []),
    ...('example' in keywords
      ? failing('example', keywords['example'], child(schema, 'example').pointer, true)
      : []),
    ...(Array.isArray(examples.value)
      ? children(examples).flatMap((node) => failing('example', node.value, node.pointer, true))
      : []),
  ]
}

const requiredTwice: Rule = (spec, schema, keywords) => {
  const names = stringsOf(keywords['required'])
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ pointer: `${schema.pointer}/required/${index}`, message: `"${name}" is required twice` }]
      : [],
  )
}

const combination: Rule = (spec, schema, keywords) =>
  ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const parts = child(schema, keyword)
    if (!Array.isArray(parts.value)) return []
    if (parts.value.length === 0)
      return [{ pointer: parts.pointer, message: `${keyword} holds no schema` }]
    const texts = parts.value.map((part) => JSON.stringify(part))
    return texts.flatMap((text, index) => {
      const pointer = `${parts.pointer}/${index}`
      if (text === '{}')
        return [{ pointer, message: `A schema under ${keyword} is empty: it allows everything` }]
      return texts.indexOf(text) < index
        ? [{ pointer, message: `${keyword} holds the same schema twice` }]
        : []
    })
  })

const contradictoryAccess: Rule = (spec, schema, keywords) =>
  keywords['readOnly'] === true && keywords['writeOnly'] === true
    ? [says(schema, 'writeOnly', 'The property is both read-only and write-only')]
    : []

const discriminator: Rule = (spec, schema, keywords) => {
  const node = child(schema, 'discriminator')
  const { propertyName, mapping } = mapOf(node.value)
  if (typeof propertyName !== 'string') return []
  const options = [...children(child(schema, 'oneOf')), ...children(child(schema, 'anyOf'))]
  const owners = options.length > 0 ? options : [schema]
  const issues: Issue[] = owners.flatMap((owner) => {
    const target = resolve(spec, owner)
    if (!isMap(target.value) || propertiesOf(spec, target).has(propertyName)) return []
    return [
      {
        pointer: child(node, 'propertyName').pointer,
        message: `The discriminator "${propertyName}" is no property of ${owner === schema ? 'the schema' : nameOf(owner)}`,
      },
    ]
  })
  const broken = Object.entries(mapOf(mapping)).flatMap(([key, to]) => {
    const local = typeof to === 'string' && to.startsWith('#')
    if (typeof to !== 'string' || (local ? targetOf(spec, to) !== null : /[/.:]/.test(to)))
      return []
    if (!local && targetOf(spec, `#/components/schemas/${to}`) !== null) return []
    return local
      ? []
      : [
          {
            pointer: `${node.pointer}/mapping/${key}`,
            message: `The discriminator maps "${key}" to no schema`,
          },
        ]
  })
  return [...issues.slice(0, 1), ...broken]
}

const nameOf = (node: Node): string =>
  textOf(mapOf(node.value)['$ref']).split('/').at(-1) || 'one of the schemas'

const closedParts: Rule = (spec, schema, keywords) => {
  const parts = children(child(schema, 'allOf'))
  if (parts.length < 2) return []
  const all = propertiesOf(spec, schema)
  return parts.flatMap((part) => {
    const target = resolve(spec, part)
    if (!isMap(target.value) || target.value['additionalProperties'] !== false) return []
    const own = propertiesOf(spec, target)
    if ([...all.keys()].every((name) => own.has(name))) return []
    return [
      {
        pointer: part.pointer,
        message: 'A part of allOf forbids the properties that the other parts declare',
      },
    ]
  })
}

const rules: readonly Rule[] = [
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
          {
            pointer: `${schema.pointer}/required/${index}`,
            message: `The request requires "${name}", which is read-only`,
          },
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
          {
            pointer: property.pointer,
            message: `Responses show "${property.key}"; mark it writeOnly or leave it out`,
          },
        ]
      : [],
  )
}
