import type { ApplicationFacts, ApplicationResponse } from '../../facts.ts'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { asksOthers } from '../calls/parts.ts'
import { outgoingIn } from '../calls/outgoing.ts'
import { lineOf, type Project } from '../project.ts'
import { type Endpoint, endpointsIn, specLines } from '../read-spec.ts'
import { filledPath, labelOf, type Route, routesAt } from '../routes/route.ts'
import { isRefused } from '../auth/refusals.ts'
import type { Session } from '../auth/session.ts'
import type { Tried } from './requests.ts'
import { needsOthers, unique } from './described.ts'

/** Endpoints of the spec that belong to this application. */
export function ownEndpoints(project: Project, routes: readonly Route[]): readonly Endpoint[] {
  const foreign = project.product.flatMap((source) =>
    outgoingIn(project, source)
      .filter(({ isOwn }) => !isOwn)
      .map(({ node }) => source.text.slice(node.start, node.end)),
  )
  const result = endpointsIn(specLines(project.facts.spec)).filter(
    ({ path, method, text, headings }) => {
      if (routesAt(routes, method, path).length > 0) return true
      const [fixed = ''] = path.split('{')
      return (
        !foreign.some((code) => fixed.length > 1 && code.includes(fixed.replace(/\/$/, ''))) &&
        !/\bhttps?:\/\/|\b(?:upstream|external|third[- ]party|provider)\b/i.test(
          `${headings.join(' ')} ${text}`,
        )
      )
    },
  )
  return result.filter(
    (one, index) => result.findIndex((other) => labelOf(other) === labelOf(one)) === index,
  )
}

export async function endpointPart(project: Project, routes: readonly Route[]): Promise<Part> {
  const about = 'the endpoints that the spec names are there'
  const endpoints = ownEndpoints(project, routes)
  if (endpoints.length === 0)
    return notApplicable('spec-endpoints', about, 'the spec names no endpoint')
  const unread = endpoints.filter(({ method, path }) => routesAt(routes, method, path).length === 0)
  const { application } = project.facts
  const answered = await Promise.all(
    application === null ? [] : unread.map((each) => isAnswered(application, each)),
  )
  const missing = unread.filter((_, index) => answered[index] !== true)
  if (missing.length > 0 && routes.length === 0)
    return undecided(
      'spec-endpoints',
      about,
      `the routes of the code cannot be read: look for ${missing.map(labelOf).join(', ')}`,
    )
  return holdsUnless('spec-endpoints', about, {
    issues: missing.map((each) => ({
      message: `no route answers ${labelOf(each)}, which the spec names at line ${each.line}`,
      path: `${project.facts.folder}/spec.md`,
      line: each.line,
      fix: `Add ${labelOf(each)} or change the spec`,
    })),
    reason: `${endpoints.length} endpoints of the spec have a route`,
  })
}

/** Whether the running application answers otherwise than for a path that it cannot know. */
export async function isAnswered(
  { request }: Pick<ApplicationFacts, 'request'>,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): Promise<boolean> {
  const verb = method.toUpperCase()
  const own = filledPath(path, '1')
  const [response, unknown] = await Promise.all([
    request({ method: verb, path: own }),
    request({ method: verb, path: `${own.replace(/\/[^/]*$/, '')}/no-such-route/at/all` }),
  ])
  if (response === null || response.status === 405) return false
  // who refuses strangers everywhere tells nothing
  if (isRefused(response) && isRefused(unknown)) return true
  if (response.status !== 404) return response.status !== unknown?.status || response.status < 400
  return unknown !== null && response.body !== unknown.body
}

const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/(?<![\d.,/-])([1-5]\d\d)(?![\d.,]\d|\d)/g)].map(([, status]) => Number(status))

type Sent = {
  readonly route: Route
  readonly purpose: 'plain' | 'missing' | 'broken' | 'empty' | 'odd'
  readonly wanted: readonly number[]
  readonly response: ApplicationResponse | null
}

