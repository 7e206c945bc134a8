import { isJson, jsonOf } from '../../../../kit/parse.ts'
import { isSecretName } from '../../../secrets/find-secrets.ts'
import { placeOf as placeInSpec } from '../../../openapi/locate.ts'
import { isError, jsonMediaOf, mediaOf, type Response } from '../../../openapi/operations.ts'
import { violations } from '../../../openapi/validate-value.ts'
import type { Issue } from '../../evaluation.ts'
import type { ApplicationResponse } from '../../facts.ts'
import { lineOf } from '../project.ts'
import { isSecured } from './description.ts'
import type { Answer, Purpose } from './requests.ts'

const sent: Readonly<Record<Purpose, string>> = {
  plain: '',
  missing: ' for an id that does not exist',
  broken: ' to a body that is no JSON',
  empty: ' to a body without its required fields',
}

/** What is wrong with an answer by the words of the description; null where an answer says nothing about it. */
export function problemsOf(answer: Answer, works: boolean): readonly Issue[] {
  const { described, purpose, response } = answer
  const { operation } = described
  const say = (message: string, fix: string): readonly Issue[] => [
    { message: `${operation.label} ${message}${sent[purpose]}`, ...whereOf(answer), fix },
  ]
  if (response === null) return works ? say('does not answer', 'Answer every request') : []
  const { status } = response
  const documented = responseFor(operation.responses, status)
  if (status >= 500 && documented === undefined)
    return works
      ? say(`answers ${status}`, 'Handle the case and answer with a documented status')
      : []
  const isRefused = status === 401 || status === 403
  if (isRefused && (isSecured(described.description, operation) || documented !== undefined))
    return []
  const isGood = status >= 200 && status < 300
  if (isGood && (purpose === 'broken' || purpose === 'empty'))
    return say(`answers ${status}`, 'Validate the body and answer 400 or 422')
  if (
    isGood &&
    purpose === 'missing' &&
    operation.responses.some(({ status: each }) => each === '404')
  )
    return say(`answers ${status}`, 'Answer 404 where there is no such thing')
  if (purpose === 'plain' && status === 404 && !operation.path.includes('{'))
    return say(
      'is described and missing: it answers 404',
      'Add the route or take it out of the description',
    )
  if (documented === undefined) {
    const counts =
      purpose !== 'broken' &&
      (isGood ||
        described.description.isTouched ||
        operation.responses.some((each) => isError(each.status)))
    return counts && status !== 304 && status !== 429
      ? say(
          `answers ${status}, which is not described`,
          `Answer with a described status, or describe ${status}`,
        )
      : []
  }
  return bodyProblems(documented, response, answer).flatMap((problem) =>
    say(problem, 'Make the answer and the description agree'),
  )
}

const responseFor = (responses: readonly Response[], status: number): Response | undefined =>
  responses.find((each) => each.status === String(status)) ??
  responses.find(
    (each) => /^[1-5]XX$/i.test(each.status) && each.status[0] === String(status)[0],
  ) ??
  responses.find((each) => each.status === 'default')

function bodyProblems(
  documented: Response,
  { status, headers, body }: ApplicationResponse,
  { described }: Answer,
): readonly string[] {
  const media = mediaOf(documented)
  if (media.length === 0 || body === '')
    return body === '' &&
      jsonMediaOf(documented).some(({ schema }) => schema !== null) &&
      status !== 304
      ? [`answers ${status} without the body that is described`]
      : []
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const fits = media.some(
    (each) =>
      each.type === '*/*' ||
      each.type.split(';')[0]?.trim().toLowerCase() === type ||
      (each.type.endsWith('/*') && type.startsWith(each.type.slice(0, -1))),
  )
  if (!fits)
    return [
      `answers ${status} with "${type}" where ${media.map((each) => each.type).join(' or ')} is described`,
    ]
  const schema = jsonMediaOf(documented)[0]?.schema ?? null
  if (schema === null || !/json/.test(type)) return []
  if (!isJson(body)) return [`answers ${status} with a body that is no JSON`]
  const { spec } = described.description
  const value = jsonOf(body)
  const wrong = violations(spec, schema, value, { direction: 'response' })
  const more = violations(spec, schema, value, { direction: 'response', strict: true }).slice(
    wrong.length,
  )
  const leaked = more.filter(({ path }) => isSecretName(path.split('/').at(-1) ?? ''))
  return [...wrong, ...(wrong.length > 0 ? more : leaked)]
    .slice(0, 3)
    .map(
      ({ path, message }) =>
        `answers ${status} with a body that is not as described: ${path === '' ? 'it' : path} ${message}`,
    )
}

function whereOf({
  described: { routes, description, operation },
}: Answer): Pick<Issue, 'path' | 'line'> {
  const [route] = routes
  return route === undefined
    ? { path: description.path, line: placeInSpec(description.spec, operation.pointer).line ?? 1 }
    : { path: route.source.path, line: lineOf(route.source, route.node) }
}
