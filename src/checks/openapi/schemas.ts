import { addMember, fixOf, replaceValue } from './edit.ts'
import { hasSuccess } from './errors.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { child, isMap, mapOf } from './json.ts'
import type { Node } from './json.ts'
import {
  endsWithParam,
  isSuccess,
  mediaOf,
  nounOf,
  operationsOf,
  resolve,
  segmentsOf,
} from './operations.ts'
import type { Operation, Response } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { consistencyIssues } from './schema-consistency.ts'
import { schemaIssues } from './schema-rules.ts'
import { schemasOf, usageOf } from './schema-walk.ts'
import { isPlural } from './words.ts'

/** Every operation has real request and response schemas that fit the things it is about. */
export const schemas = openapiCheck({
  aspect: 'schemas',
  title: 'Request and response schemas that are real and fit the domain',
  passed: (spec) => `${schemasOf(spec).length} schemas; every operation has the ones it needs`,
  look: allIssues,
})

function allIssues(spec: Spec): readonly Issue[] {
  const usage = usageOf(spec)
  const required = operationsOf(spec).filter(
    ({ body }) => mapOf(body?.value)['required'] === true,
  ).length
  return [
    ...operationsOf(spec).flatMap((operation) => [
      ...requestIssues(spec, operation, required >= 2),
      ...listForOne(spec, operation),
      ...responseIssues(operation),
    ]),
    ...schemasOf(spec).flatMap((schema) => schemaIssues(spec, schema, usage)),
    ...consistencyIssues(spec),
  ]
}

function requestIssues(spec: Spec, operation: Operation, habit: boolean): readonly Issue[] {
  const { label, pointer, body, value } = operation
  if (body === null) {
    // a reference that leads nowhere is reported where it stands
    if (value['requestBody'] !== undefined || !needsBody(operation)) return []
    return [issue(pointer, `${label} takes no request body: nothing says what to send`)]
  }
  return [
    ...(habit || mapOf(body.value)['required'] !== undefined
      ? optionalBody(spec, operation, body)
      : []),
    ...schemaless(body, `The request body of ${label}`),
  ]
}

// a body is optional unless said otherwise, which nobody means who requires it everywhere else
function optionalBody(spec: Spec, { label, method }: Operation, body: Node): readonly Issue[] {
  const { required } = mapOf(body.value)
  if (required === true || method === 'delete' || method === 'get') return []
  const edit =
    required === undefined
      ? addMember(spec, body.pointer, ['required', true])
      : replaceValue(spec, `${body.pointer}/required`, true)
  return [
    issue(
      body.pointer,
      `The request body of ${label} is optional`,
      fixOf('Require the body', [edit]),
    ),
  ]
}

function needsBody({ method, path, responses }: Operation): boolean {
  const params = segmentsOf(path).filter(({ param }) => param !== null).length
  if (method === 'patch') return endsWithParam(path)
  if (method === 'put')
    return endsWithParam(path) && !(params >= 2 && responses.some(({ status }) => status === '204'))
  if (method !== 'post' || endsWithParam(path)) return false
  return (
    isPlural(nounOf(path)) &&
    responses.some(({ status }) => status === '201' || status === '200') &&
    params < 2
  )
}

function responseIssues(operation: Operation): readonly Issue[] {
  const { responses, label, pointer, method, value } = operation
  const at = value['responses'] === undefined ? pointer : `${pointer}/responses`
  if (!hasSuccess(operation))
    return [issue(at, `${label} does not say what it answers when all goes well`)]
  return responses
    .filter(({ status }) => isSuccess(status))
    .flatMap((response) => {
      const node: Node = { value: response.value, pointer: response.pointer }
      if (method === 'head' || method === 'options') return []
      if (mediaOf(node).length === 0 && isBodiless(response)) return []
      if (mediaOf(node).length > 0)
        return schemaless(node, `The ${response.status} response of ${label}`)
      return [issue(response.pointer, `The ${response.status} response of ${label} has no content`)]
    })
}

/** The answer about one thing is that thing, not a list. */
function listForOne(spec: Spec, { method, path, responses, label }: Operation): readonly Issue[] {
  const before = segmentsOf(path).at(-2)
  if (method !== 'get' || !endsWithParam(path) || before === undefined || !isPlural(before.text))
    return []
  return responses
    .filter(({ status }) => isSuccess(status))
    .flatMap(({ value, pointer }) => mediaOf({ value, pointer }))
    .flatMap(({ schema }) =>
      schema && mapOf(resolve(spec, schema).value)['type'] === 'array'
        ? [issue(schema.pointer, `${label} names one thing but answers with a list`)]
        : [],
    )
}

// a created thing may be named by its Location instead of being answered with
const isBodiless = ({ status, value }: Response): boolean =>
  /^(?:202|204|205|304)$/.test(status) ||
  Object.keys(value).length === 0 ||
  (status === '201' &&
    Object.keys(mapOf(value['headers'])).some((name) => name.toLowerCase() === 'location'))

function schemaless(owner: Node, what: string): readonly Issue[] {
  const media = mediaOf(owner)
  if (media.length === 0) {
    const pointer =
      child(owner, 'content').value === undefined ? owner.pointer : `${owner.pointer}/content`
    return [issue(pointer, `${what} has no content`)]
  }
  return media.flatMap(({ type, schema, node }) => {
    if (schema !== null && !(isMap(schema.value) && Object.keys(schema.value).length === 0))
      return []
    if (
      schema === null &&
      /^(?:application\/(?:octet-stream|pdf|zip)|image\/|video\/|audio\/|text\/(?:event-stream|html))/i.test(
        type,
      )
    )
      return []
    // an empty schema is reported by the rules on schemas
    return schema === null ? [issue(node.pointer, `${what} has no schema`)] : []
  })
}
