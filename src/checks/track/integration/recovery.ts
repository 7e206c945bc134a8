import { chainOf, keyName, literalOf } from '../../integrity/names.ts'
import { below, is } from '../../integrity/source.ts'
import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../evaluation.ts'
import type { ApplicationFacts, ApplicationRequest, ApplicationResponse } from '../facts.ts'
import { signIn } from './auth/sign-in.ts'
import { callsOf, errorPart, statusPart, timeoutPart } from './calls/parts.ts'
import { endlessParts, isInside } from './calls/endless.ts'
import { inventedAnswers } from './calls/invented.ts'
import type { Outgoing } from './calls/outgoing.ts'
import { returnedErrorsPart } from './calls/returned-errors.ts'
import { roundsOf } from './persistence/rounds.ts'
import { lineOf, issueAt, type Project } from './project.ts'
import { reachedFrom } from './reach.ts'
import { filledPath, labelOf, type Route } from './routes/route.ts'

/** Pass 4: what happens when something that the application depends on fails. */
export async function recoveryPass(project: Project, routes: readonly Route[]): Promise<Pass> {
  const calls = callsOf(project)
  const [upstream, alone] = await Promise.all([
    upstreamPart(project, routes, calls),
    roundsWithoutOthers(project, routes, calls),
  ])
  return {
    number: 4,
    name: 'Error recovery',
    parts: [
      errorPart(calls),
      statusPart(project, calls),
      timeoutPart(project, calls),
      returnedErrorsPart(project),
      ...inventedParts(calls),
      ...endlessParts(project, calls),
      upstream,
      ...alone,
    ],
  }
}

function inventedParts(calls: readonly Outgoing[]): readonly Part[] {
  const issues = inventedAnswers(calls)
  return issues.length === 0
    ? []
    : [unmet('invented-answers', 'a failure is told from a good answer', issues)]
}

const behaviours = {
  dead: 'nobody listens at the server it depends on',
  malformed: 'the server it depends on sends broken or other JSON',
  slow: 'the server it depends on does not answer in time',
  'error-500': 'the server it depends on answers 500',
} as const
const mostRoutes = 4

/** The application with servers that misbehave, asked on the routes that need them. */
async function upstreamPart(
  project: Project,
  routes: readonly Route[],
  calls: readonly Outgoing[],
): Promise<Part> {
  const about = 'the application answers when what it depends on is down, slow or broken'
  const { withUpstream } = project.facts
  if (calls.length === 0)
    return notApplicable('upstream-behaviour', about, 'touched code depends on no other program')
  const asked = routes.filter(
    (route) =>
      /^(?:get|all)$/.test(route.method) &&
      [...reachedFrom(project, route.handler)].some(({ source, node }) =>
        calls.some((call) => call.source === source && isInside(call.node, node)),
      ),
  )
  if (withUpstream === undefined || asked.length === 0)
    return undecided(
      'upstream-behaviour',
      about,
      asked.length === 0
        ? 'no route that can be read reaches an outgoing call: try the application without its server'
        : 'the application was not started with servers that fail: try it',
    )
  const all = ['dead', 'malformed', 'slow', 'error-500'] as const
  const tries: (Issue | null)[] = []
  // where memory is scarce they go one after the other
  for (const some of project.facts.isRoomy === true ? [all] : all.map((each) => [each]))
    tries.push(
      ...(
        await Promise.all(
          some.map((behaviour) => triesWith(behaviour, { project, routes, asked, withUpstream })),
        )
      ).flat(),
    )
  const tried = tries.length
  const issues = tries.filter((issue) => issue !== null)
  return tried === 0
    ? undecided(
        'upstream-behaviour',
        about,
        'the application did not start with servers that fail: try it',
      )
    : holdsUnless('upstream-behaviour', about, {
        issues,
        reason: `${tried} requests were answered while its servers failed`,
      })
}

type Tries = {
  readonly project: Project
  readonly routes: readonly Route[]
  readonly asked: readonly Route[]
  readonly withUpstream: NonNullable<Project['facts']['withUpstream']>
}

/** What is wrong with each answer while a server misbehaves in one way; empty where it does not start so. */
async function triesWith(
  behaviour: keyof typeof behaviours,
  { project, routes, asked, withUpstream }: Tries,
): Promise<readonly (Issue | null)[]> {
  const application = await withUpstream(behaviour)
  if (application === null) return []
  const facts = { ...project.facts, application }
  const { session } = await signIn({ ...project, facts }, routes)
  const trial = { behaviour, headers: session?.headers ?? {}, whole: project.facts.application }
  const some = asked.slice(0, mostRoutes)
  const tries: (Issue | null)[] = []
  if (behaviour === 'malformed')
    // its answers come in turn
    for (const route of some) tries.push(await misbehaviour(application, route, trial))
  else
    tries.push(...(await Promise.all(some.map((route) => misbehaviour(application, route, trial)))))
  if (behaviour !== 'dead') await application.end?.()
  return tries
}

