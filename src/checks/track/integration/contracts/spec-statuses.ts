import { type Issue, type Part, unmet } from '../../evaluation.ts'
import type { ApplicationFacts, ApplicationRequest } from '../../facts.ts'
import { signIn } from '../auth/sign-in.ts'
import { type Rounds, roundsOf } from '../persistence/rounds.ts'
import type { Project } from '../project.ts'
import { endpointsIn, sameRoute, specLines } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'

type Tried = {
  readonly project: Project
  readonly routes: readonly Route[]
  readonly rounds: Rounds | null
}

type Criterion = { readonly text: string; readonly where: string }

/** "409 for an address that has an account": a status, and when it is answered. */
type Case = { readonly status: number; readonly when: string }

const answering = /\b(?:answers?|returns?|responds?(?: with)?|gives?)\s+(?=\D{0,12}[1-5]\d\d\b)/i

/** `POST /books`: 201, 409 for a known title; and the same in a table. */
const listing = /`?\s*(?:\||:|→|->|=>|—|–)\s*(?=[1-5]\d\d\b)/

/** The statuses that a sentence states, in its order. */
export function casesIn(text: string): readonly Case[] {
  const verb = answering.exec(text) ?? listing.exec(text)
  const rest = verb === null ? '' : text.slice(verb.index + verb[0].length)
  return [...rest.matchAll(/\b([1-5]\d\d)\b((?:(?!\b[1-5]\d\d\b).)*)/g)].map(
    ([, status = '', when = '']) => ({
      status: Number(status),
      when: when.replace(/[,;|]?\s*(?:and|or)?\s*$/, '').trim(),
    }),
  )
}

const same = /\b(?:again|twice|same)\b/i
const taken =
  /\b(?:taken|known|used|already|exists|existing|has an account|registered|in use|duplicate)\b/i
const wrongPassword = /\b(?:wrong|bad|incorrect|invalid) (?:password|credentials)\b/i
const stranger =
  /\b(?:without (?:an? )?(?:session|token|sign|log|credential|account)|not signed in|unauthenticated|anonymous|signed out)/i

/** Every line of the spec that states how one endpoint answers. */
export async function specStatusParts(
  project: Project,
  routes: readonly Route[],
): Promise<readonly Part[]> {
  const { facts } = project
  if (facts.application === null) return []
  const stated = specLines(facts.spec).flatMap((each) =>
    endpointsIn([each]).length === 1 && casesIn(each.text).length > 0
      ? [{ text: each.text, where: `spec.md:${each.line}` }]
      : [],
  )
  if (stated.length === 0) return []
  const rounds = await roundsOf(project, routes)
  const issues = await wrongStatuses({ project, routes, rounds }, stated)
  return issues.length === 0
    ? []
    : [unmet('spec-statuses', 'requests are answered as the spec says', issues)]
}

/** Where the application answers a request that worked, came again or came from nobody with another status than the spec says. */
export async function wrongStatuses(
  tried: Tried,
  criteria: readonly Criterion[],
): Promise<readonly Issue[]> {
  const {
    project: { facts },
    rounds,
  } = tried
  const { application } = facts
  if (application === null || rounds === null) return []
  const issues: Issue[] = []
  for (const { text, where } of criteria) {
    const [endpoint, another] = endpointsIn(specLines(text))
    const cases = casesIn(text)
    if (endpoint === undefined || another !== undefined || cases.length === 0) continue
    const isIts = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
      method === endpoint.method && sameRoute(path, endpoint.path)
    const worked = rounds.answers.filter(({ described: { operation, path } }) =>
      isIts({ method: operation.method, path }),
    )
    const { signed } = rounds
    const isUp = signed.routes.up !== undefined && isIts(signed.routes.up)
    const isIn = signed.routes.in !== undefined && isIts(signed.routes.in)
    const isKnown = (signed.signIn?.status ?? 500) < 300
    const sent = isUp ? signed.sentUp : (worked[0]?.request ?? null)
    const got = [
      ...worked.map(({ response }) => response?.status ?? 0),
      ...(isUp ? [signed.signUp?.status ?? 0] : []),
      ...(isIn ? [signed.signIn?.status ?? 0] : []),
    ].filter((status) => status >= 200 && status < 300)
    const good = cases.filter(({ status }) => status < 300)
    const say = (status: number, wanted: string) =>
      issues.push({
        message: `${endpoint.method.toUpperCase()} ${endpoint.path} answers ${status} where the spec says ${wanted} (${where})`,
        path: `${facts.folder}/${where.split(':')[0]}`,
        line: Number(where.split(':')[1]),
        fix: 'answer as the spec says',
      })
    const strange = got.find((status) => good.every((each) => each.status !== status))
    if (good.length > 0 && strange !== undefined)
      say(strange, good.map(({ status }) => status).join(' or '))
    for (const { status, when } of cases) {
      const observed = wrongPassword.test(when)
        ? isIn && isKnown
          ? (signed.wrongPassword?.status ?? null)
          : null
        : isAgain({ status, when }) && (isUp ? isKnown : got.length > 0)
          ? await statusAgain(tried, application, sent)
          : stranger.test(when) && sent !== null
            ? ((await application.request(withoutCredentials(sent)))?.status ?? null)
            : null
      // what was answered well before has all it needs
      const mayBreak = observed !== null && observed >= 500 && !isAgain({ status, when })
      if (observed !== null && observed !== status && !mayBreak) say(observed, `${status} ${when}`)
    }
  }
  return issues
}

/** What is answered when the same comes once more. */
async function statusAgain(
  { project, routes }: Tried,
  { request }: ApplicationFacts,
  sent: ApplicationRequest | null,
): Promise<number | null> {
  if (sent === null) return null
  // others may have ended the session
  const { session } = await signIn(project, routes)
  const plain = withoutCredentials(sent)
  const again = { ...plain, headers: { ...plain.headers, ...session?.headers } }
  const first = await request(again)
  // what was made before may be gone
  const second = first !== null && first.status < 300 ? await request(again) : first
  return second?.status ?? null
}

const isAgain = ({ status, when }: Case): boolean =>
  same.test(when) || (status >= 400 && taken.test(when))

const withoutCredentials = ({ headers = {}, ...request }: ApplicationRequest) => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(?:cookie|authorization)$/i.test(name)),
  ),
})
