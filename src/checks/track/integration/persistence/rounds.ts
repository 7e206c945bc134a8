import { jsonOf } from '../../../../kit/parse.ts'
import { mapOf } from '../../../openapi/json.ts'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { type SignedIn, signIn } from '../auth/sign-in.ts'
import type { Described } from '../contracts/description.ts'
import { operationsFor } from '../contracts/learned.ts'
import type { Answer } from '../contracts/requests.ts'
import type { Project } from '../project.ts'
import { sameRoute } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'
import { tryFieldLimits } from './field-limits.ts'
import { type Going, isDone, say } from './make-thing.ts'
import type { Thing } from './others-tried.ts'
import { goRound } from './round-trip.ts'

/** What came of going round, and every answer on the way. */
export type Rounds = {
  readonly part: Part
  readonly answers: readonly Answer[]
  /** Things that should not have been made: for the same key, at the same time, beyond a limit. */
  readonly doubled: readonly Issue[]
  /** Values beyond what the documents allow that were taken, and values within it that were not. */
  readonly limits: readonly Issue[]
  /** Less than nothing of what is counted, and it was taken. */
  readonly negative: readonly Issue[]
  /** Moves between states that the documents do not allow. */
  readonly forbidden: readonly Issue[]
  /** Moves between states that the documents ask for, and that are not understood. */
  readonly refused: readonly Issue[]
  /** What was answered and is not stored. */
  readonly unstored: readonly Issue[]
  /** Operations that ended in 500. */
  readonly failures: readonly Described[]
  /** What belongs to one person, and somebody else sees or changes. */
  readonly foreign: readonly Issue[]
  /** Values that are not the client's to say, and were taken from it. */
  readonly trusted: readonly Issue[]
  readonly signed: SignedIn
}

const known = new WeakMap<object, Promise<Rounds>>()

/** Goes round once with each application, whoever asks. */
export function roundsOf(project: Project, routes: readonly Route[]): Promise<Rounds> {
  const application = project.facts.application?.request ?? project.facts
  const rounds =
    known.get(application) ??
    signIn(project, routes).then((signed) => goRounds(project, routes, signed))
  known.set(application, rounds)
  return rounds
}

/** Things that are really created, read, changed and deleted, where a description says how. */
async function goRounds(
  project: Project,
  routes: readonly Route[],
  signed: SignedIn,
): Promise<Rounds> {
  const result = {
    answers: [],
    doubled: [],
    limits: [],
    negative: [],
    trusted: [],
    forbidden: [],
    refused: [],
    unstored: [],
    failures: [],
    foreign: [],
  }
  let other: Promise<SignedIn> | null = null
  const part = await roundTripPart(project, routes, {
    headers: signed.session?.headers ?? {},
    stranger: async () => {
      if (signed.session === null || signed.routes.up === undefined) return null
      other ??= signIn(project, routes, 'other')
      return (await other).session?.headers ?? null
    },
    facts: project.facts,
    ids: new Map(),
    values: new Set(sentValues(signed)),
    removals: [],
    ...result,
  })
  const limits = [...result.limits, ...(await signUpLimits(project, routes, signed))]
  return { part, ...result, limits, signed }
}

/** Accounts at the limits that the documents set, such as the length of a password. */
async function signUpLimits(
  { facts, ...project }: Project,
  routes: readonly Route[],
  { routes: { up }, sentUp, signUp }: SignedIn,
): Promise<readonly Issue[]> {
  const { application } = facts
  const create = operationsFor({ facts, ...project }, routes, new Set(facts.touched)).find(
    (each) => up !== undefined && each.routes.includes(up),
  )
  if (create === undefined || application === null || sentUp === null || !isDone(signUp)) return []
  let count = 0
  const attempt = (body: unknown) => {
    count += 1
    const fresh = Object.entries(mapOf(body)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^ada/i, `ada${count}`) : value,
    ])
    return application.request({ ...sentUp, body: JSON.stringify(Object.fromEntries(fresh)) })
  }
  return tryFieldLimits({ create, body: mapOf(jsonOf(sentUp.body ?? '')), facts, attempt, say })
}

/** What whoever signed up said of itself, such as its plan. */
const sentValues = ({ sentUp }: SignedIn): readonly string[] =>
  Object.values(mapOf(jsonOf(sentUp?.body ?? ''))).map((value) => String(value).toLowerCase())

async function roundTripPart(
  project: Project,
  routes: readonly Route[],
  going: Going,
): Promise<Part> {
  const id = 'round-trip'
  const about = 'what is created can be read, changed and deleted'
  const { facts } = project
  const described = operationsFor(project, routes, new Set(facts.touched))
  const things = described.flatMap((create) => thingOf(described, create))
  if (things.length === 0)
    return notApplicable(id, about, 'no described thing can be created and read again')
  if (facts.application === null)
    return undecided(
      id,
      about,
      `the application was not started: ${facts.notStarted ?? 'nothing is known about it'}`,
    )
  const results: (readonly Issue[] | null)[] = []
  for (const thing of things.slice(0, 8))
    results.push(await goRound(facts.application, thing, going))
  for (const removal of going.removals.toReversed()) results.push(await removal())
  const done = results.filter((each) => each !== null)
  return done.length === 0
    ? undecided(
        id,
        about,
        'nothing could be created with an example of the description: try it with data that the application takes',
      )
    : holdsUnless(id, about, {
        issues: done.flat(),
        reason: `${done.length} things went through create, read, update and delete as far as there are operations`,
      })
}

function thingOf(all: readonly Described[], create: Described): readonly Thing[] {
  if (create.operation.method !== 'post' || create.operation.body === null) return []
  const one = (pattern: RegExp) =>
    all.find(
      ({ operation, path }) =>
        pattern.test(operation.method) && sameRoute(path, `${create.path}/{id}`),
    )
  const read = one(/^get$/)
  const list = all.find(
    ({ operation, path }) => operation.method === 'get' && sameRoute(path, create.path),
  )
  const actions = all.filter(
    ({ operation, path }) =>
      /^(?:post|put|patch)$/.test(operation.method) &&
      path.split('/').length === create.path.split('/').length + 2 &&
      sameRoute(path.replace(/\/[^/]*$/, ''), `${create.path}/{id}`),
  )
  const [update, remove] = [one(/^patch$/) ?? one(/^put$/), one(/^delete$/)]
  return read === undefined && list === undefined
    ? []
    : [{ create, list, read, update, remove, actions }]
}
