import { addMember, fixOf, replaceValue } from './edit.ts'
import { child, mapOf } from './json.ts'
import type { Node } from './json.ts'
import { lacking } from './odd-ones.ts'
import {
  endsWithParam,
  isSuccess,
  mediaOf,
  nounOf,
  operationsOf,
  segmentsOf,
} from './operations.ts'
import { resolve } from './operations.ts'
import type { Operation, Response } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { foreignKeys, impossibleObjects, timeFormats } from './schema-consistency.ts'
import { schemaIssues } from './schema-rules.ts'
import { schemasOf, usageOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { isPlural } from './words.ts'

/** Every operation has real request and response schemas that fit the things it is about. */
export const schemas = openapiCheck({
  aspect: 'schemas',
  title: 'Request and response schemas that are real and fit the domain',
  passed: (spec) => `${schemasOf(spec).length} schemas; every operation has the ones it needs`,
  look: (spec) => [
    ...operationsOf(spec).flatMap((operation) => [
      ...requestIssues(operation),
      ...listForOne(spec, operation),
      ...responseIssues(operation),
    ]),
    ...optionalBodies(spec),
    ...schemasOf(spec).flatMap((schema) => schemaIssues(spec, schema, usageOf(spec))),
    ...foreignKeys(spec),
    ...impossibleObjects(spec),
    ...timeFormats(spec),
  ],
})

function requestIssues(operation: Operation): readonly Issue[] {
  const { label, pointer, body, value } = operation
  if (body !== null) return schemaless(body, `The request body of ${label}`)
  // a reference that leads nowhere is reported where it stands
  return value['requestBody'] === undefined && needsBody(operation)
    ? [issue(pointer, `${label} takes no request body: nothing says what to send`)]
    : []
}

// a body is optional unless said otherwise, which nobody means who requires it everywhere else
function optionalBodies(spec: Spec): readonly Issue[] {
  const owners = operationsOf(spec).flatMap(({ label, method, body }) =>
    body === null || method === 'delete' || method === 'get' ? [] : [{ label, body }],
  )
  return lacking(owners, ({ body }) => mapOf(body.value)['required'] === true).map(
    ({ label, body: { value, pointer } }) => {
      const edit =
        mapOf(value)['required'] === undefined
          ? addMember(spec, pointer, ['required', true])
          : replaceValue(spec, `${pointer}/required`, true)
      const fix = fixOf('Require the body', [edit])
      return issue(pointer, `The request body of ${label} is optional`, fix)
    },
  )
}

function needsBody({ method, path, responses }: Operation): boolean {
  const params = segmentsOf(path).filter(({ param }) => param !== null).length
  const answers = (status: string) => responses.some((one) => one.status === status)
  if (method === 'patch') return endsWithParam(path)
  if (method === 'put') return endsWithParam(path) && !(params >= 2 && answers('204'))
  if (method !== 'post' || endsWithParam(path) || params >= 2) return false
  return isPlural(nounOf(path)) && (answers('201') || answers('200'))
}

export const hasSuccess = ({ responses }: Operation): boolean =>
  responses.some(({ status }) => /^(?:[1-3]\d\d|[1-3]XX|default)$/i.test(status))

function responseIssues(operation: Operation): readonly Issue[] {
  const { responses, label, pointer, method, value } = operation
  const at = value['responses'] === undefined ? pointer : `${pointer}/responses`
  if (!hasSuccess(operation))
    return [issue(at, `${label} does not say what it answers when all goes well`)]
  if (method === 'head' || method === 'options') return []
  return responses
    .filter((one) => isSuccess(one.status) && (mediaOf(one).length > 0 || !isBodiless(one)))
    .flatMap((one) => schemaless(one, `The ${one.status} response of ${label}`))
}

/** The answer about one thing is that thing, not a list. */
function listForOne(spec: Spec, { method, path, responses, label }: Operation): readonly Issue[] {
  const before = segmentsOf(path).at(-2)
  if (method !== 'get' || !endsWithParam(path) || before === undefined || !isPlural(before.text))
    return []
  return responses
    .filter(({ status }) => isSuccess(status))
    .flatMap((one) => mediaOf(one))
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

const isBinary =
  /^(?:application\/(?:octet-stream|pdf|zip)|image\/|video\/|audio\/|text\/(?:event-stream|html))/i

function schemaless(owner: Node, what: string): readonly Issue[] {
  const media = mediaOf(owner)
  const at = child(owner, 'content').value === undefined ? '' : '/content'
  if (media.length === 0) return [issue(`${owner.pointer}${at}`, `${what} has no content`)]
  return media
    .filter(({ type, schema }) => schema === null && !isBinary.test(type))
    .map(({ node }) => issue(node.pointer, `${what} has no schema`))
}
