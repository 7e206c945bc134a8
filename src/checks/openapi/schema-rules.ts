import { nearest } from '../../kit/near.ts'
import { child, children, isMap, type JsonMap, listOf, mapOf, stringsOf, textOf } from './json.ts'
import { resolve } from './operations.ts'
import { isPattern } from './safe-pattern.ts'
import { propertiesOf, type Schema, type Usage } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'

type Looked = {
  readonly spec: Spec
  readonly schema: Schema
  readonly keywords: JsonMap
  readonly types: readonly string[]
  readonly usage: Usage
}
/** What is wrong with one schema: the place below it, and what to say. */
type Rule = (looked: Looked) => readonly (readonly [place: string, message: string])[]

/** What is wrong with one schema by itself. */
export function schemaIssues(spec: Spec, schema: Schema, usage: Usage): readonly Issue[] {
  const keywords = mapOf(schema.value)
  if (keywords['$ref'] === `#${schema.pointer}`)
    return [issue(`${schema.pointer}/$ref`, 'The schema refers to itself alone')]
  if (typeof keywords['$ref'] === 'string') return []
  const looked = { spec, schema, keywords, types: typesOf(keywords), usage }
  return rules.flatMap((rule) =>
    rule(looked).map(([place, message]) => issue(`${schema.pointer}${place}`, message)),
  )
}

export const typesOf = ({ type }: JsonMap): readonly string[] =>
  typeof type === 'string' ? [type] : stringsOf(type)

const has = (keywords: JsonMap, names: string): boolean =>
  names.split(' ').some((name) => name in keywords)

const freeNames =
  /^(?:values?|meta|metadata|details?|payload|data|context|extras?|attributes|config|options|properties|before|after|raw|body|default|custom_?fields)$/i

const untyped: Rule = ({ schema: { role, name }, keywords }) => {
  const isShaped = has(
    keywords,
    'type enum const allOf anyOf oneOf not properties items if $dynamicRef',
  )
  const isFree =
    role === 'part' ||
    isMap(keywords['additionalProperties']) ||
    (role === 'property' && freeNames.test(name)) ||
    /\b(?:any|arbitrary|free-?form)\b/i.test(textOf(keywords['description']))
  const what = name === '' ? 'The schema' : `"${name}"`
  return isShaped || isFree ? [] : [['', `${what} has no type: it says nothing about its values`]]
}

const emptyObject: Rule = ({ schema: { role }, keywords, types }) => {
  const isShaped =
    has(keywords, 'allOf anyOf oneOf additionalProperties patternProperties if') ||
    Object.keys(mapOf(keywords['properties'])).length > 0
  return /^(?:component|root)$/.test(role) && types.includes('object') && !isShaped
    ? [['', 'The object schema declares no properties']]
    : []
}

const arrayItems: Rule = ({ keywords, types }) =>
  types.includes('array') && !has(keywords, 'items prefixItems')
    ? [['', 'The array does not say what its items are']]
    : []

const keywordTypes: Readonly<Record<string, string>> = {
  string: 'minLength maxLength pattern',
  'number integer': 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  array: 'items minItems maxItems uniqueItems',
  object: 'properties required additionalProperties minProperties maxProperties',
}

const misplacedKeyword: Rule = ({ keywords, types }) =>
  types.length === 0
    ? []
    : Object.entries(keywordTypes)
        .filter(([fits]) => !types.some((type) => fits.split(' ').includes(type)))
        .flatMap(([, names]) => names.split(' ').filter((name) => name in keywords))
        .map((name) => [`/${name}`, `"${name}" means nothing for type ${types.join(' or ')}`])

const ranges = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** Bounds that no value keeps. */
export const crossedRange = (keywords: JsonMap): ReturnType<Rule> =>
  ranges.flatMap(([min, max]) => {
    const { [min]: least, [max]: most } = keywords
    return typeof least === 'number' && typeof most === 'number' && least > most
      ? [[`/${min}`, `${min} ${least} and ${max} ${most} leave no value`] as const]
      : []
  })

const emptyStep: Rule = ({ keywords: { multipleOf } }) =>
  typeof multipleOf === 'number' && multipleOf <= 0
    ? [['/multipleOf', 'multipleOf must be above 0']]
    : []

const badPattern: Rule = ({ keywords: { pattern } }) =>
  typeof pattern === 'string' && !isPattern(pattern)
    ? [['/pattern', `"${pattern.slice(0, 60)}" is not a regular expression`]]
    : []

const emptyEnumeration: Rule = ({ keywords }) =>
  'enum' in keywords && listOf(keywords['enum']).length === 0
    ? [['/enum', 'The enumeration is empty: no value is allowed']]
    : []

