import type { DemandCheck } from '../../../obligations/demand.ts'
import { child, children, isMap, mapOf, stringsOf } from '../json.ts'
import type { JsonMap, Node } from '../json.ts'
import { componentsOf, mediaOf, resolve } from '../operations.ts'
import { operationsAbout } from '../path-match.ts'
import { familyOf } from '../schema-entities.ts'
import { propertiesOf } from '../schema-walk.ts'
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

export type Member = {
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

export type Fields = Extract<DemandCheck, { type: 'fields' }>

/** The plain schemas behind a member: references followed, alternatives taken apart. */
export function plainOf(spec: Spec, node: Node, depth = 0): readonly JsonMap[] {
  const { value, pointer } = resolve(spec, node)
  if (!isMap(value) || depth > 5) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): readonly Node[] =>
    children(child({ value, pointer }, keyword)),
  )
  return [value, ...parts.flatMap((part) => plainOf(spec, part, depth + 1))]
}
