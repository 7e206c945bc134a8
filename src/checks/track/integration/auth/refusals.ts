import { createHmac } from 'node:crypto'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import type { ApplicationFacts, ApplicationResponse } from '../../facts.ts'
import { needsOthers } from '../contracts/described.ts'
import { issueAt, type Project } from '../project.ts'
import { filledPath, labelOf, type Route } from '../routes/route.ts'
import type { Protected } from './wanted.ts'

const fixGuard =
  'Put the check of the session or token before the handler and answer 401 without it'

/** Strangers are refused: by requests where the application runs, else by the code. */
export async function refusalParts(
  project: Project,
  wanted: readonly Protected[],
): Promise<readonly Part[]> {
  const about = 'protected routes refuse requests without credentials'
  if (wanted.length === 0)
    return [
      notApplicable(
        'protected-routes',
        about,
        'neither spec nor code of the track protects a route',
      ),
    ]
  const { application } = project.facts
  const bare = wanted.filter((each) => !each.isGuarded)
  if (application === null) {
    const issues = bare.map((each) => unguarded(each, 'has no check of credentials'))
    return [
      issues.length > 0 || wanted.some(({ by }) => by !== 'code')
        ? holdsUnless('protected-routes', about, {
            issues,
            reason: `${wanted.length} protected routes have a guard in the code`,
          })
        : undecided(
            'protected-routes',
            about,
            `the application was not started: ${project.facts.notStarted ?? ''}; ask ${wanted.map(({ route }) => labelOf(route)).join(', ')} without credentials`,
          ),
    ]
  }
  return [
    await withoutCredentials(project, application, wanted),
    await withForgeries(application, wanted),
  ]
}

const unguarded = ({ route, by, where }: Protected, what: string): Issue =>
  issueAt(
    route.source,
    route.node,
    `${labelOf(route)} ${what}${by === 'code' ? '' : `, and ${where} protects it`}`,
    fixGuard,
  )

const mostRoutes = 30

async function withoutCredentials(
  project: Project,
  application: ApplicationFacts,
  wanted: readonly Protected[],
): Promise<Part> {
  const about = 'protected routes refuse requests without credentials'
  const works = !needsOthers(project.packages)
  const issues: Issue[] = []
  const open: string[] = []
  let refused = 0
  for (const each of wanted.slice(0, mostRoutes)) {
    const response = await ask(application, each.route, {})
    const status = response?.status ?? 0
    if (isRefused(response)) refused += 1
    else if (status >= 200 && status < 300)
      issues.push(unguarded(each, `answers ${status} without credentials`))
    else if (!each.isGuarded && status >= 400 && status < 500)
      issues.push(unguarded(each, `answers ${status} instead of 401 without credentials`))
    else if (status >= 500 && works)
      issues.push(unguarded(each, `answers ${status} instead of 401 without credentials`))
    else open.push(`${labelOf(each.route)} (${status === 0 ? 'no answer' : status})`)
  }
  return issues.length === 0 && refused === 0
    ? undecided('protected-routes', about, `look at ${open.join(', ')} without credentials`)
    : holdsUnless('protected-routes', about, {
        issues,
        reason: `${refused} protected routes refused a request without credentials`,
      })
}

/** A key that the application cannot have: what it signs must not be believed. */
function forgeries(): readonly Readonly<Record<string, string>>[] {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({
    sub: '1',
    id: 1,
    userId: 1,
    email: 'ada@example.com',
    role: 'admin',
    iat: 1_700_000_000,
    exp: 4_000_000_000,
  })
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}`
  const signature = createHmac('sha256', 'not the key of this application')
    .update(signed)
    .digest('base64url')
  return [
    { authorization: 'Bearer not-a-token', 'x-api-key': 'not-a-key' },
    { authorization: `Bearer ${signed}.${signature}` },
    { authorization: `Bearer ${part({ alg: 'none', typ: 'JWT' })}.${claims}.` },
  ]
}

async function withForgeries(
  application: ApplicationFacts,
  wanted: readonly Protected[],
): Promise<Part> {
  const about = 'forged credentials are refused'
  const tried: { readonly each: Protected; readonly response: ApplicationResponse | null }[] = []
  for (const each of wanted.filter(({ route }) => route.method === 'get').slice(0, 6)) {
    const bare = await ask(application, each.route, {})
    if (!isRefused(bare)) continue
    for (const headers of forgeries())
      tried.push({ each, response: await ask(application, each.route, headers) })
  }
  if (tried.length === 0)
    return notApplicable('forged-credentials', about, 'no protected route can be read')
  const taken = tried.filter(({ response }) => response !== null && response.status < 300)
  const routes = [...new Set(taken.map(({ each }) => each))]
  return holdsUnless('forged-credentials', about, {
    issues: routes.map(({ route }) =>
      issueAt(
        route.source,
        route.node,
        `${labelOf(route)} takes credentials that nobody issued`,
        'Verify the token or key against what the server issued, signature included',
      ),
    ),
    reason: `${tried.length} requests with forged tokens were refused`,
  })
}

async function ask(
  application: ApplicationFacts,
  route: Route,
  headers: Readonly<Record<string, string>>,
): Promise<ApplicationResponse | null> {
  const method = route.method === 'all' ? 'GET' : route.method.toUpperCase()
  const isRead = /^(?:GET|HEAD|DELETE)$/.test(method)
  return application.request({
    method,
    path: filledPath(route.path, '1'),
    headers: isRead ? headers : { ...headers, 'content-type': 'application/json' },
    ...(isRead ? {} : { body: '{}' }),
  })
}

/** 401, 403, or the way to sign in. */
export const isRefused = (response: ApplicationResponse | null): boolean =>
  response !== null &&
  (response.status === 401 ||
    response.status === 403 ||
    (response.status >= 300 &&
      response.status < 400 &&
      /log-?in|sign-?in|auth/i.test(response.headers['location'] ?? '')))
