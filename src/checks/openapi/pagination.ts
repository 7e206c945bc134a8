import { addItems, addMember, fixOf } from './edit.ts'
import { covers, errorEdit, sharedSchema } from './error-draft.ts'
import type { Issue } from './issue.ts'
import { isMap, mapOf, stringsOf, textOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import {
  endsWithParam,
  isCollection,
  isSuccess,
  jsonMediaOf,
  nounOf,
  operationsOf,
  resolve,
} from './operations.ts'
import type { Operation, Parameter } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { isPlural, isUncountable, wordsOf } from './words.ts'

/** List operations can be read page by page and answer with a list. */
export const pagination = openapiCheck({
  aspect: 'pagination',
  title: 'List endpoints have page and limit or a cursor',
  passed: (spec) => `${listsOf(spec).length} list operations, each with pagination`,
  look: (spec) => {
    const lists = listsOf(spec)
    const usual = usualStyle(lists)
    return [
      ...lists.flatMap((list) => parameterIssues(spec, list, usual)),
      ...lists.flatMap((list) => bodyIssues(spec, list, lists)),
    ]
  },
})

type Style = 'page' | 'offset' | 'cursor'

type List = {
  readonly operation: Operation
  readonly styles: readonly Style[]
  readonly limit: Parameter | null
  readonly schema: Node | null
  readonly body: 'array' | 'envelope' | 'other' | 'none'
}

const positions: Readonly<Record<Style, RegExp>> = {
  page: /^(?:page|page number|page no|page index|current page|p)$/,
  offset: /^(?:offset|skip|start|start index|from|first result|page offset)$/,
  cursor:
    /^(?:cursor|after|before|next|next token|page token|pagetoken|continuation token|continuation|starting after|ending before|since id|marker|last id|page cursor|page after|page before|next cursor|start key|last key)$/,
}
const sizes =
  /^(?:limit|size|page size|per page|count|take|top|max results|page limit|first|last|max items|maxresults|pagesize|perpage|n|num|rows)$/

const nameOf = (parameter: Parameter): string =>
  wordsOf(parameter.name.replace(/^[$]/, '')).join(' ')

const listed = new WeakMap<Spec, readonly List[]>()

/** The GET operations that answer with several things. */
function listsOf(spec: Spec): readonly List[] {
  const known = listed.get(spec)
  if (known) return known
  const found = operationsOf(spec).flatMap((operation) => {
    if (operation.method !== 'get' || endsWithParam(operation.path)) return []
    const list = listAt(spec, operation)
    const noun = nounOf(operation.path)
    const many = isPlural(noun) && !isUncountable(noun)
    const collection = isCollection(spec, operation.path) && list.body !== 'none'
    const listed =
      list.body === 'array' || (list.body === 'envelope' && (many || isUncountable(noun)))
    return collection ||
      listed ||
      (many &&
        list.body === 'other' &&
        /^(?:list|search|find)/i.test(String(operation.value['operationId'])))
      ? [list]
      : []
  })
  listed.set(spec, found)
  return found
}

function listAt(spec: Spec, operation: Operation): List {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const styles = (['page', 'offset', 'cursor'] as const).filter((style) =>
    query.some((one) => positions[style].test(nameOf(one))),
  )
  const success = operation.responses.find(({ status }) => isSuccess(status))
  const media = success ? jsonMediaOf({ value: success.value, pointer: success.pointer }) : []
  const schema = media[0]?.schema ?? null
  return {
    operation,
    styles,
    limit: query.find((one) => sizes.test(nameOf(one))) ?? null,
    schema,
    body: schema ? bodyKind(spec, schema) : 'none',
  }
}

function bodyKind(spec: Spec, schemaNode: Node): List['body'] {
  const schema = resolve(spec, schemaNode)
  if (!isMap(schema.value)) return 'none'
  if (isArray(schema.value)) return 'array'
  return envelopeList(spec, schemaNode) === null ? 'other' : 'envelope'
}

const isArray = (value: unknown): boolean =>
  isMap(value) &&
  (value['type'] === 'array' ||
    stringsOf(value['type']).includes('array') ||
    (value['type'] === undefined && value['items'] !== undefined))

const listNames =
  /^(?:items|data|results?|records|entries|rows|content|values|elements|edges|nodes|list|hits|members|docs|page)$/i

/** The member of an envelope that holds the list. */
function envelopeList(spec: Spec, schema: Node): string | null {
  const lists = [...propertiesOf(spec, schema)].filter(([, property]) =>
    isArray(resolve(spec, property).value),
  )
  const embedded = propertiesOf(spec, schema).get('_embedded')
  if (embedded) return '_embedded'
  const named =
    lists.find(([name]) => listNames.test(name)) ?? lists.find(([name]) => isPlural(name))
  const isThing = propertiesOf(spec, schema).has('id') || propertiesOf(spec, schema).has('uuid')
  return named === undefined || isThing ? null : named[0]
}

function usualStyle(lists: readonly List[]): Style | null {
  const counts = (['page', 'offset', 'cursor'] as const).map((style) => ({
    style,
    count: lists.filter((list) => list.styles[0] === style).length,
  }))
  const [first, second] = counts.sort((one, other) => other.count - one.count)
  return first === undefined || first.count === 0 || first.count === second?.count
    ? null
    : first.style
}

function parameterIssues(spec: Spec, list: List, usual: Style | null): readonly Issue[] {
  const { operation, styles, limit } = list
  const lists = listsOf(spec)
  if (
    styles.length === 0 ||
    (limit === null &&
      !styles.includes('cursor') &&
      lists.some((one) => one !== list && one.limit !== null))
  ) {
    const missing =
      styles.length === 0
        ? limit === null
          ? 'page and limit or a cursor'
          : 'a page or cursor beside its limit'
        : 'a limit'
    return [
      {
        pointer: parametersPointer(operation),
        message: `${operation.label} answers with a list but has no ${missing}`.replace(
          'no a ',
          'no ',
        ),
        ...paginationFix(spec, list, usual),
      },
    ]
  }
  const odd =
    usual !== null &&
    !styles.includes(usual) &&
    lists.filter((one) => one.styles.includes(usual)).length >= 2
  const position = operation.parameters.find(
    (one) => one.in === 'query' && styles.some((style) => positions[style].test(nameOf(one))),
  )
  const numeric = [limit, styles.includes('cursor') ? null : (position ?? null)].filter(
    (one) => one !== null,
  )
  return [
    ...(odd
      ? [
          {
            pointer: position?.used ?? operation.pointer,
            message: `${operation.label} is paginated by ${styles[0]}, other lists by ${usual}`,
          },
        ]
      : []),
    ...(limit === null &&
    styles.includes('cursor') &&
    lists.filter((one) => one.limit !== null).length >= 2
      ? [
          {
            pointer: parametersPointer(operation),
            message: `${operation.label} has no limit, other lists have one`,
          },
        ]
      : []),
    ...numeric
      .filter((one) => !isInteger(spec, one))
      .map((one) => ({
        pointer: `${one.pointer}/schema`,
        message: `"${one.name}" counts, so it is an integer`,
      })),
    ...(limit === null ? [] : limitIssues(spec, limit, lists)),
  ]
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

function paginationFix(spec: Spec, list: List, usual: Style | null): Pick<Issue, 'fix'> {
  const { operation, styles, limit } = list
  const wanted = modelParameters(spec, usual) ?? [
    ...(styles.length === 0 ? [positionParameter(usual ?? 'page')] : []),
    ...(limit === null ? [sizeParameter] : []),
  ]
  const fresh = wanted.filter(
    (one) =>
      !operation.parameters.some(
        (mine) => mine.in === 'query' && mine.name === parameterName(spec, one),
      ),
  )
  if (fresh.length === 0) return {}
  const pointer = `${operation.pointer}/parameters`
  const edits =
    operation.value['parameters'] === undefined
      ? [addMember(spec, operation.pointer, ['parameters', fresh])]
      : [addItems(spec, pointer, fresh)]
  // a query that can be wrong needs an answer that says so
  const refusal = covers(operation, '400')
    ? []
    : [
        ...(listsOf(spec)[0] === list ? sharedSchema(spec) : []),
        errorEdit(spec, operation, ['400']),
      ]
  return fixOf(`Paginate ${operation.label}`, [...edits, ...refusal])
}

const parameterName = (spec: Spec, parameter: JsonMap): string =>
  textOf(mapOf(resolve(spec, { value: parameter, pointer: '' }).value)['name'])

/** The parameters another list of the description uses for the same. */
function modelParameters(spec: Spec, style: Style | null): readonly JsonMap[] | null {
  const model = listsOf(spec).find(
    (one) => style !== null && one.styles.includes(style) && one.limit !== null,
  )
  if (model === undefined || style === null) return null
  const wanted = model.operation.parameters.filter(
    (one) => one.in === 'query' && (positions[style].test(nameOf(one)) || sizes.test(nameOf(one))),
  )
  return wanted.map((one) =>
    one.pointer.startsWith('/components/parameters/') ? { $ref: `#${one.pointer}` } : one.value,
  )
}

/** The parameters a new list operation gets. */
export function paginationParameters(spec: Spec): readonly JsonMap[] {
  const usual = usualStyle(listsOf(spec))
  return modelParameters(spec, usual) ?? [positionParameter(usual ?? 'page'), sizeParameter]
}

function positionParameter(style: Style): JsonMap {
  switch (style) {
    case 'cursor':
      return {
        name: 'cursor',
        in: 'query',
        description: 'Where the page begins: the cursor that the page before gave.',
        schema: { type: 'string' },
      }
    case 'offset':
      return {
        name: 'offset',
        in: 'query',
        description: 'How many to skip.',
        schema: { type: 'integer', minimum: 0, default: 0 },
      }
    case 'page':
      return {
        name: 'page',
        in: 'query',
        description: 'The page to read, from 1.',
        schema: { type: 'integer', minimum: 1, default: 1 },
      }
  }
}

const sizeParameter: JsonMap = {
  name: 'limit',
  in: 'query',
  description: 'How many to answer with at most.',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
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
