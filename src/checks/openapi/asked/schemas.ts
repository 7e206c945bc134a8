import type { DemandCheck } from '../../../obligations/demand.ts'
import { met, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { commonGlue } from '../../../obligations/glue.ts'
import { child, children, isMap, listOf, mapOf, stringsOf, textOf } from '../json.ts'
import type { JsonMap, Node } from '../json.ts'
import { componentsOf, mediaOf, operationsOf, resolve } from '../operations.ts'
import { listsOf } from '../pagination-lists.ts'
import { operationsAbout, operationsAt } from '../path-match.ts'
import { familyOf } from '../schema-entities.ts'
import { propertiesOf, schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { singular, wordsOf } from '../words.ts'
import { same } from './habits.ts'

/** Whether a body says nothing: no schema, or an object without a member besides its id. */
export function hollowSchema(spec: Spec, schema: Node | null, type: string, depth = 0): boolean {
  if (schema === null) return /json/i.test(type)
  const resolved = resolve(spec, schema)
  if (resolved.value === true) return true
  if (!isMap(resolved.value) || depth > 4) return false
  const keywords = resolved.value
  if (keywords['items'] !== undefined)
    return hollowSchema(spec, child(resolved, 'items'), type, depth + 1)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): readonly Node[] =>
    children(child(resolved, keyword)),
  )
  if (parts.length > 0)
    return (
      parts.every((part) => hollowSchema(spec, part, type, depth + 1)) &&
      Object.keys(mapOf(keywords['properties'])).length === 0
    )
  const open = [
    'additionalProperties',
    'patternProperties',
    'enum',
    'const',
    'format',
    '$dynamicRef',
    'not',
  ].some((key) => keywords[key] !== undefined && keywords[key] !== false)
  const kind = keywords['type']
  if (open || (kind !== undefined && kind !== 'object')) return false
  const names = Object.keys(mapOf(keywords['properties']))
  return names.every((name) => /^_?id$/i.test(name))
}

/** The schemas that stand for a thing: those of its name, and what its operations send and answer. */
export function entitiesOf(spec: Spec, owner: string): readonly Node[] {
  const wanted = wordsOf(owner).map(singular)
  const named = componentsOf(spec, 'schemas').filter(({ key }) => {
    const family = familyOf(key).split(' ')
    return (
      family.join('') === wanted.join('') || (family.length === 1 && family[0] === wanted.at(-1))
    )
  })
  const travelling = operationsAbout(spec, owner).flatMap(({ body, responses }) =>
    [...(body ? [body] : []), ...responses.filter(({ status }) => status.startsWith('2'))].flatMap(
      (one) =>
        mediaOf(one).flatMap(({ schema }) => (schema ? [schema, ...heldBy(spec, schema)] : [])),
    ),
  )
  return [...named, ...travelling]
}

/** The things within a list or an envelope. */
export function heldBy(spec: Spec, schema: Node): readonly Node[] {
  const resolved = resolve(spec, schema)
  const items = child(resolved, 'items')
  const held = [...propertiesOf(spec, resolved).values()].flatMap((one): readonly Node[] => {
    const inner = resolve(spec, one)
    const each = child(inner, 'items')
    return each.value === undefined
      ? isMap(mapOf(inner.value)['properties'])
        ? [inner]
        : []
      : [each]
  })
  const parts = ['oneOf', 'anyOf'].flatMap((keyword): readonly Node[] =>
    children(child(resolved, keyword)),
  )
  return [...(items.value === undefined ? [] : [items]), ...held, ...parts]
}

type Member = {
  readonly name: string
  readonly node: Node
  readonly required: boolean
  readonly about?: string
}

export function membersOf(spec: Spec, schema: Node): readonly Member[] {
  const required = new Set(requiredOf(spec, schema))
  return [...propertiesOf(spec, schema)].map(([name, node]) => ({
    name,
    node,
    required: required.has(name),
  }))
}

function requiredOf(spec: Spec, node: Node, depth = 0): readonly string[] {
  const schema = resolve(spec, node)
  if (depth > 8) return []
  const parts = children(child(schema, 'allOf')).flatMap((part) =>
    requiredOf(spec, part, depth + 1),
  )
  return [...stringsOf(mapOf(schema.value)['required']), ...parts]
}

