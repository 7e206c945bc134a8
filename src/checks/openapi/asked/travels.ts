import { child, children, isMap, textOf } from '../json.ts'
import type { Node } from '../json.ts'
import { componentsOf, isSuccess, mediaOf, operationsOf, resolve, targetOf } from '../operations.ts'
import type { Operation } from '../operations.ts'
import { familyOf } from '../schema-entities.ts'
import type { Spec } from '../spec.ts'
import { isPlural } from '../words.ts'

/** A schema stands for a thing by the name of its component: `StakeInput` for a stake. */
const componentAt = (pointer: string): string =>
  /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1] ?? ''

/** The component that a word names; null where there is none. */
export const schemaNamed = (spec: Spec, word: string): string | null =>
  componentsOf(spec, 'schemas').find(({ key }) => familyOf(key) === familyOf(word))?.key ?? null

const parts = (spec: Spec, schema: Node): readonly Node[] => [
  ...['allOf', 'anyOf', 'oneOf'].flatMap((key) => children(child(schema, key))),
  ...children(child(schema, 'properties')).map((one) => resolve(spec, one)),
  ...(isMap(child(schema, 'items').value) ? [child(schema, 'items')] : []),
]

/** Whether a schema is a thing, or holds it; an object without a name may be anything. */
function holds(spec: Spec, node: Node, thing: string, depth = 0): boolean {
  const schema = resolve(spec, node)
  if (!isMap(schema.value) || depth > 4) return schema.value === true
  const name = componentAt(schema.pointer)
  if (name !== '' && familyOf(name) === familyOf(thing)) return true
  return name === '' && isMap(schema.value['properties'])
    ? true
    : parts(spec, schema).some((part) => holds(spec, part, thing, depth + 1))
}

const isList = (spec: Spec, node: Node): boolean =>
  isMap(child(resolve(spec, node), 'items').value) ||
  ['allOf', 'anyOf', 'oneOf'].some((key) =>
    children(child(resolve(spec, node), key)).some((part) => isList(spec, part)),
  )

const holdsList = (spec: Spec, node: Node): boolean =>
  isList(spec, node) || parts(spec, resolve(spec, node)).some((part) => isList(spec, part))

/** Plain text, numbers, or lists of them. */
export function isPlainValue(spec: Spec, node: Node, depth = 0): boolean {
  const schema = resolve(spec, node)
  const items = child(schema, 'items')
  if (isMap(items.value) && depth < 3) return isPlainValue(spec, items, depth + 1)
  return /^(?:string|number|integer|boolean)$/.test(textOf(child(schema, 'type').value))
}

const passing =
  /\b(?:(?<takes>takes?|accepts?|expects?|receives?)|answers?|returns?|responds?|gives?|replies|yields?|(?<with>with))\b(?:\s+(?:with|and|[2-5]\d\d))*\s+(?:(?<one>an?|one|single)\s+|(?:the|all|every|new|paged)\s+)*(?<many>(?:list|array|page|collection)\s+of\s+(?:the\s+|all\s+)?)?`?(?<thing>[A-Za-z]\w*)`?/i

/** "answers with a list of Reading": why the schema of that operation says otherwise; null where it does not. */
export function otherSchema(
  spec: Spec,
  operations: readonly Operation[],
  clause: string,
  status: string | undefined,
): string | null {
  const { takes, with: plain, one, many, thing = '' } = passing.exec(clause)?.groups ?? {}
  const name = schemaNamed(spec, thing)
  if (name === null) return null
  for (const { label, body, responses } of operations) {
    const sent = body ? mediaOf(body) : []
    const answered = responses
      .filter((each) => (status === undefined ? isSuccess(each.status) : each.status === status))
      .flatMap((each) => mediaOf(each))
    const isEither = plain !== undefined && status === undefined && body !== null
    const media = isEither ? [...sent, ...answered] : takes === undefined ? answered : sent
    const schemas = media.flatMap(({ schema }) => schema ?? [])
    const side = takes === undefined ? 'answers' : 'takes'
    if (!schemas.some((schema) => holds(spec, schema, name)))
      return `${label} ${side} ${schemas.length === 0 ? 'nothing' : 'something else'}, not ${name}`
    if (many !== undefined && !schemas.some((schema) => holdsList(spec, schema)))
      return `${label} ${side} one ${name}, not a list`
    if (one !== undefined && many === undefined && !isPlural(thing) && !isEither)
      if (schemas.every((schema) => isList(spec, schema)))
        return `${label} ${side} a list, not one ${name}`
  }
  return null
}

const reachedIn = new WeakMap<Spec, ReadonlySet<string>>()

/** Whether an operation sends or answers with what stands at a place; in a library of schemas all of them may travel. */
export function travels(spec: Spec, pointer: string): boolean {
  const root = /^\/components\/schemas\/[^/]+/.exec(pointer)?.[0]
  if (root === undefined || operationsOf(spec).length === 0) return true
  const known = reachedIn.get(spec) ?? reachedFrom(spec)
  reachedIn.set(spec, known)
  // what builds upon a schema stands wherever that one does
  const above = children(
    child(targetOf(spec, `#${root}`) ?? { value: undefined, pointer: '' }, 'allOf'),
  )
  return known.has(root) || above.some((each) => known.has(resolve(spec, each).pointer))
}

function reachedFrom(spec: Spec): ReadonlySet<string> {
  const reached = new Set<string>()
  const open: unknown[] = [spec.root['paths'], spec.root['webhooks']]
  while (open.length > 0) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...value)
    if (!isMap(value)) continue
    for (const each of Object.values(value)) {
      const target = typeof each === 'string' ? targetOf(spec, each) : null
      if (target !== null && !reached.has(target.pointer)) {
        reached.add(target.pointer)
        open.push(target.value)
      }
      open.push(each)
    }
  }
  return reached
}
