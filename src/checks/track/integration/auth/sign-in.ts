import { isMap, type JsonMap, mapOf } from '../../../openapi/json.ts'
import { keyName, literalOf } from '../../../integrity/names.ts'
import { below, is } from '../../../integrity/source.ts'
import type { ApplicationFacts, ApplicationRequest, ApplicationResponse } from '../../facts.ts'
import { type Described, isSecured } from '../contracts/description.ts'
import { operationsFor } from '../contracts/learned.ts'
import { bodyOf } from '../persistence/round-bodies.ts'
import type { Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import { endpointsIn, sameRoute, specLines } from '../read-spec.ts'
import { filledPath, type Route } from '../routes/route.ts'
import { type Session, sessionIn } from './session.ts'

export type AuthRoutes = {
  readonly up: Route | undefined
  readonly in: Route | undefined
  readonly out: Route | undefined
  readonly refresh: Route | undefined
}

const lastWord = ({ path }: Route): string =>
  path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? ''

const post = /^(?:post|all)$/
const entering = /^(?:sign-?in|log-?in|authenticate)$/i

function authRoutesIn(routes: readonly Route[]): AuthRoutes {
  const one = (pattern: RegExp, method: RegExp) =>
    routes.find((route) => method.test(route.method) && pattern.test(lastWord(route)))
  return {
    up:
      one(/^(?:sign-?up|register|registration)$/i, post) ?? one(/^(?:users|accounts)$/i, /^post$/),
    in: one(entering, post) ?? one(/^(?:sessions?|tokens?|auth)$/i, /^post$/),
    out:
      one(/^(?:sign-?out|log-?out)$/i, /^(?:post|all|delete|get)$/) ??
      routes.find(
        ({ method, path }) => method === 'delete' && /\/(?:sessions?|tokens?)\b/i.test(path),
      ),
    refresh: one(/^refresh(?:-?tokens?)?$/i, post),
  }
}

/**
 * The ways in and out by their names; who gets an account is also told by the description: a request that
 * needs none, and takes all that signing in takes.
 */
export function waysIn(project: Project, routes: readonly Route[]): AuthRoutes {
  // pages may have forms of their own beside the calls that the spec names
  const asked = authRoutesIn(namedIn(project, routes))
  const known = { ...authRoutesIn(routes), ...withoutMissing(asked) }
  const described = describedOf(project, routes)
  const entry = described.find(
    ({ routes: own }) => known.in !== undefined && own.includes(known.in),
  )
  const fields = entry === undefined ? [] : Object.keys(mapOf(bodyOf(entry, 'all')))
  const up = described.find(
    ({ description, operation, routes: [own] }) =>
      operation.method === 'post' &&
      // what was learned says nothing about who may ask
      (description.path === '' || !isSecured(description, operation)) &&
      own !== undefined &&
      own !== known.in &&
      !entering.test(lastWord(own)) &&
      fields.length > 1 &&
      fields.every((name) => name in mapOf(bodyOf({ description, operation }, 'all'))),
  )
  return { ...known, up: known.up ?? up?.routes[0] }
}

/** The routes that the spec names with their method. */
function namedIn({ facts }: Project, routes: readonly Route[]): readonly Route[] {
  const endpoints = endpointsIn(specLines(facts.spec))
  return routes.filter((route) =>
    endpoints.some(({ method, path }) => method === route.method && sameRoute(path, route.path)),
  )
}

const withoutMissing = (ways: AuthRoutes): Partial<AuthRoutes> =>
  Object.fromEntries(Object.entries(ways).filter(([, route]) => route !== undefined))

const describedOf = (project: Project, routes: readonly Route[]): readonly Described[] =>
  operationsFor(project, routes, new Set(routes.map(({ source }) => source.path)))

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

/** What the description says that a route takes. */
function describedFields(project: Project, routes: readonly Route[], route: Route): JsonMap | null {
  const own = describedOf(project, routes).find((each) => each.routes.includes(route))
  const body = own === undefined ? null : bodyOf(own)
  if (!isMap(body) || own === undefined) return null
  const schemas = mapOf(bodyOf(own, 'all'))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      // a made-up person, unless the value has a form of its own
      'pattern' in mapOf(schemas[name]) ? value : (person[name] ?? value),
    ]),
  )
}

const identity = /mail|user|login|name|phone|account|card|number|(?:^|_)id$|Id$/i

/** The same fields with another secret of the same form. */
function withWrongSecret(fields: JsonMap, asked: JsonMap): JsonMap {
  const [secret, value] = Object.entries(fields).find(
    (each): each is [string, string] =>
      each[0] in asked && !identity.test(each[0]) && typeof each[1] === 'string',
  ) ?? ['password', '']
  const other = value.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))
  return { ...fields, [secret]: other === value ? `${value}x` : other }
}

/** The fields of a person that the code behind a route speaks of. */
function fieldsOf(project: Project, route: Route): JsonMap {
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
  const results = Object.entries(person).filter(([name]) => names.has(name))
  return Object.fromEntries(
    results.some(([name]) => name === 'password')
      ? results
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

/** Somebody else: the same fields with another name. */
const asOther = (fields: JsonMap): JsonMap =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      identity.test(name) && typeof value === 'string' ? value.replace(/^ada/i, 'eve') : value,
    ]),
  )

const turns = new WeakMap<object, Promise<unknown>>()

/** Makes an account and signs in: as one person, or as another. Nobody comes twice at once. */
export function signIn(
  project: Project,
  routes: readonly Route[],
  who: 'first' | 'other' = 'first',
): Promise<SignedIn> {
  const application = project.facts.application?.request ?? project
  const turn = (turns.get(application) ?? Promise.resolve()).then(() => enter(project, routes, who))
  turns.set(
    application,
    turn.catch(() => null),
  )
  return turn
}

async function enter(
  project: Project,
  routes: readonly Route[],
  who: 'first' | 'other',
): Promise<SignedIn> {
  const known = waysIn(project, routes)
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
  const fieldsFor = (route: Route | undefined): JsonMap =>
    route === undefined ? {} : (describedFields(project, routes, route) ?? fieldsOf(project, route))
  const asked = fieldsFor(known.in)
  const own = {
    ...asked,
    ...fieldsFor(known.up),
    ...(known.up === undefined ? application.account : {}),
  }
  const fields = who === 'first' ? own : asOther(own)
  const signUp = known.up === undefined ? null : await sendForm(application, known.up, fields)
  const sentUp =
    known.up === undefined
      ? null
      : jsonForm({ method: 'POST', path: filledPath(known.up.path, '1') }, fields)
  if (known.in === undefined)
    return { ...nobody, signUp, sentUp, session: signUp === null ? null : sessionIn(signUp) }
  const wrongPassword = await sendForm(application, known.in, withWrongSecret(fields, asked))
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
