import { jsonOf } from '../../../../kit/parse.ts'
import { isMap, type JsonMap, mapOf } from '../../../openapi/json.ts'
import { jsonMediaOf } from '../../../openapi/operations.ts'
import { sampleOf } from '../../../openapi/sample.ts'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import type { ApplicationFacts, ApplicationResponse } from '../../facts.ts'
import { type Described, describedIn, descriptionsIn } from '../contracts/description.ts'
import type { Answer } from '../contracts/requests.ts'
import { lineOf, type Project } from '../project.ts'
import { sameRoute } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'
import type { Session } from '../auth/sign-in.ts'

/** What came of going round, and every answer on the way. */
export type Rounds = { readonly part: Part; readonly answers: readonly Answer[] }

/** Things that are really created, read, changed and deleted, where a description says how. */
export async function goRounds(
  project: Project,
  routes: readonly Route[],
  session: Session | null,
): Promise<Rounds> {
  const answers: Answer[] = []
  const part = await roundTripPart(project, routes, { headers: session?.headers ?? {}, answers })
  return { part, answers }
}

type Going = { readonly headers: Readonly<Record<string, string>>; readonly answers: Answer[] }

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
  readonly read: Described
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
  return read === undefined
    ? []
    : [{ create, list, read, update: one(/^patch$/) ?? one(/^put$/), remove: one(/^delete$/) }]
}

async function goRound(
  { request }: ApplicationFacts,
  { create, list, read, update, remove }: Thing,
  { headers, answers }: Going,
): Promise<readonly Issue[] | null> {
  const send: Send = async (described, path, body) => {
    const method = described.operation.method.toUpperCase()
    const sent = {
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = await request(sent)
    // an example may be refused for reasons that no schema tells
    if (isDone(response)) answers.push({ described, purpose: 'plain', request: sent, response })
    return response
  }
  const body = bodyOf(create)
  if (!isMap(body)) return null
  const created = await send(create, create.path, body)
  const id = isDone(created) ? idIn(jsonOf(created.body)) : null
  if (id === null) return null
  if (list !== undefined) await send(list, list.path)
  const path = read.path.replace(/\{[^}]*\}/, encodeURIComponent(id))
  const look = async () => send(read, path)
  const first = await look()
  if (first?.status !== 200)
    return [
      say(
        read,
        `${read.operation.label} answers ${first?.status ?? 'nothing'} for what ${create.operation.label} has just created`,
      ),
    ]
  const lost = differing(body, jsonOf(first.body))
  return [
    ...(lost === null
      ? []
      : [say(create, `${create.operation.label} does not keep "${lost}" as it was sent`)]),
    ...(update === undefined ? [] : await afterUpdate({ send, path, look }, update, body)),
    ...(remove === undefined ? [] : await afterDelete({ send, path, look }, remove)),
  ]
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
  const changed = changedBody(update, before)
  if (changed === null) return []
  const response = await send(update, path, changed.body)
  const after = isDone(response) ? await look() : null
  return isDone(response) &&
    after?.status === 200 &&
    differing({ [changed.key]: changed.body[changed.key] }, jsonOf(after.body)) !== null
    ? [
        say(
          update,
          `${update.operation.label} answers ${response.status} and "${changed.key}" stays as it was`,
        ),
      ]
    : []
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

function bodyOf({ description, operation }: Described): unknown {
  const schema = operation.body === null ? null : (jsonMediaOf(operation.body)[0]?.schema ?? null)
  return schema === null ? undefined : sampleOf(description.spec, schema, 'request')
}

/** The body of a change with one text that is not as before. */
function changedBody(
  update: Described,
  before: JsonMap,
): { readonly key: string; readonly body: JsonMap } | null {
  const body = bodyOf(update)
  if (!isMap(body)) return null
  const key = Object.keys(body).find(
    (name) =>
      typeof before[name] === 'string' &&
      /^[A-Z][\w ]*$/.test(String(body[name])) &&
      body[name] === before[name],
  )
  return key === undefined
    ? null
    : {
        key,
        body: { ...body, [key]: `${String(body[key])}s` },
      }
}

/** The first plain value that did not come back as it was sent; envelopes are opened. */
function differing(sent: JsonMap, answer: unknown): string | null {
  const inside = Object.values(mapOf(answer)).find((each) => isMap(each) && 'id' in each)
  const given = mapOf('id' in mapOf(answer) ? answer : (inside ?? answer))
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