const loose =
  /^(?:date|time|number|no|name|id|uuid|address|at|on|list|full|url|uri|link|text|cents|code|value|count)$/

/** Whether a member is the field a task speaks of: `due date` is `dueDate`, `author` may be `author_id`. */
export function alike(name: string, field: string, owner = ''): boolean {
  const said = wordsOf(name.replace(/(?<=\w)(?:At|On|_at|_on)$/, '')).map(singular)
  const meant = wordsOf(field).map(singular)
  if (said.join('') === meant.join('')) return true
  const owned = wordsOf(owner).map(singular)
  const extra = said.filter((word) => !meant.includes(word) && !owned.includes(word))
  const lacking = meant.filter((word) => !said.includes(word) && !owned.includes(word))
  if (said.length > 0 && lacking.length === 0 && extra.length <= 1)
    return said.some((word) => meant.includes(word))
  return (
    extra.length === 0 && lacking.length < meant.length && lacking.every((word) => loose.test(word))
  )
}

type Fields = Extract<DemandCheck, { type: 'fields' }>

export function fieldsAnswer(spec: Spec, { owner, fields }: Fields): Answer {
  const query = /^query(?: of (.+))?$/.exec(owner ?? '')
  if (query !== null) return queryAnswer(spec, query[1], fields)
  const entities = owner === undefined ? schemasOf(spec) : entitiesOf(spec, owner)
  if (entities.length === 0)
    return unmet(
      `No schema stands for ${owner ?? 'it'}; there are ${
        componentsOf(spec, 'schemas')
          .map(({ key }) => key)
          .slice(0, 10)
          .join(', ') || 'none'
      }`,
      '/components/schemas',
    )
  const members = entities.flatMap((entity) => membersOf(spec, entity))
  const answers = fields.map((field): Answer => {
    const own = members.filter(({ name }) => alike(name, field.name, owner))
    const exact = own.filter(({ name }) => wordsOf(name).join('') === wordsOf(field.name).join(''))
    const params = owner === undefined && own.length === 0 ? queriesOf(spec, field.name) : []
    const found = [...(exact.length > 0 ? exact : own), ...params]
    if (found.length > 0) return memberAnswer(spec, field, found)
    if (operationsAbout(spec, field.name).length > 0)
      return undecided(`no schema has ${field.name}, but paths are about it`)
    // a phrase may go by another name; where every member is something else that was asked for, it cannot
    const other = members.find(
      ({ name }) => !/^_?id$/i.test(name) && !fields.some((each) => alike(name, each.name, owner)),
    )
    return other && /^[a-z]+ [a-z ]+$/.test(field.name)
      ? undecided(`no member is called ${field.name}; there is ${other.name}`)
      : unmet(
          `${owner ?? 'No schema'} has ${owner ? 'no' : 'the'} ${field.name}; there are ${[...new Set(members.map(({ name }) => name))].slice(0, 20).join(', ') || 'no members'}`,
          entities[0]?.pointer,
        )
  })
  return (
    worstOf(answers) ?? met(`${owner ?? 'A schema'} has ${namesOf(fields)}`, entities[0]?.pointer)
  )
}

const namesOf = (fields: Fields['fields']): string => fields.map(({ name }) => name).join(', ')

const worstOf = (answers: readonly Answer[]): Answer | undefined =>
  answers.find(({ status }) => status === 'unmet') ??
  answers.find(({ status }) => status === 'undecided')

const queriesOf = (spec: Spec, name: string, operations = operationsOf(spec)): readonly Member[] =>
  operations.flatMap(({ parameters }) =>
    parameters
      .filter((one) => one.in !== 'path' && alike(one.name, name))
      .map((one) => ({
        name: one.name,
        node: child({ value: one.value, pointer: one.pointer }, 'schema'),
        required: one.value['required'] === true,
        about: textOf(one.value['description']),
      })),
  )

