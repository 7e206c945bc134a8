import { errorBodyIssues } from './error-bodies.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { isMap, textOf } from './json.ts'
import type { Node } from './json.ts'
import { isError, isSuccess, mediaOf, operationsOf, resolve, segmentsOf } from './operations.ts'
import type { Operation, Response } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { propertiesOf } from './schema-walk.ts'

/** Error responses where they can happen, in one shape. */
export const errors = openapiCheck({
  aspect: 'errors',
  title: 'Error responses: 400, 404 and 500 where they apply, in one shape',
  passed: (spec) => `${operationsOf(spec).length} operations document their errors in one shape`,
  look: (spec) => [
    ...missingErrors(spec),
    ...badStatuses(spec),
    ...otherErrors(spec),
    ...mixedShapes(spec),
    ...errorBodyIssues(spec),
  ],
})

function missingErrors(spec: Spec): readonly Issue[] {
  const operations = operationsOf(spec)
  const unauthorized = usuallyAnswers401(operations)
  return operations.flatMap((operation) =>
    needed(operation, unauthorized)
      .filter((status) => !covers(operation, status))
      .map((status) =>
        issue(
          `${operation.pointer}/responses`,
          `${operation.label} does not say what it answers with ${status}`,
        ),
      ),
  )
}

const accepted: Readonly<Record<string, RegExp>> = {
  '400': /^(?:400|422|4XX|default)$/i,
  '401': /^(?:401|4XX|default)$/i,
  '404': /^(?:404|410|4XX|default)$/i,
  '500': /^(?:5\d\d|5XX|default)$/i,
}

/** Whether an operation documents a status, by itself or by a range. */
const covers = ({ responses }: Operation, status: string): boolean =>
  responses.some((response) => accepted[status]?.test(response.status))

function needed(operation: Operation, unauthorized: boolean): readonly string[] {
  const byId = segmentsOf(operation.path).some(({ param }) => param !== null)
  const input = operation.body !== null || operation.parameters.some((one) => one.in === 'query')
  const open =
    Array.isArray(operation.value['security']) && operation.value['security'].length === 0
  return [
    ...(input ? ['400'] : []),
    ...(unauthorized && !open ? ['401'] : []),
    ...(byId ? ['404'] : []),
    '500',
  ]
}

// only where nearly all other operations document 401 is its absence an oversight
function usuallyAnswers401(operations: readonly Operation[]): boolean {
  const count = operations.filter(({ responses }) =>
    responses.some(({ status }) => status === '401'),
  ).length
  return count >= 3 && count >= operations.length * 0.7
}

function badStatuses(spec: Spec): readonly Issue[] {
  return operationsOf(spec).flatMap((operation) =>
    operation.responses
      .filter(
        ({ status }) =>
          !/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status) && /^[45]|^\d{3}$/.test(status),
      )
      .map(({ status, used }) => issue(used, `"${status}" is no HTTP status`)),
  )
}

const phrases: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:the )?(?:request is )?(?:bad request|invalid request)/i, /^(?:400|422|4XX)$/i],
  [/^(?:\w+ )?not found\b/i, /^(?:404|410|4XX)$/i],
  [/^(?:unauthori[sz]ed|unauthenticated)\b/i, /^(?:401|403|4XX)$/i],
  [/^forbidden\b/i, /^(?:401|403|4XX)$/i],
  [/^conflict\b/i, /^(?:409|412|4XX)$/i],
  [/^too many requests\b/i, /^(?:429|4XX)$/i],
  [/^(?:internal )?server error\b/i, /^(?:5\d\d|5XX|default)$/i],
  [/^(?:ok|success|successful|created)\b/i, /^(?:2\d\d|2XX|default)$/i],
]

/** A response whose description names another status than its own. */
function otherErrors(spec: Spec): readonly Issue[] {
  const seen = new Set<string>()
  return operationsOf(spec).flatMap(({ responses }) =>
    responses.flatMap(({ status, value, pointer }) => {
      const text = textOf(value['description']).trim()
      const meant = phrases.find(([phrase]) => phrase.test(text))
      if (
        !isError(status) ||
        status === 'default' ||
        meant === undefined ||
        meant[1].test(status) ||
        seen.has(pointer)
      )
        return []
      seen.add(pointer)
      return [
        issue(
          `${pointer}/description`,
          `The ${status} response is described as "${text.slice(0, 40)}"`,
        ),
      ]
    }),
  )
}

type Shaped = {
  readonly response: Response
  readonly names: ReadonlySet<string>
  readonly type: string
  readonly node: Node
}

/** The most common error body is the shape; others must have all its members. */
function mixedShapes(spec: Spec): readonly Issue[] {
  const seen = new Map<string, { response: Response; label: string }>()
  for (const operation of operationsOf(spec))
    for (const response of operation.responses)
      if (isError(response.status)) seen.set(response.pointer, { response, label: operation.label })
  const entries = [...seen.values()]
  const shaped = entries.flatMap(({ response }) => shapesOf(spec, response))
  const usual = mostCommon(shaped.map(({ names }) => [...names].sort().join(' ')))
  const usualType = mostCommon(shaped.map(({ type }) => type))
  if (usual === null) return []
  const expected = usual.split(' ').filter((name) => name !== '')
  const bare = entries.filter(
    ({ response }) =>
      response.status !== 'default' &&
      Object.keys(response.value).length > 0 &&
      mediaOf({ value: response.value, pointer: response.pointer }).length === 0,
  )
  return [
    ...shaped
      .filter(({ names }) => expected.some((name) => !names.has(name)))
      .map(({ node }) =>
        issue(node.pointer, `This error body differs from the usual one (${expected.join(', ')})`),
      ),
    ...shaped
      .filter(({ type, names }) => type !== usualType && expected.every((name) => names.has(name)))
      .map(({ node, type }) =>
        issue(
          node.pointer.replace(/\/schema$/, ''),
          `This error is ${type}, others are ${usualType ?? ''}`,
        ),
      ),
    ...(bare.length < shaped.length
      ? bare.map(({ response, label }) =>
          issue(
            response.pointer,
            `The ${response.status} response of ${label} has no body, unlike other errors`,
          ),
        )
      : []),
  ]
}

function shapesOf(spec: Spec, response: Response): readonly Shaped[] {
  return mediaOf({ value: response.value, pointer: response.pointer }).flatMap(
    ({ type, schema, node }) => {
      if (!/json/i.test(type)) return []
      const target = schema ?? node
      const resolved = schema ? resolve(spec, schema) : node
      if (schema && resolved.value === undefined) return []
      const names = new Set(schema ? propertiesOf(spec, schema).keys() : [])
      const open =
        isMap(resolved.value) && (resolved.value['oneOf'] ?? resolved.value['anyOf']) !== undefined
      return open ? [] : [{ response, names, type, node: target }]
    },
  )
}

function mostCommon(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first?.[0] ?? null
}

export const hasSuccess = ({ responses }: Operation): boolean =>
  responses.some(({ status }) => isSuccess(status) || /^(?:[13]\d\d|[13]XX|default)$/i.test(status))
