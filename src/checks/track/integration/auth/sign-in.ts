import { jsonOf } from '../../../../kit/parse.ts'
import { isMap } from '../../../openapi/json.ts'
import { keyName, literalOf } from '../../../integrity/names.ts'
import { below, is } from '../../../integrity/source.ts'
import type { ApplicationFacts, ApplicationRequest, ApplicationResponse } from '../../facts.ts'
import type { Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import { filledPath, type Route } from '../routes/route.ts'

/** What a signed-in user sends with each request. */
export type Session = {
  readonly headers: Readonly<Record<string, string>>
  readonly isCookie: boolean
}

export type AuthRoutes = {
  readonly up: Route | undefined
  readonly in: Route | undefined
  readonly out: Route | undefined
  readonly refresh: Route | undefined
}

const lastWord = ({ path }: Route): string =>
  path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? ''

export function authRoutesIn(routes: readonly Route[]): AuthRoutes {
  const one = (pattern: RegExp, method: RegExp) =>
    routes.find((route) => method.test(route.method) && pattern.test(lastWord(route)))
  const post = /^(?:post|all)$/
  return {
    up:
      one(/^(?:sign-?up|register|registration)$/i, post) ?? one(/^(?:users|accounts)$/i, /^post$/),
    in:
      one(/^(?:sign-?in|log-?in|authenticate)$/i, post) ??
      one(/^(?:sessions?|tokens?|auth)$/i, /^post$/),
    out:
      one(/^(?:sign-?out|log-?out)$/i, /^(?:post|all|delete|get)$/) ??
      routes.find(
        ({ method, path }) => method === 'delete' && /\/(?:sessions?|tokens?)\b/i.test(path),
      ),
    refresh: one(/^refresh(?:-?tokens?)?$/i, post),
  }
}

const person: Readonly<Record<string, unknown>> = {
  email: 'ada.probe@example.com',
  username: 'ada_probe',
  userName: 'ada_probe',
  login: 'ada_probe',
  password: 'Str0ng-Enough!pass',
  passwordConfirmation: 'Str0ng-Enough!pass',
  password_confirmation: 'Str0ng-Enough!pass',
  confirmPassword: 'Str0ng-Enough!pass',
  name: 'Ada Probe',
  fullName: 'Ada Probe',
  displayName: 'Ada Probe',
  firstName: 'Ada',
  lastName: 'Probe',
  acceptTerms: true,
  terms: true,
}

/** The fields of a person that the code behind a route speaks of. */
function fieldsOf(project: Project, route: Route): Readonly<Record<string, unknown>> {
  const files = new Set([
    route.source,
    ...[...reachedFrom(project, route.handler)].map(({ source }) => source),
  ])
  const names = new Set(
    [...files].flatMap(({ program }) =>
      [...below(program)].flatMap((node) =>
        is('Identifier')(node)
          ? [node.name]
          : is('Property')(node)
            ? [keyName(node.key)]
            : [literalOf(node) ?? ''],
      ),
    ),
  )
  const found = Object.entries(person).filter(([name]) => names.has(name))
  return Object.fromEntries(
    found.some(([name]) => name === 'password')
      ? found
      : Object.entries(person).filter(([name]) => /^(?:email|password|name)$/.test(name)),
  )
}

type Headers = Readonly<Record<string, string>>

const jsonForm = (
  request: Pick<ApplicationRequest, 'method' | 'path'>,
  fields: Readonly<Record<string, unknown>>,
  headers: Headers = {},
): ApplicationRequest => ({
  ...request,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(fields),
})

/** Sends a form as JSON, and where that is not taken as a form of a page. */
async function sendForm(
  application: ApplicationFacts,
  route: Route,
  fields: Readonly<Record<string, unknown>>,
  headers: Headers = {},
): Promise<ApplicationResponse | null> {
  const request = {
    method: route.method === 'all' ? 'POST' : route.method.toUpperCase(),
    path: filledPath(route.path, '1'),
  }
  const asJson = await application.request(jsonForm(request, fields, headers))
  if (asJson === null || !/^(?:400|415|422)$/.test(String(asJson.status))) return asJson
  const form = new URLSearchParams(
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
  )
  const asForm = await application.request({
    ...request,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  return asForm !== null && asForm.status < 400 ? asForm : asJson
}

/** What was answered on the way from nobody to somebody. */
export type SignedIn = {
  readonly routes: AuthRoutes
  readonly signUp: ApplicationResponse | null
  /** The request that was answered so. */
  readonly sentUp: ApplicationRequest | null
  readonly wrongPassword: ApplicationResponse | null
  readonly signIn: ApplicationResponse | null
  readonly session: Session | null
}

export async function signIn(project: Project, routes: readonly Route[]): Promise<SignedIn> {
  const known = authRoutesIn(routes)
  const { application } = project.facts
  const nobody: SignedIn = {
    routes: known,
    signUp: null,
    sentUp: null,
    wrongPassword: null,
    signIn: null,
    session: null,
  }
  if (application === null || (known.up === undefined && known.in === undefined)) return nobody
  const fields = {
    ...(known.up === undefined ? {} : fieldsOf(project, known.up)),
    ...(known.in === undefined ? {} : fieldsOf(project, known.in)),
    ...(known.up === undefined ? application.account : {}),
  }
  const signUp = known.up === undefined ? null : await sendForm(application, known.up, fields)
  const sentUp =
    known.up === undefined
      ? null
      : jsonForm({ method: 'POST', path: filledPath(known.up.path, '1') }, fields)
  if (known.in === undefined)
    return { ...nobody, signUp, sentUp, session: signUp === null ? null : sessionIn(signUp) }
  const wrongPassword = await sendForm(application, known.in, {
    ...fields,
    password: 'Wr0ng-Guess!word',
  })
  const answer = await sendForm(application, known.in, fields)
  return {
    routes: known,
    signUp,
    sentUp,
    wrongPassword,
    signIn: answer,
    session:
      answer === null ? null : (sessionIn(answer) ?? (signUp === null ? null : sessionIn(signUp))),
  }
}

export const sendGarbage = (
  application: ApplicationFacts,
  route: Route,
): Promise<ApplicationResponse | null> =>
  sendForm(
    application,
    route,
    { refreshToken: 'garbage', refresh_token: 'garbage', token: 'garbage' },
    { cookie: 'refreshToken=garbage; refresh_token=garbage' },
  )

/** The cookies and the token of an answer. */
function sessionIn({ status, headers, body }: ApplicationResponse): Session | null {
  if (status >= 400) return null
  const cookies = cookiesIn(headers).filter(({ isGone }) => !isGone)
  const token = tokenIn(jsonOf(body), 0)
  if (token === null && cookies.length === 0) return null
  return {
    isCookie: token === null,
    headers: {
      ...(cookies.length === 0 ? {} : { cookie: cookies.map(({ pair }) => pair).join('; ') }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  }
}

export type Cookie = {
  readonly pair: string
  readonly name: string
  readonly isGone: boolean
  readonly isHttpOnly: boolean
}

export const cookiesIn = (headers: Headers): readonly Cookie[] =>
  (headers['set-cookie'] ?? '').split('\n').flatMap((line) => {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
    const name = pair.split('=')[0] ?? ''
    const attributes = rest.join(';')
    return name === '' || !pair.includes('=')
      ? []
      : [
          {
            pair,
            name,
            isGone:
              pair.endsWith('=') ||
              /max-age=0\b|max-age=-|expires=thu, 01.jan.1970/i.test(attributes),
            isHttpOnly: /httponly/i.test(attributes),
          },
        ]
  })

function tokenIn(value: unknown, depth: number): string | null {
  if (!isMap(value) || depth > 2) return null
  for (const [key, each] of Object.entries(value))
    if (
      typeof each === 'string' &&
      /^(?:token|jwt|access_?token|id_?token|session_?token|bearer)$/i.test(key)
    )
      return each
  for (const each of Object.values(value)) {
    const inner = tokenIn(each, depth + 1)
    if (inner !== null) return inner
  }
  return null
}

/** The cookies that a browser has after an answer. */
export function afterAnswer(session: Session, { headers }: ApplicationResponse): Session {
  const answered = cookiesIn(headers)
  const kept = (session.headers['cookie'] ?? '')
    .split('; ')
    .filter((pair) => !answered.some(({ name }) => pair.startsWith(`${name}=`)))
  const { cookie: _cookie, ...others } = session.headers
  const pairs = [
    ...kept,
    ...answered.filter(({ isGone }) => !isGone).map(({ pair }) => pair),
  ].filter((pair) => pair !== '')
  return {
    ...session,
    headers: pairs.length === 0 ? others : { ...others, cookie: pairs.join('; ') },
  }
}