/** Requests to the routes that the track touched: what they answer to good and to bad ones. */
export async function statusesPart(
  project: Project,
  routes: readonly Route[],
  { session, answers }: Tried,
): Promise<Part> {
  const id = 'statuses'
  const about =
    'requests are answered with the status that the spec names, bad ones with 4xx, none with 500'
  const { application, notStarted } = project.facts
  const own = routes.filter(
    ({ source, path }) => project.touched.includes(source) && !path.includes('*'),
  )
  if (own.length === 0) return notApplicable(id, about, 'the track touched no route')
  if (application === null)
    return undecided(
      id,
      about,
      `the application was not started: ${notStarted ?? 'nothing is known about it'}`,
    )
  const endpoints = ownEndpoints(project, routes)
  const sent: Sent[] = []
  for (const route of own.slice(0, 40)) {
    const said = endpoints.filter(({ method, path }) => routesAt([route], method, path).length > 0)
    sent.push(
      ...(await tryRoute(
        { application, session },
        route,
        statusesIn(said.map(({ text }) => text).join('\n')),
      )),
    )
  }
  const works =
    sent.some(
      ({ response, purpose }) => purpose === 'plain' && response !== null && response.status < 300,
    ) || !needsOthers(project.packages)
  const issues: Issue[] = sent.flatMap((each) =>
    problemsOf(each, works && !(each.purpose === 'plain' && asksOthers(project, each.route))),
  )
  issues.push(...otherSuccess(endpoints, answers))
  const answered = sent.filter(
    ({ response }) => response !== null && (works || response.status < 500),
  )
  if (issues.length === 0 && answered.length === 0)
    return undecided(
      id,
      about,
      'no request was answered well, which may be for want of a database: start it with all it needs',
    )
  return holdsUnless(id, about, {
    issues: unique(issues),
    reason: `${answered.length} requests to ${own.length} routes were answered with a fitting status`,
  })
}

/** What was done well, with another status than the spec names for it. */
const otherSuccess = (
  endpoints: readonly Endpoint[],
  answers: Tried['answers'],
): readonly Issue[] =>
  answers.flatMap(({ described: { routes: own }, response }) => {
    const [route] = own
    const said = endpoints.find(
      ({ method, path }) => route !== undefined && routesAt([route], method, path).length > 0,
    )
    const wanted = statusesIn(said?.text ?? '').filter((each) => each >= 200 && each < 300)
    return route === undefined ||
      response === null ||
      response.status >= 300 ||
      wanted.length === 0 ||
      wanted.includes(response.status)
      ? []
      : [
          {
            message: `${labelOf(route)} answers ${response.status} where the spec says ${wanted.join(' or ')}`,
            path: route.source.path,
            line: lineOf(route.source, route.node),
            fix: 'Answer as the spec says, or have the spec changed',
          },
        ]
  })

type Trying = {
  readonly application: ApplicationFacts
  readonly session: Session | null
}

async function tryRoute(
  { application, session }: Trying,
  route: Route,
  wanted: readonly number[],
): Promise<readonly Sent[]> {
  const headers = session?.headers ?? {}
  const sent: Sent[] = []
  const send = async (purpose: Sent['purpose'], method: string, body?: string) => {
    const path = filledPath(route.path, 'no-such-id')
    const response = await application.request({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    sent.push({ route, purpose, wanted, response })
  }
  if (route.method === 'get') await send(route.path.includes('{') ? 'missing' : 'plain', 'GET')
  if (/^(?:post|put|patch)$/.test(route.method)) {
    await send('broken', route.method.toUpperCase(), '{"')
    for (const odd of ['null', '[]', '"text"']) await send('odd', route.method.toUpperCase(), odd)
    if (wanted.some((status) => status === 400 || status === 422))
      await send('empty', route.method.toUpperCase(), '{}')
  }
  return sent
}

const details = {
  plain: '',
  missing: ' for an id that does not exist',
  broken: ' to a body that is no JSON',
  empty: ' to a body without any field',
  odd: ' to a body that is JSON and no object',
}

function problemsOf({ route, purpose, wanted, response }: Sent, works: boolean): readonly Issue[] {
  const say = (message: string, fix: string): readonly Issue[] => [
    {
      message: `${labelOf(route)} ${message}${details[purpose]}`,
      path: route.source.path,
      line: lineOf(route.source, route.node),
      fix,
    },
  ]
  if (response === null)
    return works ? say('does not answer', 'Answer every request, also when something fails') : []
  const { status, body } = response
  if (/\bat .{0,200}(?:file:\/\/|\/)[^\s)]+:\d+:\d+/.test(body))
    return say('answers with the places in the code', 'Log the error and answer with a message')
  if (status === 401 || status === 403) return []
  if (status === 500 && works)
    return say('answers 500', 'Handle the case and answer with a status that tells what is wrong')
  if (status >= 500) return []
  const isGood = status < 300
  if (purpose === 'missing' && isGood && wanted.includes(404))
    return say(`answers ${status}`, 'Answer 404, as the spec says')
  if (purpose === 'empty' && (isGood || !wanted.includes(status)) && status !== 404)
    return say(
      `answers ${status} where the spec says ${wanted.filter((each) => each === 400 || each === 422).join(' or ')}`,
      'Validate the body and answer as the spec says',
    )
  return []
}
