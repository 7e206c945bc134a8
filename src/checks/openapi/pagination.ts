import { type JsonMap, mapOf, stringsOf } from './json.ts'
import { oddOnes } from './odd-ones.ts'
import { type Parameter, resolve } from './operations.ts'
import { type List, listsOf, nameOf, positions } from './pagination-lists.ts'
import { openapiCheck } from './rule.ts'
import { propertiesOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'

/** List operations can be read page by page and answer with a list, all in the same way. */
export const pagination = openapiCheck({
  aspect: 'pagination',
  title: 'List endpoints have page and limit or a cursor',
  passed: (spec) => `${listsOf(spec).length} list operations, each with pagination`,
  look: (spec) => {
    const lists = listsOf(spec)
    return [...lists.flatMap((list) => listIssues(spec, list)), ...oddLists(spec, lists)]
  },
})

const parametersOf = ({ operation: { pointer, value } }: List): string =>
  value['parameters'] === undefined ? pointer : `${pointer}/parameters`

function listIssues(spec: Spec, list: List): readonly Issue[] {
  const { styles, limit, body, schema, operation } = list
  const { label } = operation
  const lacks = limit === null ? 'page and limit or cursor' : 'page or cursor beside its limit'
  const counting = [limit, styles.includes('cursor') ? null : positionOf(list)]
  return [
    ...(styles.length === 0
      ? [issue(parametersOf(list), `${label} answers with a list but has no ${lacks}`)]
      : []),
    ...counting
      .filter((one) => one !== null)
      .filter((one) => !isInteger(schemaOf(spec, one)))
      .map((one) => issue(`${one.pointer}/schema`, `"${one.name}" counts, so it is an integer`)),
    ...[limit, positionOf(list)]
      .filter((one) => one?.value['required'] === true)
      .map((one) =>
        issue(
          `${one?.pointer}/required`,
          `"${one?.name}" is required: nobody can simply ask for the first page`,
        ),
      ),
    ...(body === 'other' && schema !== null
      ? [
          issue(
            schema.pointer,
            `${label} lists things but answers with an object that holds no list`,
          ),
        ]
      : []),
    ...(body === 'envelope' && styles.join() === 'cursor' && !namesNext(spec, list)
      ? [
          issue(
            schema?.pointer ?? operation.pointer,
            `${label} takes a cursor but never answers with the next one`,
          ),
        ]
      : []),
  ]
}

/** What nearly all lists do is the way of this description. */
function oddLists(spec: Spec, lists: readonly List[]): readonly Issue[] {
  const paged = lists.filter(({ styles }) => styles.length > 0)
  const sized = paged.flatMap((list) => (list.limit === null ? [] : [list.limit]))
  const whole = lists.filter(({ body }) => body === 'array' || body === 'envelope')
  return [
    ...oddOnes(paged, ({ styles }) => styles[0] ?? null).map(({ item, value, usual }) =>
      issue(
        positionOf(item)?.used ?? item.operation.pointer,
        `${item.operation.label} is paginated by ${value}, other lists by ${usual}`,
      ),
    ),
    ...oddOnes(paged, ({ limit }) => (limit === null ? 'none' : 'some'))
      .filter(({ value }) => value === 'none')
      .map(({ item }) =>
        issue(
          parametersOf(item),
          `${item.operation.label} answers with a list but has no limit, unlike other lists`,
        ),
      ),
    ...oddOnes(sized, ({ name }) => name).map(({ item, usual }) =>
      issue(item.used, `"${item.name}" is called "${usual}" in other lists`),
    ),
    ...oddOnes(sized, (limit) => typeof schemaOf(spec, limit)['maximum'])
      .filter(({ usual }) => usual === 'number')
      .map(({ item }) =>
        issue(`${item.pointer}/schema`, `"${item.name}" has no maximum, in other lists it has`),
      ),
    ...oddOnes(whole, ({ body }) => body).map(({ item, value }) =>
      issue(
        item.schema?.pointer ?? item.operation.pointer,
        `${item.operation.label} answers with ${value === 'array' ? 'a bare array' : 'an envelope'}, unlike the other lists`,
      ),
    ),
    ...oddOnes(lists, ({ holder }) =>
      /^(?:items|data|results?|records|entries|content)$/i.test(holder ?? '') ? holder : null,
    ).map(({ item, value, usual }) =>
      issue(
        item.schema?.pointer ?? item.operation.pointer,
        `${item.operation.label} holds its list under "${value}", other lists under "${usual}"`,
      ),
    ),
  ]
}

const positionOf = ({ operation, styles }: List): Parameter | null =>
  operation.parameters.find(
    (one) => one.in === 'query' && styles.some((style) => positions[style].test(nameOf(one))),
  ) ?? null

const schemaOf = (spec: Spec, { value, pointer }: Parameter): JsonMap =>
  mapOf(resolve(spec, { value: value['schema'], pointer: `${pointer}/schema` }).value)

const isInteger = ({ type }: JsonMap): boolean =>
  type === undefined || type === 'integer' || stringsOf(type).includes('integer')

/** Whether the answer of a list that takes a cursor names the next one, in its body or in a header. */
function namesNext(spec: Spec, { operation, schema }: List): boolean {
  const headers = operation.responses.flatMap(({ value }) => Object.keys(mapOf(value['headers'])))
  const members = schema === null ? [] : [...propertiesOf(spec, schema)]
  return [
    ...headers,
    ...members.flatMap(([name, property]) => [name, ...propertiesOf(spec, property).keys()]),
  ].some((name) => /next|cursor|token|after|links?|paging|pagination|page/i.test(name))
}