/** Each field is a parameter in the query: of one operation, of every list, or of any. */
function queryAnswer(spec: Spec, of: string | undefined, fields: Fields['fields']): Answer {
  const [method = '', path = ''] = of?.split(' ') ?? []
  const asked =
    of === 'every list'
      ? listsOf(spec).map(({ operation }) => operation)
      : of === undefined
        ? operationsOf(spec)
        : operationsAt(spec, method, path)
  if (asked.length === 0) return unmet(`There is no ${of ?? 'operation'}`, '/paths')
  const answers = (of === 'every list' ? asked.map((one) => [one]) : [asked]).flatMap((some) =>
    fields.map((field): Answer => {
      const found = queriesOf(spec, field.name, some).filter(({ name }) => same(name, field.name))
      return found.length > 0
        ? memberAnswer(spec, field, found)
        : unmet(
            `${of === undefined ? 'No operation takes' : `${some[0]?.label ?? of} does not take`} ${field.name} in the query`,
            '/paths',
          )
    }),
  )
  return (
    worstOf(answers) ?? met(`${of ?? 'An operation'} takes ${namesOf(fields)}`, asked[0]?.pointer)
  )
}

/** Whether one of the members of this name has what was asked of it. */
function memberAnswer(
  spec: Spec,
  field: Fields['fields'][number],
  found: readonly Member[],
): Answer {
  const { name, required, least, most, counts, pattern, access, says } = field
  const where = found[0]?.node.pointer
  const schemas = found.flatMap(({ node }) => plainOf(spec, node))
  const typed = typeProblem(field, schemas)
  if (typed !== null) return typed
  if (required !== undefined && found.every((one) => one.required !== required))
    return unmet(`${name} is ${required ? 'not required' : 'required, not optional'}`, where)
  for (const [bound, value] of [
    ['least', least],
    ['most', most],
  ] as const) {
    const wrong =
      value === undefined ? null : boundProblem(name, schemas, { bound, value, unit: counts })
    if (wrong !== null) return unmet(wrong, where)
  }
  const set = schemas.flatMap((schema) =>
    schema['default'] === undefined ? [] : [schema['default']],
  )
  if (field.default !== undefined && !set.some((one) => String(one) === String(field.default)))
    return set.length === 0
      ? undecided(`${name} has no default`)
      : unmet(
          `${name} has the default ${set.map((one) => JSON.stringify(one)).join(', ')}, not ${String(field.default)}`,
          where,
        )
  const forms = schemas.flatMap((schema) => textOf(schema['pattern']) || [])
  if (pattern !== undefined && !forms.includes(pattern))
    return forms.length === 0
      ? unmet(`${name} has no pattern`, where)
      : undecided(`${name} has the pattern ${forms.join(', ')}, not ${pattern}`)
  const key = access === 'read-only' ? 'readOnly' : 'writeOnly'
  if (access === 'write-only')
    return writeOnlyAnswer(
      spec,
      name,
      found.map(({ node }) => node),
    )
  if (access !== undefined && !schemas.some((schema) => schema[key] === true))
    return undecided(`${name} is not marked ${access}`)
  const told = wordsOf(
    [
      ...found.map(({ about }) => about ?? ''),
      ...schemas.map((schema) => textOf(schema['description'])),
    ].join(' '),
  ).map(singular)
  const lacking = wordsOf(says ?? '')
    .map(singular)
    .filter((word) => !told.includes(word) && !commonGlue.has(word))
  return lacking.length === 0
    ? met(`${name} is described`, where)
    : undecided(`the description of ${name} does not speak of ${lacking.join(', ')}`)
}

/** Why no schema has a bound of this value; null where one has. */
export function boundProblem(
  name: string,
  schemas: readonly JsonMap[],
  {
    bound,
    value,
    unit,
  }: {
    readonly bound: 'most' | 'least' | 'exactly'
    readonly value: number
    readonly unit?: string | undefined
  },
): string | null {
  const most = ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum']
  const least = ['minimum', 'minLength', 'minItems', 'exclusiveMinimum']
  const keys = bound === 'most' ? most : bound === 'least' ? least : [...most, ...least]
  const wanted =
    unit === 'characters'
      ? keys.filter((key) => key.endsWith('Length'))
      : unit === 'items'
        ? keys.filter((key) => key.endsWith('Items'))
        : keys
  const bounds = schemas.flatMap((schema) =>
    wanted.flatMap((key) => (typeof schema[key] === 'number' ? [[key, schema[key]] as const] : [])),
  )
  const isRight = bounds.some(
    ([key, own]) =>
      own === value ||
      (key === 'exclusiveMinimum' && own === value - 1) ||
      (key === 'exclusiveMaximum' && own === value + 1),
  )
  const [other] = bounds
  if (isRight) return null
  return other
    ? `${name} has ${other[0]} ${other[1]}, not ${value}`
    : `${name} has no ${wanted.join(' or ')}`
}

