import { errorResponse } from './error-draft.ts'
import { child, isMap, mapOf, textOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { draftOperation } from './operation-draft.ts'
import type { PlannedOperation } from './operation-draft.ts'
import {
  habitsFor,
  operationIdLikeOthers,
  pathParameter,
  usuallyAnswers,
} from './operation-habits.ts'
import { isSuccess, resolve, segmentsOf } from './operations.ts'
import { paginationParameters } from './pagination-fix.ts'
import { listsOf } from './pagination-lists.ts'
import type { List } from './pagination-lists.ts'
import { sampleOf } from './sample.ts'
import type { Spec } from './spec.ts'

/** A new operation with all that the other checks ask of it, so that adding it breaks none of them. */
export function completeOperation(
  spec: Spec,
  plan: PlannedOperation,
  declared: readonly string[],
): JsonMap {
  const draft = draftOperation(plan)
  const own = segmentsOf(plan.path).flatMap(({ param }) =>
    param === null || declared.includes(param) ? [] : [pathParameter(spec, param)],
  )
  const parameters = plan.kind === 'list' ? [...own, ...paginationParameters(spec)] : own
  const byId = segmentsOf(plan.path).some(({ param }) => param !== null)
  const input = plan.kind === 'list' || draft['requestBody'] !== undefined
  const secured = usuallyAnswers(spec, '401')
  const statuses = [
    ...(input ? ['400'] : []),
    ...(secured ? ['401'] : []),
    ...(byId ? ['404'] : []),
    '500',
  ]
  const success = Object.entries(mapOf(draft['responses'])).map(([status, response]) => [
    status,
    isSuccess(status)
      ? withExample(spec, likeOtherLists(spec, plan, response), 'response')
      : response,
  ])
  return {
    operationId: operationIdLikeOthers(spec, textOf(draft['operationId'])),
    summary: draft['summary'],
    ...habitsFor(spec, plan),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(draft['requestBody'] === undefined
      ? {}
      : { requestBody: withExample(spec, draft['requestBody'], 'request') }),
    responses: {
      ...Object.fromEntries(success),
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(spec, status)])),
    },
  }
}

/** A list answered the way the other lists are: bare, or in an envelope of the same members. */
function likeOtherLists(spec: Spec, plan: PlannedOperation, response: unknown): unknown {
  const model =
    plan.kind === 'list' ? listsOf(spec).find(({ schema }) => schema !== null) : undefined
  if (model === undefined || !isMap(response)) return response
  const schema = listSchema(spec, model, { $ref: `#/components/schemas/${plan.schema}` })
  return schema === null ? response : { ...response, content: { 'application/json': { schema } } }
}

/** The schema of a list of these things, shaped like a list that exists. */
export function listSchema(spec: Spec, model: List, item: JsonMap): JsonMap | null {
  if (model.body === 'array') return { type: 'array', items: item }
  const envelope = model.schema ? resolve(spec, model.schema).value : undefined
  if (model.holder === null || !isMap(envelope) || !isMap(envelope['properties'])) return null
  const properties = { ...envelope['properties'], [model.holder]: { type: 'array', items: item } }
  return { type: 'object', required: envelope['required'] ?? [model.holder], properties }
}

/** The same body with an example made from its schema, where one can be made. */
export function withExample(spec: Spec, body: unknown, direction: 'request' | 'response'): unknown {
  if (!isMap(body) || !isMap(body['content'])) return body
  const content = Object.entries(body['content']).map(
    ([type, media]): readonly [string, unknown] => {
      const schema: Node = child({ value: media, pointer: '' }, 'schema')
      const example = schema.value === undefined ? undefined : sampleOf(spec, schema, direction)
      return [type, isMap(media) && example !== undefined ? { ...media, example } : media]
    },
  )
  return { ...body, content: Object.fromEntries(content) }
}
