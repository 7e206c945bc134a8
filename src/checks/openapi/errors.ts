import type { TextEdit } from '../../model/finding.ts'
import { addMember, addTree, fixOf } from './edit.ts'
import type { Issue } from './issue.ts'
import { child, children, isMap, mapOf, pointerOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { isError, isSuccess, mediaOf, operationsOf, resolve, segmentsOf } from './operations.ts'
import type { Operation, Response } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { wordsOf } from './words.ts'

/** Error responses where they can happen, in one shape. */
export const errors = openapiCheck({
  aspect: 'errors',
  title: 'Error responses: 400, 404 and 500 where they apply, in one shape',
  passed: (spec) => `${operationsOf(spec).length} operations document their errors in one shape`,
  look: (spec) => [...missingErrors(spec), ...badStatuses(spec), ...mixedShapes(spec)],
})

const titles: Readonly<Record<string, string>> = {
  '400': 'The request is not valid.',
  '401': 'Authentication is missing or not valid.',
  '404': 'The resource does not exist.',
  '500': 'Something went wrong on the server.',
}

function missingErrors(spec: Spec): readonly Issue[] {
  const operations = operationsOf(spec)
  const unauthorized = usuallyAnswers401(operations)
  let first = true
  return operations.flatMap((operation) => {
    const missing = needed(operation, unauthorized).filter((status) => !covers(operation, status))
    if (missing.length === 0) return []
    const responses = `${operation.pointer}/responses`
    return missing.map((status) => {
      const edits = [...(first ? sharedSchema(spec) : []), errorEdit(spec, responses, status)]
      first = false
      return {
        pointer: responses,
        message: `${operation.label} does not say what it answers with ${status}`,
        ...fixOf(`Document the ${status} response of ${operation.label}`, edits),
      }
    })
  })
}

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

function covers({ responses }: Operation, status: string): boolean {
  const accepted: Readonly<Record<string, RegExp>> = {
    '400': /^(?:400|422|4XX)$/i,
    '401': /^(?:401|4XX)$/i,
    '404': /^(?:404|410|4XX)$/i,
    '500': /^(?:5\d\d|5XX|default)$/i,
  }
  return responses.some((response) => accepted[status]?.test(response.status))
}

function sharedSchema(spec: Spec): readonly TextEdit[] {
  return isMap(mapOf(spec.root['components'])['schemas']) && usedShape(spec) === null
    ? addTree(spec, { components: { schemas: { Error: errorSchema } } })
    : []
}

const errorSchema: JsonMap = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'A stable word for the kind of error.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
  },
}

/** The media type and schema that error responses already use, so that new ones match. */
function usedShape(spec: Spec): { readonly type: string; readonly schema: unknown } | null {
  for (const { responses } of operationsOf(spec)) {
    for (const response of responses) {
      const [media] = isError(response.status)
        ? mediaOf({ value: response.value, pointer: response.pointer })
        : []
      if (media?.schema) return { type: media.type, schema: media.schema.value }
    }
  }
  const named = children({
    value: mapOf(mapOf(spec.root['components'])['schemas']),
    pointer: '',
  }).find(({ key }) => /^(?:\w*Error(?:Response)?|Problem\w*)$/.test(key))
  if (named)
    return { type: 'application/json', schema: { $ref: `#/components/schemas/${named.key}` } }
  return null
}

function errorEdit(spec: Spec, responses: string, status: string): TextEdit | null {
  const components = mapOf(spec.root['components'])
  const known = componentResponse(spec, status)
  const shape = usedShape(spec) ?? {
    type: 'application/json',
    schema: isMap(components['schemas']) ? { $ref: '#/components/schemas/Error' } : errorSchema,
  }
  const response = known ?? {
    description: titles[status] ?? 'An error.',
    content: { [shape.type]: { schema: shape.schema } },
  }
  const owner = responses.slice(0, -'/responses'.length)
  const existing = child(resolveAt(spec, owner), 'responses')
  if (existing.value === undefined)
    return addMember(spec, owner, ['responses', { [status]: response }])
  return addMember(spec, responses, [status, response], 'last')
}

function resolveAt(spec: Spec, pointer: string): Node {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<Node>((node, key) => child(node, key), { value: spec.root, pointer: '' })
}

const responseNames: Readonly<Record<string, RegExp>> = {
  '400': /^(?:bad|invalid|validation)/i,
  '401': /^(?:unauthori[sz]ed|unauthenticated)/i,
  '404': /^not ?found/i,
  '500': /^(?:internal|server|unexpected)/i,
}

function componentResponse(spec: Spec, status: string): JsonMap | null {
  const named = children({
    value: mapOf(spec.root['components'])['responses'],
    pointer: pointerOf('components', 'responses'),
  })
  const found = named.find(
    ({ key }) => responseNames[status]?.test(wordsOf(key).join(' ')) || key.includes(status),
  )
  return found ? { $ref: `#/components/responses/${found.key}` } : null
}

function badStatuses(spec: Spec): readonly Issue[] {
  return operationsOf(spec).flatMap((operation) =>
    operation.responses
      .filter(
        ({ status }) =>
          !/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status) && /^[45]|^\d{3}$/.test(status),
      )
      .map(({ status, used }) => ({ pointer: used, message: `"${status}" is no HTTP status` })),
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
      mediaOf({ value: response.value, pointer: response.pointer }).length === 0,
  )
  return [
    ...shaped
      .filter(({ names }) => expected.some((name) => !names.has(name)))
      .map(({ node }) => ({
        pointer: node.pointer,
        message: `This error body differs from the usual one (${expected.join(', ')})`,
      })),
    ...shaped
      .filter(({ type, names }) => type !== usualType && expected.every((name) => names.has(name)))
      .map(({ node, type }) => ({
        pointer: node.pointer.replace(/\/schema$/, ''),
        message: `This error is ${type}, others are ${usualType ?? ''}`,
      })),
    ...(bare.length < shaped.length
      ? bare.map(({ response, label }) => ({
          pointer: response.pointer,
          message: `The ${response.status} response of ${label} has no body, unlike other errors`,
          ...bodyFix(spec, response),
        }))
      : []),
  ]
}

function bodyFix(spec: Spec, { pointer, status }: Response): Pick<Issue, 'fix'> {
  const shape = usedShape(spec)
  if (shape === null) return {}
  return fixOf(`Give the ${status} response the usual error body`, [
    addMember(spec, pointer, ['content', { [shape.type]: { schema: shape.schema } }]),
  ])
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
