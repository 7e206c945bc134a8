import { child, children, isMap } from './json.ts'
import type { Node } from './json.ts'
import { componentsOf, operationsOf, resolve } from './operations.ts'
import type { Spec } from './spec.ts'

/** A schema where it is written, and how: a component, a member of an object, or another part. */
export type Schema = Node & {
  readonly role: 'component' | 'root' | 'property' | 'items' | 'part'
  readonly name: string
}

const walked = new WeakMap<Spec, readonly Schema[]>()
const mostSchemas = 500_000

/** Every schema written in the description, references not followed. */
export function schemasOf(spec: Spec): readonly Schema[] {
  const known = walked.get(spec)
  if (known) return known
  const schemas: Schema[] = []
  for (const node of componentsOf(spec, 'schemas'))
    collect({ ...node, role: 'component', name: node.key }, schemas, 0)
  for (const node of rootSchemas({ value: spec.root, pointer: '' })) collect(node, schemas, 0)
  walked.set(spec, schemas)
  return schemas
}

function collect(schema: Schema, schemas: Schema[], depth: number): void {
  if (!isMap(schema.value) || depth > 60 || schemas.length >= mostSchemas) return
  schemas.push(schema)
  for (const part of subSchemas(schema)) collect(part, schemas, depth + 1)
}

/** The schemas written directly inside a schema. */
export function subSchemas(schema: Node): readonly Schema[] {
  const named = ['properties', 'patternProperties', '$defs', 'dependentSchemas'].flatMap(
    (keyword) =>
      children(child(schema, keyword)).map((node) => ({
        ...node,
        role: 'property' as const,
        name: node.key,
      })),
  )
  const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) =>
    children(child(schema, keyword)).map((node) => ({ ...node, role: 'part' as const, name: '' })),
  )
  const single = [
    'additionalProperties',
    'not',
    'if',
    'then',
    'else',
    'contains',
    'propertyNames',
  ].map((keyword) => ({
    ...child(schema, keyword),
    role: 'part' as const,
    name: '',
  }))
  const items = { ...child(schema, 'items'), role: 'items' as const, name: '' }
  return [...named, ...listed, ...single, items].filter(({ value }) => isMap(value))
}

// schemas of parameters, headers and media types, wherever they stand outside components.schemas
function rootSchemas(root: Node): readonly Schema[] {
  const schemas: Schema[] = []
  const open: { node: Node; depth: number }[] = [{ node: root, depth: 0 }]
  for (
    let entry = open.pop();
    entry !== undefined && schemas.length < mostSchemas;
    entry = open.pop()
  ) {
    const { node, depth } = entry
    for (const member of children(node)) {
      if (
        depth > 40 ||
        typeof member.value !== 'object' ||
        /^(?:x-|examples?$|default$)/.test(member.key)
      )
        continue
      if (node.pointer === '/components' && member.key === 'schemas') continue
      if (member.key === 'schema' && isMap(member.value))
        schemas.push({ ...member, role: 'root', name: '' })
      else open.push({ node: member, depth: depth + 1 })
    }
  }
  return schemas
}

export type Usage = {
  readonly request: ReadonlySet<string>
  readonly response: ReadonlySet<string>
}

const used = new WeakMap<Spec, Usage>()

/** Pointers of the schemas that travel in requests and in responses, references followed. */
export function usageOf(spec: Spec): Usage {
  const known = used.get(spec)
  if (known) return known
  const request = new Set<string>()
  const response = new Set<string>()
  for (const operation of operationsOf(spec)) {
    if (operation.body) reach(spec, operation.body, request)
    for (const { value, pointer } of operation.responses) reach(spec, { value, pointer }, response)
  }
  used.set(spec, { request, response })
  return { request, response }
}

function reach(spec: Spec, owner: Node, reached: Set<string>): void {
  const open: Node[] = children(child(owner, 'content')).map((media) => child(media, 'schema'))
  for (let node = open.pop(); node !== undefined && reached.size < mostSchemas; node = open.pop()) {
    const schema = resolve(spec, node)
    if (!isMap(schema.value) || reached.has(schema.pointer)) continue
    reached.add(schema.pointer)
    open.push(...subSchemas(schema))
  }
}

/** The members an object schema declares, with those of its allOf parts; the first declaration wins. */
export function propertiesOf(spec: Spec, schemaNode: Node, depth = 0): ReadonlyMap<string, Node> {
  const schema = resolve(spec, schemaNode)
  const result = new Map<string, Node>()
  if (!isMap(schema.value) || depth > 8) return result
  for (const property of children(child(schema, 'properties'))) result.set(property.key, property)
  for (const part of children(child(schema, 'allOf')))
    for (const [name, property] of propertiesOf(spec, part, depth + 1))
      if (!result.has(name)) result.set(name, property)
  return result
}