function writeOnlyAnswer(spec: Spec, name: string, members: readonly Node[]): Answer {
  const answered = operationsOf(spec).flatMap(({ responses }) =>
    responses.flatMap((one) =>
      mediaOf(one).flatMap(({ schema }) => (schema ? [schema, ...heldBy(spec, schema)] : [])),
    ),
  )
  const shown = answered
    .flatMap((schema) => membersOf(spec, schema))
    .find(
      (one) =>
        wordsOf(one.name).join('') === wordsOf(name).join('') &&
        plainOf(spec, one.node).every((schema) => schema['writeOnly'] !== true),
    )
  return shown
    ? unmet(`Responses show ${shown.name}, which must be write-only`, shown.node.pointer)
    : met(`${name} is in no response, or write-only`, members[0]?.pointer)
}

/** The plain schemas behind a member: references followed, alternatives taken apart. */
export function plainOf(spec: Spec, node: Node, depth = 0): readonly JsonMap[] {
  const { value, pointer } = resolve(spec, node)
  if (!isMap(value) || depth > 5) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): readonly Node[] =>
    children(child({ value, pointer }, keyword)),
  )
  return [value, ...parts.flatMap((part) => plainOf(spec, part, depth + 1))]
}

const jsonTypes: readonly (readonly [RegExp, readonly string[], RegExp?])[] = [
  [/^(?:integer|int)s?$/, ['integer']],
  [/^(?:number|float|decimal|double)s?$/, ['number', 'integer']],
  [/^bool(?:ean)?s?$/, ['boolean']],
  [/^(?:array|list)s?\b/, ['array']],
  [/^objects?$/, ['object']],
  [/^uuids?$/, ['string'], /^uuid$/],
  [/^dates?$/, ['string'], /^date$/],
  [/^(?:date-?time|timestamp)s?$/, ['string'], /^date-time$/],
  [/^e-?mails?$/, ['string'], /email$/],
  [/^ur[il]s?$/, ['string'], /^(?:ur[il]|iri)/],
  [/^(?:string|text)s?$/, ['string']],
]

/** Why none of the schemas is of the type, format or values that were asked for; null where one is. */
function typeProblem(
  { name, type }: Fields['fields'][number],
  schemas: readonly JsonMap[],
): Answer | null {
  if (type === undefined) return null
  if (type.startsWith('one of ')) {
    const wanted = type.slice(7).split(', ')
    const lists = schemas.flatMap((schema) =>
      Array.isArray(schema['enum'])
        ? [schema['enum'].filter((one) => one !== null).map(String)]
        : [],
    )
    const items = schemas.flatMap((schema) => listOf(mapOf(schema['items'])['enum']).map(String))
    const own = [...lists, ...(items.length > 0 ? [items] : [])]
    const [first] = own
    if (first === undefined) return unmet(`${name} is no enumeration of ${wanted.join(', ')}`)
    const isSame = (values: readonly string[]) =>
      values.length === wanted.length &&
      wanted.every((one) => values.some((value) => value.toLowerCase() === one.toLowerCase()))
    return own.some(isSame)
      ? null
      : unmet(`${name} is one of ${first.join(', ')}, not ${wanted.join(', ')}`)
  }
  const [, fits, format] = jsonTypes.find(([word]) => word.test(type)) ?? []
  const known = schemas.flatMap((schema) =>
    typeof schema['type'] === 'string' ? [schema['type']] : stringsOf(schema['type']),
  )
  const real = known.filter((one) => one !== 'null')
  if (fits === undefined || real.length === 0) return null
  if (!real.some((one) => fits.includes(one)))
    return unmet(`${name} is ${[...new Set(real)].join(' or ')}, not ${type}`)
  const formats = schemas.flatMap((schema) => textOf(schema['format']) || [])
  if (format === undefined || formats.some((one) => format.test(one))) return null
  return formats.length === 0
    ? undecided(`${name} is a string of no format, not ${type}`)
    : unmet(`${name} has the format ${formats.join(', ')}, not ${type}`)
}
