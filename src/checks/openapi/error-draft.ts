import type { TextEdit } from '../../model/finding.ts'
import { addMember, addMembers, addTree } from './edit.ts'
import { children, isMap, mapOf, pointerOf } from './json.ts'
import type { JsonMap } from './json.ts'
import { isError, mediaOf, operationsOf } from './operations.ts'
import type { Operation } from './operations.ts'
import type { Spec } from './spec.ts'
import { wordsOf } from './words.ts'

const titles: Readonly<Record<string, string>> = {
  '400': 'The request is not valid.',
  '401': 'Authentication is missing or not valid.',
  '404': 'The resource does not exist.',
  '500': 'Something went wrong on the server.',
}

/** Whether an operation documents a status, by itself or by a range. */
export function covers({ responses }: Operation, status: string): boolean {
  const accepted: Readonly<Record<string, RegExp>> = {
    '400': /^(?:400|422|4XX)$/i,
    '401': /^(?:401|4XX)$/i,
    '404': /^(?:404|410|4XX)$/i,
    '500': /^(?:5\d\d|5XX|default)$/i,
  }
  return responses.some((response) => accepted[status]?.test(response.status))
}

/** The shared error schema, where the description has none yet and a place for it. */
export function sharedSchema(spec: Spec): readonly TextEdit[] {
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

type Shape = { readonly type: string; readonly schema: unknown }
const shapes = new WeakMap<Spec, Shape | null>()

/** The media type and schema that error responses already use, so that new ones match. */
export function usedShape(spec: Spec): Shape | null {
  const known = shapes.get(spec)
  if (known !== undefined) return known
  const shape = findShape(spec)
  shapes.set(spec, shape)
  return shape
}

function findShape(spec: Spec): Shape | null {
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

/** An error response like those the description already has. */
export function errorResponse(spec: Spec, status: string): JsonMap {
  const known = componentResponse(spec, status)
  if (known !== null) return known
  const shape = usedShape(spec) ?? {
    type: 'application/json',
    schema: isMap(mapOf(spec.root['components'])['schemas'])
      ? { $ref: '#/components/schemas/Error' }
      : errorSchema,
  }
  return {
    description: titles[status] ?? 'An error.',
    content: { [shape.type]: { schema: shape.schema } },
  }
}

/** Documents statuses of an operation. */
export function errorEdit(
  spec: Spec,
  operation: Operation,
  statuses: readonly string[],
): TextEdit | null {
  const responses = Object.fromEntries(
    statuses.map((status) => [status, errorResponse(spec, status)]),
  )
  if (operation.value['responses'] === undefined)
    return addMember(spec, operation.pointer, ['responses', responses])
  return addMembers(spec, `${operation.pointer}/responses`, responses, 'last')
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
