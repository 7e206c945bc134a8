import { issue, type Issue, type Spec } from './spec.ts'
import { type JsonMap, mapOf, type Node, stringsOf } from './json.ts'
import {
  isSuccess,
  jsonMediaOf,
  type Operation,
  operationsOf,
  type Parameter,
  resolve,
} from './operations.ts'
import {
  habitsOf,
  isBounded,
  namesNextCursor,
  type Others,
  tellsProgress,
} from './pagination-habits.ts'
import { type List, listsOf, nameOf, positions, sizes } from './pagination-lists.ts'
import { openapiCheck } from './rule.ts'
import { subSchemas } from './schema-walk.ts'

/** List operations can be read page by page and answer with a list. */
export const pagination = openapiCheck({
  aspect: 'pagination',
  title: 'List endpoints have page and limit or a cursor',
  passed: (spec) => `${listsOf(spec).length} list operations, each with pagination`,
  look: (spec) => {
    const lists = listsOf(spec)
    const othersOf = habitsOf(spec, lists)
    return [
      ...lists.flatMap((list) => {
        const others = othersOf(list)
        const missing = missingParts(list, others.limited)
        return [
          ...(missing === null
            ? parameterIssues(spec, list, others)
            : [missingIssue(list, missing)]),
          ...bodyIssues(spec, list, others),
        ]
      }),
      ...pagedSingles(spec),
    ]
  },
})

function missingIssue(list: List, missing: string): Issue {
  const { operation } = list
  return issue(
    parametersPointer(operation),
    `${operation.label} answers with a list but has no ${missing}`,
  )
}

function parameterIssues(spec: Spec, list: List, others: Others): readonly Issue[] {
  const { operation, styles, limit } = list
  const position = operation.parameters.find(
    (one) => one.in === 'query' && styles.some((style) => positions[style].test(nameOf(one))),
  )
  const odd = others.usual !== null && !styles.includes(others.usual)
  const parts = [limit, position].filter((one) => one !== null && one !== undefined)
  const counting = parts.filter((one) => one === limit || !styles.includes('cursor'))
  return [
    ...(odd && position
      ? [
          issue(
            position.used,
            `${operation.label} is paginated by ${styles[0]}, other lists by ${others.usual}`,
          ),
        ]
      : []),
    ...counting
      .filter((one) => !isInteger(spec, one))
      .map((one) => issue(`${one.pointer}/schema`, `"${one.name}" counts, so it is an integer`)),
    ...counting
      .filter((one) => Number(schemaOf(spec, one)['minimum'] ?? 0) < 0)
      .map((one) =>
        issue(`${one.pointer}/schema/minimum`, `"${one.name}" counts, so it is not below zero`),
      ),
    ...parts
      .filter((one) => one.value['required'] === true)
      .map((one) =>
        issue(
          `${one.pointer}/required`,
          `"${one.name}" is required: nobody can simply ask for the first page`,
        ),
      ),
    ...(limit === null ? [] : limitIssues(spec, limit, others)),
  ]
}

// a page of fixed size is a choice, unless the other lists let the caller choose
function missingParts({ styles, limit }: List, limited: number): string | null {
  if (styles.length === 0)
    return limit === null ? 'page and limit or cursor' : 'page or cursor beside its limit'
  const needed = styles.includes('cursor') ? 2 : 1
  return limit === null && limited >= needed ? 'limit, unlike other lists' : null
}

const parametersPointer = ({ pointer, value }: Operation): string =>
  value['parameters'] === undefined ? pointer : `${pointer}/parameters`

const schemaOf = (spec: Spec, { value, pointer }: Parameter): JsonMap =>
  mapOf(resolve(spec, { value: value['schema'], pointer: `${pointer}/schema` }).value)

function isInteger(spec: Spec, parameter: Parameter): boolean {
  const { type } = schemaOf(spec, parameter)
  return type === undefined || type === 'integer' || stringsOf(type).includes('integer')
}

function limitIssues(spec: Spec, limit: Parameter, others: Others): readonly Issue[] {
  return [
    ...(others.allBounded && !isBounded(spec, limit)
      ? [issue(`${limit.pointer}/schema`, `"${limit.name}" has no maximum, in other lists it has`)]
      : []),
    ...(others.sizeName === null
      ? []
      : [issue(limit.used, `"${limit.name}" is called "${others.sizeName}" in other lists`)]),
  ]
}

function bodyIssues(spec: Spec, list: List, others: Others): readonly Issue[] {
  const { operation, schema, body, styles } = list
  if (schema === null) return []
  if (body === 'other')
    return [
      issue(
        schema.pointer,
        `${operation.label} lists things but answers with an object that holds no list`,
      ),
    ]
  const { array, envelope, none } = others.bodies
  const alone =
    array + envelope + none >= 2 && others.bodies[body] === 0 && others.bodies.other === 0
  if (alone)
    return [
      issue(
        schema.pointer,
        `${operation.label} answers with ${body === 'array' ? 'a bare array' : 'an envelope'}, unlike the other lists`,
      ),
    ]
  const { holders } = others
  if (
    list.holder !== null &&
    holders.length > 0 &&
    !holders.includes(list.holder) &&
    /^(?:items|data|results?|records|entries|content)$/i.test(list.holder)
  )
    return [
      issue(
        schema.pointer,
        `${operation.label} holds its list under "${list.holder}", other lists under "${holders.join('", "')}"`,
      ),
    ]
  if (body !== 'envelope' || styles.length === 0) return []
  const cursor = styles.every((style) => style === 'cursor')
  const goesOn = cursor
    ? namesNextCursor(spec, list)
    : !others.allTellProgress || tellsProgress(spec, list)
  if (goesOn) return []
  return [
    issue(
      schema.pointer,
      cursor
        ? `${operation.label} takes a cursor but never answers with the next one`
        : `${operation.label} does not say how its pages go on, unlike the other lists`,
    ),
  ]
}

/** Reading one thing page by page: the parameters were copied from a list. */
function pagedSingles(spec: Spec): readonly Issue[] {
  const lists = new Set(listsOf(spec).map(({ operation }) => operation))
  return operationsOf(spec).flatMap((operation) => {
    if (operation.method !== 'get' || lists.has(operation)) return []
    const query = operation.parameters.filter((one) => one.in === 'query')
    const size = query.find((one) => sizes.test(nameOf(one)))
    const position = query.find((one) =>
      Object.values(positions).some((names) => names.test(nameOf(one))),
    )
    if (size === undefined || position === undefined || holdsList(spec, operation)) return []
    return [issue(position.used, `${operation.label} answers with one thing, which has no pages`)]
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
