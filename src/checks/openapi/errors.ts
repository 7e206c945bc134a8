import { textOf } from './json.ts'
import { lacking, oddOnes } from './odd-ones.ts'
import { isError, isSuccess, mediaOf, operationsOf, resolve, segmentsOf } from './operations.ts'
import type { Media, Operation, Response } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { propertiesOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { isMap, mapOf } from './json.ts'

/** Error responses where they can happen, in one shape. */
export const errors = openapiCheck({
  aspect: 'errors',
  title: 'Error responses: 400, 404 and 500 where they apply, in one shape',
  passed: (spec) => `${operationsOf(spec).length} operations document their errors in one shape`,
  look: (spec) => {
    const responses = operationsOf(spec).flatMap((operation) => operation.responses)
    const distinct = [...new Map(responses.map((one) => [one.pointer, one])).values()]
    const failed = distinct.filter(({ status }) => isError(status))
    return [
      ...missingErrors(operationsOf(spec)),
      ...responses
        .filter(({ status }) => !/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status))
        .map(({ status, used }) => issue(used, `"${status}" is no HTTP status`)),
      ...distinct.flatMap(otherStatus),
      ...shapeIssues(spec, failed),
      ...errorsAsSuccess(responses, failed),
    ]
  },
})

const accepted: Readonly<Record<string, RegExp>> = {
  '400': /^(?:400|422|4XX|default)$/i,
  '401': /^(?:401|4XX|default)$/i,
  '404': /^(?:404|410|4XX|default)$/i,
  '500': /^(?:5\d\d|5XX|default)$/i,
}

/** Whether an operation documents a status, by itself or by a range. */
const covers = ({ responses }: Operation, status: string): boolean =>
  responses.some((response) => accepted[status]?.test(response.status))

function missingErrors(operations: readonly Operation[]): readonly Issue[] {
  const guarded = operations.filter(({ value: { security } }) => !isNothing(security))
  const missing = (status: string, lackers: readonly Operation[]) =>
    lackers
      .filter((operation) => !covers(operation, status))
      .map(({ pointer, label }) =>
        issue(`${pointer}/responses`, `${label} does not say what it answers with ${status}`),
      )
  return [
    ...missing('400', operations.filter(takesInput)),
    // only where nearly all other operations document 401 is its absence an oversight
    ...missing(
      '401',
      lacking(guarded, (operation) => covers(operation, '401')),
    ),
    ...missing(
      '404',
      operations.filter(({ path }) => segmentsOf(path).some(isParam)),
    ),
    ...missing('500', operations),
  ]
}

const isNothing = (security: unknown): boolean => Array.isArray(security) && security.length === 0
const isParam = ({ param }: { readonly param: string | null }): boolean => param !== null
const takesInput = ({ body, parameters }: Operation): boolean =>
  body !== null || parameters.some((one) => one.in === 'query')

const phrases: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:the )?(?:request is )?(?:bad request|invalid request)/i, /^(?:400|422|4XX)$/i],
  [/^(?:\w+ )?not found\b/i, /^(?:404|410|4XX)$/i],
  [/^(?:unauthori[sz]ed|unauthenticated|forbidden)\b/i, /^(?:401|403|4XX)$/i],
  [/^conflict\b/i, /^(?:409|412|4XX)$/i],
  [/^too many requests\b/i, /^(?:429|4XX)$/i],
  [/^(?:internal )?server error\b/i, /^(?:5\d\d|5XX)$/i],
  [/^(?:ok|success|successful|created)\b/i, /^(?:2\d\d|2XX)$/i],
]

/** A response whose description names another status than its own. */
function otherStatus({ status, value, pointer }: Response): readonly Issue[] {
  const text = textOf(value['description']).trim()
  const meant = phrases.find(([phrase]) => phrase.test(text))?.[1]
  return !isError(status) || status === 'default' || meant === undefined || meant.test(status)
    ? []
    : [
        issue(
          `${pointer}/description`,
          `The ${status} response is described as "${text.slice(0, 40)}"`,
        ),
      ]
}

/** What nearly all errors have: a body, a media type, the same members. */
function shapeIssues(spec: Spec, failed: readonly Response[]): readonly Issue[] {
  const reported = failed.filter(
    ({ status, value }) => status !== 'default' && Object.keys(value).length > 0,
  )
  const bodies = failed.flatMap((one) => mediaOf(one))
  const shaped = bodies.flatMap((media) => {
    const names = membersOf(spec, media)
    return names === null ? [] : [{ media, names }]
  })
  const usual = oddOnes(shaped, ({ names }) => names.join(', '))
  return [
    ...lacking(reported, (one) => mediaOf(one).length > 0).map(({ pointer, status }) =>
      issue(pointer, `The ${status} response has no body, unlike other errors`),
    ),
    ...oddOnes(bodies, ({ type }) => type).map(({ item: { node }, value, usual: other }) =>
      issue(node.pointer, `This error is ${value}, others are ${other}`),
    ),
    ...usual
      .filter(({ item, usual: wanted }) =>
        wanted.split(', ').some((one) => !item.names.includes(one)),
      )
      .map(({ item: { media }, usual: wanted }) =>
        issue(
          (media.schema ?? media.node).pointer,
          `This error body differs from the usual one (${wanted})`,
        ),
      ),
  ]
}

/** The members of an error body; null where it is one of several, or in another document. */
function membersOf(spec: Spec, { type, schema }: Media): readonly string[] | null {
  if (!/json/i.test(type)) return null
  if (schema === null) return []
  const { value } = resolve(spec, schema)
  const isOpen = !isMap(value) || value['oneOf'] !== undefined || value['anyOf'] !== undefined
  return isOpen ? null : [...propertiesOf(spec, schema).keys()].toSorted()
}

/** A success that answers with the schema of the errors. */
function errorsAsSuccess(
  responses: readonly Response[],
  failed: readonly Response[],
): readonly Issue[] {
  const referenceIn = ({ schema }: Media) => textOf(mapOf(schema?.value)['$ref'])
  const errorSchemas = new Set(failed.flatMap((one) => mediaOf(one).map(referenceIn)))
  return responses
    .filter(({ status }) => isSuccess(status) && status !== '207')
    .flatMap((one) => mediaOf(one))
    .filter((media) => /error|problem|fault|failure/i.test(referenceIn(media)))
    .filter((media) => errorSchemas.has(referenceIn(media)))
    .map(({ node }) =>
      issue(`${node.pointer}/schema`, 'A success answers with the schema of the errors'),
    )
}
