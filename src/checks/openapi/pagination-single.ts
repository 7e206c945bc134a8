import type { Issue } from './issue.ts'
import { mapOf } from './json.ts'
import type { Node } from './json.ts'
import { isSuccess, jsonMediaOf, operationsOf, resolve } from './operations.ts'
import type { Operation } from './operations.ts'
import { listsOf, nameOf, positions, sizes } from './pagination-lists.ts'
import { subSchemas } from './schema-walk.ts'
import type { Spec } from './spec.ts'

/** Reading one thing page by page: the parameters were copied from a list. */
export function pagedSingles(spec: Spec): readonly Issue[] {
  const lists = new Set(listsOf(spec).map(({ operation }) => operation))
  return operationsOf(spec).flatMap((operation) => {
    if (operation.method !== 'get' || lists.has(operation)) return []
    const query = operation.parameters.filter((one) => one.in === 'query')
    const size = query.find((one) => sizes.test(nameOf(one)))
    const position = query.find((one) =>
      Object.values(positions).some((names) => names.test(nameOf(one))),
    )
    if (size === undefined || position === undefined || holdsList(spec, operation)) return []
    return [
      {
        pointer: position.used,
        message: `${operation.label} answers with one thing, which has no pages`,
      },
    ]
  })
}

// a thing may hold a long list that is read page by page; what has no schema cannot be judged
function holdsList(spec: Spec, { responses }: Operation): boolean {
  const schemas = responses
    .filter(({ status }) => isSuccess(status))
    .flatMap(({ value, pointer }) => jsonMediaOf({ value, pointer }))
    .flatMap(({ schema }) => (schema === null ? [] : [schema]))
  return schemas.length === 0 || schemas.some((schema) => hasItems(spec, schema, new Set()))
}

function hasItems(spec: Spec, schema: Node, seen: Set<string>): boolean {
  const target = resolve(spec, schema)
  if (seen.has(target.pointer) || seen.size > 300) return false
  seen.add(target.pointer)
  return subSchemas(target).some(
    (part) => (part.role === 'items' && isObject(spec, part)) || hasItems(spec, part, seen),
  )
}

// a few words or numbers need no pages
function isObject(spec: Spec, schema: Node): boolean {
  const { type, properties, allOf, oneOf, anyOf } = mapOf(resolve(spec, schema).value)
  return type === 'object' || [properties, allOf, oneOf, anyOf].some((one) => one !== undefined)
}
