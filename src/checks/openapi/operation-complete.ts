import { errorResponse } from './error-draft.ts'
import { child, isMap, mapOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { draftOperation } from './operation-draft.ts'
import type { PlannedOperation } from './operation-draft.ts'
import { isSuccess, segmentsOf } from './operations.ts'
import { paginationParameters } from './pagination-fix.ts'
import { sampleOf } from './sample.ts'
import type { Spec } from './spec.ts'

/** A new operation with all that the other checks ask of it, so that adding it breaks none of them. */
export function completeOperation(
  spec: Spec,
  plan: PlannedOperation,
  declared: readonly string[],
): JsonMap {
  const draft = draftOperation(plan, declared)
  const own = Array.isArray(draft['parameters']) ? draft['parameters'] : []
  const parameters = plan.kind === 'list' ? [...own, ...paginationParameters(spec)] : own
  const byId = segmentsOf(plan.path).some(({ param }) => param !== null)
  const input = plan.kind === 'list' || draft['requestBody'] !== undefined
  const statuses = [...(input ? ['400'] : []), ...(byId ? ['404'] : []), '500']
  const errors = Object.fromEntries(statuses.map((status) => [status, errorResponse(spec, status)]))
  const { requestBody, responses, ...rest } = draft
  return {
    ...rest,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: withExample(spec, requestBody, 'request') }),
    responses: {
      ...Object.fromEntries(
        Object.entries(mapOf(responses)).map(([status, response]) => [
          status,
          isSuccess(status) ? withExample(spec, response, 'response') : response,
        ]),
      ),
      ...errors,
    },
  }
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
