import type { DemandCheck } from '../../../obligations/demand.ts'
import { met, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { child, children, isMap, listOf, mapOf, stringsOf } from '../json.ts'
import type { JsonMap, Node } from '../json.ts'
import { componentsOf, mediaOf, operationsOf, resolve } from '../operations.ts'
import { operationsAbout } from '../path-match.ts'
import { familyOf } from '../schema-entities.ts'
import { propertiesOf, schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { singular, wordsOf } from '../words.ts'

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

type Member = { readonly name: string; readonly node: Node; readonly required: boolean }

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
  const shown: string[] = []
  for (const field of fields) {
    const own = members.filter(({ name }) => alike(name, field.name, owner))
    const exact = own.filter(({ name }) => wordsOf(name).join('') === wordsOf(field.name).join(''))
    const found = exact.length > 0 ? exact : own
    const [first] = found
    const params = owner === undefined ? parametersNamed(spec, field.name) : []
    if (first === undefined && params.length === 0 && operationsAbout(spec, field.name).length > 0)
      return undecided(`no schema has ${field.name}, but paths are about it`)
    // a phrase may go by another name; where every member is something else that was asked for, it cannot
    const other = members.find(
      ({ name }) => !/^_?id$/i.test(name) && !fields.some((each) => alike(name, each.name, owner)),
    )
    if (first === undefined && params.length === 0 && other && /^[a-z]+ [a-z ]+$/.test(field.name))
      return undecided(`no member is called ${field.name}; there is ${other.name}`)
    if (first === undefined && params.length === 0)
      return unmet(
        `${owner ?? 'No schema'} has ${owner ? 'no' : 'the'} ${field.name}; there are ${[...new Set(members.map(({ name }) => name))].slice(0, 20).join(', ') || 'no members'}`,
        entities[0]?.pointer,
      )
    const wrong = typeProblem(spec, field, [
      ...found.map(({ node }) => node),
      ...params.map(({ value, pointer }) => child({ value, pointer }, 'schema')),
    ])
    if (wrong !== null) return unmet(wrong, first?.node.pointer)
    if (field.required === true && first && found.every(({ required }) => !required))
      return unmet(`${first.name} is not required`, first.node.pointer)
    if (field.required === false && first && found.every(({ required }) => required))
      return unmet(`${first.name} is required, not optional`, first.node.pointer)
    const open = first ? undefined : params.find(({ value }) => value['required'] !== true)
    if (field.required === true && open) return unmet(`${open.name} is not required`, open.pointer)
    shown.push(first?.name ?? field.name)
  }
  return met(`${owner ?? 'A schema'} has ${shown.join(', ')}`, entities[0]?.pointer)
}

const parametersNamed = (spec: Spec, name: string) =>
  operationsOf(spec).flatMap(({ parameters }) => parameters.filter((one) => alike(one.name, name)))

/** The plain schemas behind a member: references followed, alternatives taken apart. */
export function plainOf(spec: Spec, node: Node, depth = 0): readonly JsonMap[] {
  const { value, pointer } = resolve(spec, node)
  if (!isMap(value) || depth > 5) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): readonly Node[] =>
    children(child({ value, pointer }, keyword)),
  )
  return [value, ...parts.flatMap((part) => plainOf(spec, part, depth + 1))]
}

const jsonTypes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:integers?|int)$/, ['integer']],
  [/^(?:numbers?|floats?|decimals?|double)$/, ['number', 'integer']],
  [/^(?:booleans?|bool)$/, ['boolean']],
  [/^(?:arrays?|lists?)$/, ['array']],
  [/^objects?$/, ['object']],
  [/^(?:strings?|text|uuids?|emails?|urls?|uris?|dates?|date-?times?)$/, ['string']],
]

function typeProblem(
  spec: Spec,
  { name, type }: Fields['fields'][number],
  nodes: readonly Node[],
): string | null {
  if (type === undefined) return null
  const schemas = nodes.flatMap((node) => plainOf(spec, node))
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
    if (first === undefined) return `${name} is no enumeration of ${wanted.join(', ')}`
    const same = (values: readonly string[]) =>
      values.length === wanted.length &&
      wanted.every((one) => values.some((value) => value.toLowerCase() === one.toLowerCase()))
    return own.some(same) ? null : `${name} is one of ${first.join(', ')}, not ${wanted.join(', ')}`
  }
  const fits = jsonTypes.find(([word]) => word.test(type))?.[1]
  const known = schemas.flatMap((schema) =>
    typeof schema['type'] === 'string' ? [schema['type']] : stringsOf(schema['type']),
  )
  const real = known.filter((one) => one !== 'null')
  if (fits === undefined || real.length === 0) return null
  return real.some((one) => fits.includes(one))
    ? null
    : `${name} is ${[...new Set(real)].join(' or ')}, not ${type}`
}
