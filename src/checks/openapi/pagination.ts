import { readBrief } from './brief.ts'
import type { Issue } from './issue.ts'
import { mapOf, stringsOf } from './json.ts'
import { resolve } from './operations.ts'
import type { Operation, Parameter } from './operations.ts'
import { paginationFix } from './pagination-fix.ts'
import { listsOf, nameOf, positions, usualStyle } from './pagination-lists.ts'
import type { List, Style } from './pagination-lists.ts'
import { openapiCheck } from './rule.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'

/** List operations can be read page by page and answer with a list. */
export const pagination = openapiCheck({
  aspect: 'pagination',
  title: 'List endpoints have page and limit or a cursor',
  passed: (spec) => `${listsOf(spec).length} list operations, each with pagination`,
  look: (spec, { task }) => {
    const lists = listsOf(spec)
    const wanted = usualStyle(lists) ?? readBrief(task.prompt).pagination
    return lists.flatMap((list) => [
      ...parameterIssues(spec, list, wanted),
      ...bodyIssues(spec, list, lists),
    ])
  },
})

function parameterIssues(spec: Spec, list: List, wanted: Style | null): readonly Issue[] {
  const { operation, styles, limit } = list
  const others = listsOf(spec).filter((one) => one !== list)
  const limited = others.filter((one) => one.limit !== null).length
  const missing = missingParts(list, limited)
  if (missing !== null)
    return [
      {
        pointer: parametersPointer(operation),
        message: `${operation.label} answers with a list but has no ${missing}`,
        ...paginationFix(spec, list, wanted),
      },
    ]
  const position = operation.parameters.find(
    (one) => one.in === 'query' && styles.some((style) => positions[style].test(nameOf(one))),
  )
  const usual = usualStyle(others)
  const odd = usual !== null && !styles.includes(usual)
  const counting = [limit, styles.includes('cursor') ? null : position].filter(
    (one) => one !== null && one !== undefined,
  )
  return [
    ...(odd && position
      ? [
          {
            pointer: position.used,
            message: `${operation.label} is paginated by ${styles[0]}, other lists by ${usual}`,
          },
        ]
      : []),
    ...counting
      .filter((one) => !isInteger(spec, one))
      .map((one) => ({
        pointer: `${one.pointer}/schema`,
        message: `"${one.name}" counts, so it is an integer`,
      })),
    ...(limit === null
      ? []
      : [...limitIssues(spec, limit, listsOf(spec)), ...otherName(limit, others)]),
  ]
}

function otherName(limit: Parameter, others: readonly List[]): readonly Issue[] {
  const names = others.flatMap((list) => (list.limit === null ? [] : [list.limit.name]))
  const [first] = names
  if (first === undefined || names.includes(limit.name)) return []
  return [{ pointer: limit.used, message: `"${limit.name}" is called "${first}" in other lists` }]
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

function isInteger(spec: Spec, parameter: Parameter): boolean {
  const schema = resolve(spec, {
    value: parameter.value['schema'],
    pointer: `${parameter.pointer}/schema`,
  })
  const type = mapOf(schema.value)['type']
  return type === undefined || type === 'integer' || stringsOf(type).includes('integer')
}

function limitIssues(spec: Spec, limit: Parameter, lists: readonly List[]): readonly Issue[] {
  const bounded = (one: Parameter) =>
    typeof mapOf(resolve(spec, { value: one.value['schema'], pointer: '' }).value)['maximum'] ===
    'number'
  const others = lists.flatMap((list) =>
    list.limit === null || list.limit.pointer === limit.pointer ? [] : [list.limit],
  )
  const odd = !bounded(limit) && others.length >= 2 && others.every(bounded)
  const required = limit.value['required'] === true
  return [
    ...(odd
      ? [
          {
            pointer: `${limit.pointer}/schema`,
            message: `"${limit.name}" has no maximum, in other lists it has`,
          },
        ]
      : []),
    ...(required && !others.every((one) => one.value['required'] === true)
      ? [
          {
            pointer: `${limit.pointer}/required`,
            message: `"${limit.name}" is required here and optional elsewhere`,
          },
        ]
      : []),
  ]
}

function bodyIssues(spec: Spec, list: List, lists: readonly List[]): readonly Issue[] {
  const { operation, schema, body, styles } = list
  if (schema === null) return []
  if (body === 'other')
    return [
      {
        pointer: schema.pointer,
        message: `${operation.label} lists things but answers with an object that holds no list`,
      },
    ]
  const others = lists.filter((one) => one !== list && one.schema !== null)
  const alone =
    others.length >= 2 && others.every((one) => one.body !== body && one.body !== 'other')
  if (alone)
    return [
      {
        pointer: schema.pointer,
        message: `${operation.label} answers with ${body === 'array' ? 'a bare array' : 'an envelope'}, unlike the other lists`,
      },
    ]
  const holders = new Set(others.flatMap((one) => (one.holder === null ? [] : [one.holder])))
  if (
    list.holder !== null &&
    holders.size > 0 &&
    !holders.has(list.holder) &&
    /^(?:items|data|results?|records|entries|content)$/i.test(list.holder)
  )
    return [
      {
        pointer: schema.pointer,
        message: `${operation.label} holds its list under "${list.holder}", other lists under "${[...holders].join('", "')}"`,
      },
    ]
  if (body !== 'envelope' || styles.length === 0 || styles.some((style) => style !== 'cursor'))
    return []
  const names = [...propertiesOf(spec, schema)].flatMap(([name, property]) => [
    name,
    ...propertiesOf(spec, property).keys(),
  ])
  const follows = names.some((name) =>
    /next|cursor|token|after|links?|paging|pagination|page/i.test(name),
  )
  const header = operation.responses.some(({ value }) =>
    Object.keys(mapOf(value['headers'])).some((name) => /link|cursor|next/i.test(name)),
  )
  return follows || header
    ? []
    : [
        {
          pointer: schema.pointer,
          message: `${operation.label} takes a cursor but never answers with the next one`,
        },
      ]
}
