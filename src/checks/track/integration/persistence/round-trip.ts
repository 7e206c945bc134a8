import { jsonOf } from '../../../../kit/parse.ts'
import { child, isMap, type JsonMap, listOf, mapOf } from '../../../openapi/json.ts'
import { isSuccess, jsonMediaOf, nounOf, resolve } from '../../../openapi/operations.ts'
import { singular } from '../../../openapi/words.ts'
import { sampleOf } from '../../../openapi/sample.ts'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import type { ApplicationFacts, ApplicationResponse, TrackFacts } from '../../facts.ts'
import { type Described, describedIn, descriptionsIn } from '../contracts/description.ts'
import type { Answer } from '../contracts/requests.ts'
import { lineOf, type Project } from '../project.ts'
import { sameRoute } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'
import { type Session, signIn } from '../auth/sign-in.ts'

/** What came of going round, and every answer on the way. */
export type Rounds = {
  readonly part: Part
  readonly answers: readonly Answer[]
  /** Things that were made twice although the same key was sent. */
  readonly doubled: readonly Issue[]
  /** Values that are not the client's to say, and were taken from it. */
  readonly trusted: readonly Issue[]
  readonly session: Session | null
}

const known = new WeakMap<TrackFacts, Promise<Rounds>>()

/** Goes round once, whoever asks. */
export function roundsOf(project: Project, routes: readonly Route[]): Promise<Rounds> {
  const { facts } = project
  const rounds =
    known.get(facts) ??
    signIn(project, routes).then(({ session }) => goRounds(project, routes, session))
  known.set(facts, rounds)
  return rounds
}

/** Things that are really created, read, changed and deleted, where a description says how. */
async function goRounds(
  project: Project,
  routes: readonly Route[],
  session: Session | null,
): Promise<Rounds> {
  const found = { answers: [], doubled: [], trusted: [], ids: new Map<string, string>() }
  const part = await roundTripPart(project, routes, { headers: session?.headers ?? {}, ...found })
  return { part, ...found, session }
}

type Going = {
  readonly headers: Readonly<Record<string, string>>
  readonly answers: Answer[]
  readonly doubled: Issue[]
  readonly trusted: Issue[]
  /** What was created, by the words for it. */
  readonly ids: Map<string, string>
}