/** Things are made and moved while nobody listens: an operation that knows a status for that must not end in 500. */
async function roundsWithoutOthers(
  project: Project,
  routes: readonly Route[],
  calls: readonly Outgoing[],
): Promise<readonly Part[]> {
  const application = calls.some(({ isOwn }) => !isOwn)
    ? await project.facts.withUpstream?.('dead')
    : null
  if (application === null || application === undefined) return []
  const facts = { ...project.facts, application }
  const { failures } = await roundsOf({ ...project, facts }, routes)
  const issues = failures
    .filter(({ operation }) => operation.responses.some(({ status }) => /^50[234]$/.test(status)))
    .map(({ operation, routes: [route], description }) => ({
      message: `${operation.label} answers 500 when ${behaviours.dead}`,
      path: route?.source.path ?? description.path,
      ...(route === undefined ? {} : { line: lineOf(route.source, route.node) }),
      fix: 'Handle the failure where the other program is asked, and answer as described',
    }))
  return issues.length === 0
    ? []
    : [unmet('without-others', 'what it depends on may be gone', issues)]
}

type Trial = {
  /** The application with all that it depends on. */
  readonly whole: ApplicationFacts | null
  readonly behaviour: keyof typeof behaviours
  readonly headers: Readonly<Record<string, string>>
}

/** With values for parameters that the route takes, as far as guessing goes. */
async function askWell(
  request: ApplicationFacts['request'],
  route: Route,
  options: Pick<ApplicationRequest, 'headers' | 'timeoutMs'>,
): Promise<ApplicationResponse | null> {
  let response: ApplicationResponse | null = null
  for (const value of route.path.includes('{') ? ['1', '2026', 'berlin'] : ['']) {
    const path = `${filledPath(route.path, value)}${queryOf(route)}`
    response = await request({ method: 'GET', path, ...options })
    if (response === null || !/^(?:400|404|422)$/.test(String(response.status))) break
  }
  return response
}

async function misbehaviour(
  { request }: ApplicationFacts,
  route: Route,
  { behaviour, headers, whole }: Trial,
): Promise<Issue | null> {
  const options = { headers, timeoutMs: behaviour === 'slow' ? 35_000 : 10_000 }
  const first = await askWell(request, route, options)
  // the second answer is JSON, and has nothing of what is expected
  const response =
    behaviour === 'malformed' && first !== null && first.status !== 500
      ? await askWell(request, route, options)
      : first
  const isBroken =
    response?.status === 500 &&
    (whole === null || (await askWell(whole.request, route, {}))?.status !== 500)
  const wrong =
    response === null
      ? await silence(request)
      : (problemOf(response) ?? (isBroken ? 'answers 500' : null))
  if (wrong === null) return null
  return issueAt(
    route.source,
    route.node,
    `${labelOf(route)} ${wrong} when ${behaviours[behaviour]}`,
    'Handle the failure where the other program is asked: a limit, a check of the answer, and a status and message of your own',
  )
}

const silence = async (request: ApplicationFacts['request']): Promise<string> =>
  (await request({ method: 'GET', path: '/' })) === null
    ? 'ends the application'
    : 'does not answer'

/** Traces of a failure that nobody handled. */
function problemOf({ status, body }: ApplicationResponse): string | null {
  const leak =
    /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|UND_ERR_\w+|SyntaxError|TypeError|Unexpected token|fetch failed|at \w+ \(.{1,200}:\d+:\d+\))/.exec(
      body,
    )?.[0]
  if (leak !== undefined) return `answers ${status} and shows its inside ("${leak.slice(0, 40)}")`
  if (status === 200 && /^\s*(?:undefined|null|\{\}|)\s*$/.test(body))
    return 'answers 200 with nothing'
  return null
}

/** Query parameters that a handler reads get a value. */
function queryOf({ handler }: Route): string {
  const names = [...below(handler.node)].flatMap((each) => {
    if (
      is('MemberExpression')(each) &&
      is('MemberExpression')(each.object) &&
      chainOf(each.object).at(-1) === 'query' &&
      is('Identifier')(each.property)
    )
      return [each.property.name]
    if (
      is('CallExpression')(each) &&
      /(?:searchParams\.get|req\.query)$/.test(chainOf(each.callee).join('.'))
    )
      return [literalOf(each.arguments[0]) ?? '']
    if (
      is('VariableDeclarator')(each) &&
      each.id.type === 'ObjectPattern' &&
      chainOf(each.init).at(-1) === 'query'
    )
      return each.id.properties.flatMap((one) => (is('Property')(one) ? [keyName(one.key)] : []))
    return []
  })
  const wanted = [...new Set(names.filter((name) => name !== ''))]
  return wanted.length === 0 ? '' : `?${wanted.map((name) => `${name}=1`).join('&')}`
}
