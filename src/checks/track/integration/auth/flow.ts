import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import type { ApplicationFacts } from '../../facts.ts'
import { needsOthers } from '../contracts/described.ts'
import { issueAt, type Project } from '../project.ts'
import { filledPath, labelOf, type Route } from '../routes/route.ts'
import { isRefused } from './refusals.ts'
import { afterAnswer, cookiesIn } from './session.ts'
import { sendGarbage, type SignedIn } from './sign-in.ts'
import type { Protected } from './wanted.ts'

/** Signing up, in and out as a person would, where the application runs. */
export async function flowPart(
  project: Project,
  signed: SignedIn,
  wanted: readonly Protected[],
): Promise<Part> {
  const id = 'sign-in-flow'
  const about = 'signing up, in and out works, and only with the right password'
  const own = Object.values(signed.routes).filter(
    (route) => route !== undefined && project.touched.includes(route.source),
  )
  const { application, notStarted } = project.facts
  if (own.length === 0)
    return notApplicable(id, about, 'the track touched no route for signing up, in or out')
  if (application === null)
    return undecided(
      id,
      about,
      `the application was not started: ${notStarted ?? ''}; sign up, in and out`,
    )
  const works = !needsOthers(project.packages)
  const issues = [
    ...passwordIssues(signed),
    ...failureIssues(signed, works),
    ...cookieIssues(signed),
    ...(await refreshIssues(application, signed, works)),
    ...(await sessionIssues(application, signed, { wanted, documents: documentsOf(project) })),
  ]
  if (issues.length === 0 && signed.session === null)
    return undecided(
      id,
      about,
      `nobody could sign in with made-up data (sign-up answered ${signed.signUp?.status ?? 'nothing'}, sign-in ${signed.signIn?.status ?? 'nothing'}): try it`,
    )
  return holdsUnless(id, about, {
    issues,
    reason: 'a made-up person signed up, was refused with a wrong password, and signed in',
  })
}

const say = (route: Route | undefined, message: string, fix: string): readonly Issue[] =>
  route === undefined
    ? []
    : [issueAt(route.source, route.node, `${labelOf(route)} ${message}`, fix)]

function passwordIssues({ routes, wrongPassword, signIn }: SignedIn): readonly Issue[] {
  if (wrongPassword === null || signIn === null || wrongPassword.status >= 400) return []
  const hasCookies = cookiesIn(wrongPassword.headers).some(({ isGone }) => !isGone)
  // a page that is sent back to its form answers with a redirect and no session
  return wrongPassword.status < 300 || hasCookies
    ? say(
        routes.in,
        `answers ${wrongPassword.status} to a wrong password`,
        'Compare the password with the stored hash and answer 401',
      )
    : []
}

const failureIssues = (
  { routes, signUp, signIn, wrongPassword }: SignedIn,
  works: boolean,
): readonly Issue[] =>
  works
    ? [
        ...(signUp !== null && signUp.status >= 500
          ? say(routes.up, `answers ${signUp.status}`, 'Handle the failure')
          : []),
        ...([signIn, wrongPassword].some((each) => each !== null && each.status >= 500)
          ? say(routes.in, `answers ${signIn?.status ?? ''}`, 'Handle the failure')
          : []),
        ...(signUp !== null && signUp.status < 300 && signIn?.status === 401
          ? say(
              routes.in,
              'refuses who has just signed up',
              'Make sign-up and sign-in agree on what is stored',
            )
          : []),
      ]
    : []

const cookieIssues = ({ routes, signIn }: SignedIn): readonly Issue[] =>
  signIn === null || signIn.status >= 400
    ? []
    : cookiesIn(signIn.headers)
        .filter(
          ({ isHttpOnly, isGone, name }) =>
            !isHttpOnly && !isGone && !/csrf|xsrf|theme|locale|lang/i.test(name),
        )
        .flatMap(({ name }) =>
          say(
            routes.in,
            `sets the cookie ${name} without HttpOnly, so scripts can read it`,
            'Set HttpOnly, Secure and SameSite on the session cookie',
          ),
        )

async function refreshIssues(
  application: ApplicationFacts,
  { routes }: SignedIn,
  works: boolean,
): Promise<readonly Issue[]> {
  if (routes.refresh === undefined) return []
  const response = await sendGarbage(application, routes.refresh)
  if (response === null || (response.status >= 300 && (response.status < 500 || !works))) return []
  return say(
    routes.refresh,
    `answers ${response.status} to a refresh token that nobody issued`,
    'Verify the refresh token and answer 401',
  )
}

const documentsOf = ({ facts }: Project): string =>
  [facts.spec, ...facts.documents.values()].join('\n')

const over =
  /\b(?:session|token|it)s?\b[^.\n]{0,80}\b(?:ends?|ended|over|revoked|invalid(?:ated)?|expires?|closed|deleted|worthless|worth nothing|(?:no longer|not) (?:works?|valid|accepted|good|opens?|counts?)|stops working)\b/i
const leaving =
  /\b(?:signs?|signing|signed|logs?|logging)[ -]?out\b|\bDELETE\b[^.\n]*\bsessions?\b/i

/** A sentence, or a row of a table, that ends the session for whoever leaves. */
const saysOver = (documents: string): boolean =>
  documents.split(/\n|(?<=[.;])\s/).some((each) => over.test(each) && leaving.test(each))

/** The session opens what is protected, and no longer does after signing out. */
async function sessionIssues(
  application: ApplicationFacts,
  { routes, session }: SignedIn,
  { wanted, documents }: { readonly wanted: readonly Protected[]; readonly documents: string },
): Promise<readonly Issue[]> {
  const door = wanted.find(
    ({ route }) => route.method === 'get' && !route.path.includes('{'),
  )?.route
  if (session === null || door === undefined) return []
  const look = (headers: Readonly<Record<string, string>>) =>
    application.request({ method: 'GET', path: door.path, headers })
  const opened = await look(session.headers)
  if (opened?.status === 401)
    return say(
      routes.in,
      `gives credentials that ${labelOf(door)} refuses`,
      'Let the guard accept what sign-in issues',
    )
  const isOver = saysOver(documents)
  if (routes.out === undefined || opened === null || opened.status >= 300) return []
  if (!session.isCookie && !isOver) return []
  const method = routes.out.method === 'all' ? 'POST' : routes.out.method.toUpperCase()
  const left = await application.request({
    method,
    path: filledPath(routes.out.path, '1'),
    headers: session.headers,
  })
  if (left === null || left.status >= 400)
    return say(
      routes.out,
      `answers ${left?.status ?? 'nothing'} to somebody who is signed in`,
      'End the session and answer 204',
    )
  // where documents say that it ends, whoever kept the cookie or the token gets in no longer
  const after = await look(isOver ? session.headers : afterAnswer(session, left).headers)
  return after === null || isRefused(after) || after.status >= 300
    ? []
    : say(
        routes.out,
        `leaves the session open: ${labelOf(door)} still answers ${after.status}`,
        'Delete the session on the server and its cookie',
      )
}