const formats: Readonly<Record<string, string>> = {
  string: `date date-time time duration email uuid uri url ipv4 ipv6 hostname byte binary password base64url char
    commonmark html idn-email iri json-pointer regex uri-reference uri-template`,
  'number integer': 'int32 int64 float double decimal int8 int16 uint8 uint16 uint32 uint64',
}
const knownFormats = Object.values(formats).flatMap((names) => names.split(/\s+/))

const badFormat: Rule = ({ keywords: { format }, types }) => {
  if (typeof format !== 'string') return []
  const [fits] =
    Object.entries(formats).find(([, names]) => names.split(/\s+/).includes(format)) ?? []
  if (fits === undefined) {
    const meant = format.length < 4 ? null : nearest(format, knownFormats)
    return meant === null
      ? []
      : [['/format', `The format "${format}" is unknown; "${meant}" is probably meant`]]
  }
  const own = types.filter((type) => type !== 'null')
  // amounts and long numbers are often sent as text
  const isText = own.includes('string') && /^(?:decimal|u?int64)$/.test(format)
  return own.length === 0 || isText || own.some((type) => fits.split(' ').includes(type))
    ? []
    : [['/format', `The format "${format}" does not fit type ${own.join(' or ')}`]]
}

const twice: Rule = ({ keywords }) =>
  ['allOf', 'anyOf', 'oneOf', 'required'].flatMap((keyword) => {
    const parts = keywords[keyword]
    if (!Array.isArray(parts)) return []
    const texts = parts.map((part) => JSON.stringify(part))
    return texts.flatMap((text, index) =>
      text === '{}' || texts.indexOf(text) < index
        ? [
            [
              `/${keyword}/${index}`,
              `${keyword} holds ${text === '{}' ? 'an empty schema' : `${text.slice(0, 60)} twice`}`,
            ] as const,
          ]
        : [],
    )
  })

const contradictoryAccess: Rule = ({ keywords: { readOnly, writeOnly } }) =>
  readOnly === true && writeOnly === true
    ? [['/writeOnly', 'The property is both read-only and write-only']]
    : []

const lostDiscriminator: Rule = ({ spec, schema, keywords }) => {
  const name = mapOf(keywords['discriminator'])['propertyName']
  const options = [...children(child(schema, 'oneOf')), ...children(child(schema, 'anyOf'))]
  const isLost = (options.length > 0 ? options : [schema]).some(
    (one) => isMap(resolve(spec, one).value) && !propertiesOf(spec, one).has(textOf(name)),
  )
  return typeof name === 'string' && isLost
    ? [['/discriminator/propertyName', `The discriminator "${name}" is no property of each schema`]]
    : []
}

const closedParts: Rule = ({ spec, schema }) => {
  const all = [...propertiesOf(spec, schema).keys()]
  return children(child(schema, 'allOf')).flatMap((part) => {
    const own = propertiesOf(spec, part)
    const isClosed = mapOf(resolve(spec, part).value)['additionalProperties'] === false
    return isClosed && all.some((name) => !own.has(name))
      ? [
          [
            `/allOf/${part.key}`,
            'A part of allOf forbids the properties that the other parts declare',
          ] as const,
        ]
      : []
  })
}

// in a schema shared with responses a required read-only property is what the specification foresees
const readOnlyRequired: Rule = ({ spec, schema, keywords, usage }) =>
  !usage.request.has(schema.pointer) || usage.response.has(schema.pointer)
    ? []
    : stringsOf(keywords['required']).flatMap((name, index) =>
        mapOf(resolve(spec, child(child(schema, 'properties'), name)).value)['readOnly'] === true
          ? [[`/required/${index}`, `The request requires "${name}", which is read-only`] as const]
          : [],
      )

const secretNames =
  /^(?:password|passwd|password_?hash|pin_?code|cvv|cvc|secret_?key|private_?key|ssn)$/i

const leakedSecret: Rule = ({ schema, usage }) =>
  usage.response.has(schema.pointer)
    ? children(child(schema, 'properties'))
        .filter(({ key, value }) => secretNames.test(key) && mapOf(value)['writeOnly'] !== true)
        .map(({ key }) => [
          `/properties/${key}`,
          `Responses show "${key}"; mark it writeOnly or leave it out`,
        ])
    : []

const rules: readonly Rule[] = [
  untyped,
  emptyObject,
  arrayItems,
  misplacedKeyword,
  ({ keywords }) => crossedRange(keywords),
  emptyStep,
  badPattern,
  badFormat,
  emptyEnumeration,
  twice,
  contradictoryAccess,
  lostDiscriminator,
  closedParts,
  readOnlyRequired,
  leakedSecret,
]