async function roundTripPart(
  project: Project,
  routes: readonly Route[],
  going: Going,
): Promise<Part> {
  const id = 'round-trip'
  const about = 'what is created can be read, changed and deleted'
  const { facts } = project
  const described = describedIn(descriptionsIn(facts), routes, new Set(facts.touched))
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

type Thing = {
  readonly create: Described
  readonly list: Described | undefined
  readonly read: Described | undefined
  readonly update: Described | undefined
  readonly remove: Described | undefined
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
  return read === undefined && list === undefined
    ? []
    : [{ create, list, read, update: one(/^patch$/) ?? one(/^put$/), remove: one(/^delete$/) }]
}

async function goRound(
  { request }: ApplicationFacts,
  { create, list, read, update, remove }: Thing,
  { headers, answers, doubled, trusted, ids }: Going,
): Promise<readonly Issue[] | null> {
  const send: Send = async (described, path, body, more = {}) => {
    const method = described.operation.method.toUpperCase()
    const sent = {
      method,
      path,
      headers: {
        ...headers,
        ...more,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = await request(sent)
    // an example may be refused for reasons that no schema tells
    if (isDone(response)) answers.push({ described, purpose: 'plain', request: sent, response })
    return response
  }
  const body = withKnown(bodyOf(create), ids)
  if (!isMap(body)) return null
  const key = keyFor(create)
  const extra = ofServer(create)
  const tried = await send(create, create.path, { ...extra, ...body }, key)
  const created = isDone(tried) ? tried : await send(create, create.path, body, key)
  const id = isDone(created) ? idIn(jsonOf(created.body)) : null
  if (!isDone(created) || id === null) return null
  ids.set(singular(nounOf(create.path)).toLowerCase(), id)
  if (tried === created)
    trusted.push(
      ...Object.keys(extra)
        .filter((name) => innerOf(jsonOf(created.body))[name] === extra[name])
        .map((name) =>
          say(create, `${create.operation.label} takes "${name}" from whoever sends it`),
        ),
    )
  if (Object.keys(key).length > 0) {
    const again = await send(create, create.path, body, key)
    if (isDone(again) && idIn(jsonOf(again.body)) !== id)
      doubled.push(say(create, `${create.operation.label} makes a second thing for the same key`))
  }
  if (list !== undefined) await send(list, list.path)
  const path = `${create.path}/${encodeURIComponent(id)}`
  const look = async () =>
    read === undefined
      ? listed(list === undefined ? null : await send(list, list.path), id)
      : send(read, path)
  const first = await look()
  const reader = read ?? list ?? create
  if (first?.status !== 200)
    return [
      say(
        reader,
        `${reader.operation.label} answers ${first?.status ?? 'nothing'} for what ${create.operation.label} has just created`,
      ),
    ]
  const lost = differing(body, jsonOf(first.body))
  return [
    ...(lost === null
      ? []
      : [say(create, `${create.operation.label} does not keep "${lost}" as it was sent`)]),
    ...(update === undefined
      ? []
      : await afterUpdate({ send, path, look }, update, {
          ...body,
          ...innerOf(jsonOf(first.body)),
        })),
    ...(remove === undefined ? [] : await afterDelete({ send, path, look }, remove)),
  ]
}

/** One thing of a list, as if it had been asked for alone. */
function listed(response: ApplicationResponse | null, id: string): ApplicationResponse | null {
  if (response === null || response.status !== 200) return response
  const value = jsonOf(response.body)
  const all = Array.isArray(value) ? value : Object.values(mapOf(value)).find(Array.isArray)
  const found = listOf(all).find((each) => String(mapOf(each)['id']) === id)
  return found === undefined
    ? { ...response, status: 404 }
    : { ...response, body: JSON.stringify(found) }
}

/** A key, where the description takes one so that the same request counts once. */
function keyFor({ operation }: Described): Readonly<Record<string, string>> {
  const name = operation.parameters.find(
    (each) => each.in === 'header' && /idempoten/i.test(each.name),
  )?.name
  return name === undefined ? {} : { [name.toLowerCase()]: 'the-same-key-1' }
}

/** Ids of what was created before, and a time to come, in place of made-up ones. */
function withKnown(body: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (!isMap(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const id = ids.get(
        /^(.+?)_?Id$|^(.+)_id$/.exec(name)?.slice(1).find(Boolean)?.toLowerCase() ?? '',
      )
      if (id !== undefined) return [name, typeof value === 'number' ? Number(id) : id]
      return [name, typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? soon() : value]
    }),
  )
}

/** Ten o'clock on a Wednesday to come. */
function soon(): string {
  const day = new Date(Date.now() + 7 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((10 - day.getUTCDay()) % 7))
  return `${day.toISOString().slice(0, 10)}T10:00:00.000Z`
}

/** What an answer has and a request has not: numbers and states that no client should set. */
function ofServer({ description, operation }: Described): JsonMap {
  const { spec } = description
  const asked = new Set(Object.keys(mapOf(bodyOf({ description, operation }, 'all'))))
  const answer = operation.responses.find(({ status }) => isSuccess(status))
  const schema = answer === undefined ? null : (jsonMediaOf(answer)[0]?.schema ?? null)
  if (schema === null) return {}
  const properties = child(resolve(spec, schema), 'properties')
  return Object.fromEntries(
    Object.keys(mapOf(sampleOf(spec, schema, 'response'))).flatMap((name) => {
      const own = mapOf(resolve(spec, child(properties, name)).value)
      const choices = listOf(own['enum'])
      const value = /^(?:number|integer)$/.test(String(own['type'])) ? 987_654 : choices.at(-1)
      return asked.has(name) || /id$/i.test(name) || value === undefined || choices.length === 1
        ? []
        : [[name, value]]
    }),
  )
}

const say = (described: Described, message: string): Issue => ({
  message,
  ...placeIn(described),
  fix: 'Store what is sent and give back what is stored',
})

type Send = (
  described: Described,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ApplicationResponse | null>
type Trip = {
  readonly send: Send
  readonly path: string
  readonly look: () => Promise<ApplicationResponse | null>
}
const isDone = (response: ApplicationResponse | null): response is ApplicationResponse =>
  response !== null && response.status < 300

async function afterUpdate(
  { send, path, look }: Trip,
  update: Described,
  before: JsonMap,
): Promise<readonly Issue[]> {
  for (const { key, body } of changedBodies(update, before)) {
    const response = await send(update, path, body)
    if (!isDone(response)) continue
    const after = await look()
    return after?.status === 200 && differing({ [key]: body[key] }, jsonOf(after.body)) !== null
      ? [
          say(
            update,
            `${update.operation.label} answers ${response.status} and "${key}" stays as it was`,
          ),
        ]
      : []
  }
  return []
}

async function afterDelete(
  { send, path, look }: Trip,
  remove: Described,
): Promise<readonly Issue[]> {
  const response = await send(remove, path)
  return isDone(response) && (await look())?.status === 200
    ? [
        say(
          remove,
          `${remove.operation.label} answers ${response.status} and the thing is still there`,
        ),
      ]
    : []
}

function bodyOf(
  { description: { spec }, operation }: Pick<Described, 'description' | 'operation'>,
  which: 'sample' | 'all' = 'sample',
): unknown {
  const schema = operation.body === null ? null : (jsonMediaOf(operation.body)[0]?.schema ?? null)
  if (schema === null) return undefined
  return which === 'all'
    ? { ...mapOf(child(resolve(spec, schema), 'properties').value) }
    : sampleOf(spec, schema, 'request')
}

/** Bodies of a change: one text that is not as before, or another one of the values that are allowed. */
function changedBodies(
  update: Described,
  before: JsonMap,
): readonly { readonly key: string; readonly body: JsonMap }[] {
  const body = bodyOf(update)
  if (!isMap(body)) return []
  const { spec } = update.description
  const text = Object.keys(body).find(
    (name) => typeof before[name] === 'string' && /^[A-Z][\w ]*$/.test(String(body[name])),
  )
  const choices = Object.entries(mapOf(bodyOf(update, 'all'))).flatMap(([key, value]) =>
    listOf(mapOf(resolve(spec, { value, pointer: '' }).value)['enum'])
      .filter((each) => typeof each === 'string' && each !== before[key] && key in before)
      .map((each) => ({ key, body: { ...body, [key]: each } })),
  )
  return [
    ...(text === undefined
      ? []
      : [{ key: text, body: { ...body, [text]: `${String(body[text])}s` } }]),
    ...choices,
  ]
}

/** The first plain value that did not come back as it was sent; envelopes are opened. */
function differing(sent: JsonMap, answer: unknown): string | null {
  const given = innerOf(answer)
  return (
    Object.keys(sent).find(
      (key) =>
        key in given &&
        /^(?:string|number|boolean)$/.test(typeof sent[key]) &&
        String(given[key]).toLowerCase() !== String(sent[key]).toLowerCase() &&
        !/password|date|time|_at$|At$/.test(key),
    ) ?? null
  )
}

/** The thing of an answer; envelopes are opened. */
function innerOf(answer: unknown): JsonMap {
  const inside = Object.values(mapOf(answer)).find((each) => isMap(each) && 'id' in each)
  return mapOf('id' in mapOf(answer) ? answer : (inside ?? answer))
}

function idIn(value: unknown): string | null {
  const map = mapOf(value)
  const inner = Object.values(map).find((each) => isMap(each) && 'id' in each)
  const id = map['id'] ?? map['_id'] ?? map['uuid'] ?? mapOf(inner)['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

const placeIn = ({ routes: [route], description }: Described): Pick<Issue, 'path' | 'line'> =>
  route === undefined
    ? { path: description.path }
    : { path: route.source.path, line: lineOf(route.source, route.node) }
