import { isMap, stringsOf } from './json.ts'
import type { Node } from './json.ts'
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
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { isPlural, isUncountable, wordsOf } from './words.ts'

export type Style = 'page' | 'offset' | 'cursor'

export type List = {
  readonly operation: Operation
  readonly styles: readonly Style[]
  readonly limit: Parameter | null
  readonly schema: Node | null
  readonly body: 'array' | 'envelope' | 'other' | 'none'
  /** The member of an envelope that holds the list. */
  readonly holder: string | null
}

export const positions: Readonly<Record<Style, RegExp>> = {
  page: /^(?:page|page number|page no|page index|current page|p)$/,
  offset: /^(?:offset|skip|start|start index|from|first result|page offset)$/,
  cursor:
    /^(?:cursor|after|before|next|next token|page token|pagetoken|continuation token|continuation|starting after|ending before|since id|marker|last id|page cursor|page after|page before|next cursor|start key|last key)$/,
}
export const sizes =
  /^(?:limit|size|page size|per page|count|take|top|max results|page limit|first|last|max items|maxresults|pagesize|perpage|n|num|rows)$/

export const nameOf = (parameter: Parameter): string =>
  wordsOf(parameter.name.replace(/^[$]/, '')).join(' ')

const remembered = new WeakMap<Spec, readonly List[]>()

/** The GET operations that answer with several things. */
export function listsOf(spec: Spec): readonly List[] {
  const known = remembered.get(spec)
  if (known) return known
  const lists = operationsOf(spec).flatMap((operation) => {
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
  remembered.set(spec, lists)
  return lists
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
    holder: schema ? envelopeList(spec, schema) : null,
  }
}

function bodyKind(spec: Spec, schemaNode: Node): List['body'] {
  const schema = resolve(spec, schemaNode)
  if (!isMap(schema.value)) return 'none'
  if (isArray(schema.value)) return 'array'
  // which of the alternatives is answered nobody knows
  if (schema.value['anyOf'] !== undefined || schema.value['oneOf'] !== undefined) return 'none'
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
