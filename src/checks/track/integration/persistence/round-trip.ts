import { jsonOf } from '../../../../kit/parse.ts'
import { isMap, type JsonMap, mapOf } from '../../../openapi/json.ts'
import { nounOf } from '../../../openapi/operations.ts'
import { singular } from '../../../openapi/words.ts'
import type { Issue } from '../../evaluation.ts'
import type { ApplicationFacts, ApplicationResponse, TrackFacts } from '../../facts.ts'
import { later, mayOverlap, mostOf, mustBeFuture } from './limits-tried.ts'
import { edgesFor, moverOf, walkStates } from './moves.ts'
import {
  bodyOf,
  changedBodies,
  differing,
  idIn,
  innerOf,
  keyFor,
  listed,
  ofServer,
  withKnown,
} from './round-bodies.ts'
import type { Described } from '../contracts/description.ts'
import type { Answer } from '../contracts/requests.ts'
import { lineOf } from '../project.ts'

export type Going = {
  readonly headers: Readonly<Record<string, string>>
  readonly answers: Answer[]
  readonly doubled: Issue[]
  readonly trusted: Issue[]
  readonly forbidden: Issue[]
  readonly refused: Issue[]
  readonly unstored: Issue[]
  readonly failures: Described[]
  readonly facts: TrackFacts
  /** What was created, by the words for it. */
  readonly ids: Map<string, string>
  /** What was sent for things before. */
  readonly values: Set<string>
  /** Deletes what was made; others may need it until the end. */
  readonly removals: (() => Promise<readonly Issue[]>)[]
}

export type Thing = {
  readonly create: Described
  readonly list: Described | undefined
  readonly read: Described | undefined
  readonly update: Described | undefined
  readonly remove: Described | undefined
  /** `POST /orders/{id}/payments`. */
  readonly actions: readonly Described[]
}

const sender =
  ({ request }: ApplicationFacts, { headers, answers, failures }: Going): Send =>
  async (described, path, body, more = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = {
      method: described.operation.method.toUpperCase(),
      path,
      headers: { ...headers, ...more, ...type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = await request(sent)
    if (response?.status === 500) failures.push(described)
    // an example may be refused for reasons that no schema tells
    if (isDone(response)) answers.push({ described, purpose: 'plain', request: sent, response })
    return response
  }

/** Makes one thing, and says what of it was the client's and whether the same key makes another. */
async function make(
  send: Send,
  create: Described,
  { doubled, trusted, ids, values, facts }: Going,
): Promise<{
  readonly id: string
  readonly body: JsonMap
  readonly other: string | null
} | null> {
  const body = withKnown(bodyOf(create), ids)
  if (!isMap(body)) return null
  const { label } = create.operation
  const key = keyFor(create)
  const extra = ofServer(create)
  const tried = await send(create, create.path, { ...extra, ...body }, key)
  const created = isDone(tried) ? tried : await send(create, create.path, body, key)
  const id = isDone(created) ? idIn(jsonOf(created.body)) : null
  if (!isDone(created) || id === null) return null
  ids.set(singular(nounOf(create.path)).toLowerCase(), id)
  const answer = innerOf(jsonOf(created.body))
  const taken = Object.keys(extra).filter(
    (name) => tried === created && answer[name] === extra[name],
  )
  trusted.push(
    ...taken.map((name) => say(create, `${label} takes "${name}" from whoever sends it`)),
  )
  if (Object.keys(key).length > 0) {
    const again = await send(create, create.path, body, key)
    if (isDone(again) && idIn(jsonOf(again.body)) !== id)
      doubled.push(say(create, `${label} makes a second thing for the same key`))
  }
  const others: string[] = []
  if (Object.keys(key).length > 0) {
    const fresh = Object.fromEntries(Object.keys(key).map((name) => [name, 'one-key-at-once']))
    const both = await Promise.all(
      [1, 2].map(() => send(create, create.path, later(body, 240) ?? body, fresh)),
    )
    const ids = new Set(both.filter(isDone).flatMap((each) => idIn(jsonOf(each.body)) ?? []))
    others.push(...ids)
    if (ids.size > 1)
      doubled.push(say(create, `${label} makes two things for one key that comes twice at once`))
  }
  const another = async (changed: unknown) => {
    const fresh = Object.keys(key).map((name) => [name, `another-key-${others.length}`])
    const response = await send(create, create.path, changed, Object.fromEntries(fresh))
    if (isDone(response)) others.push(idIn(jsonOf(response.body)) ?? '')
    return isDone(response)
  }
  const overlapping = mayOverlap(facts) ? null : later(body, 5)
  if (overlapping !== null && (await another(overlapping)))
    doubled.push(say(create, `${label} takes two at overlapping times`))
  const past = mustBeFuture(facts) ? later(body, -60 * 24 * 30) : null
  if (past !== null && (await another(past)))
    doubled.push(say(create, `${label} takes what lies in the past`))
  const most = mostOf(facts, nounOf(create.path), values)
  const made = () => others.length + 1
  while (made() <= (most ?? 1) && (await another(later(body, made() * 60) ?? body)));
  if (most !== null && made() > most)
    doubled.push(say(create, `${label} makes ${made()}, where the documents allow ${most}`))
  for (const value of Object.values(body)) values.add(String(value).toLowerCase())
  return { id, body, other: others.at(-1) ?? null }
}

export async function goRound(
  application: ApplicationFacts,
  { create, list, read, update, remove, actions }: Thing,
  going: Going,
): Promise<readonly Issue[] | null> {
  const send = sender(application, going)
  const made = await make(send, create, going)
  if (made === null) return null
  const { id, body, other } = made
  const all = list === undefined ? null : await send(list, list.path)
  const trip = (which: string): Trip => {
    const at = `${create.path}/${encodeURIComponent(which)}`
    const look = async () =>
      read === undefined
        ? listed(list === undefined ? all : await send(list, list.path), which)
        : send(read, at)
    return { send, path: at, look }
  }
  const { path, look } = trip(id)
  const first = await look()
  const { label } = (read ?? list ?? create).operation
  // a list may want to be asked for a part of it
  if (read === undefined && first?.status !== 200 && first?.status !== 404) return []
  if (first?.status !== 200)
    return [
      say(
        read ?? create,
        `${label} answers ${first?.status ?? 'nothing'} for what ${create.operation.label} has just created`,
      ),
    ]
  const lost = differing(body, jsonOf(first.body))
  const before = { ...body, ...innerOf(jsonOf(first.body)) }
  // the walk begins where nothing was changed yet
  const changed = update === undefined ? [] : await afterUpdate(trip(other ?? id), update, before)
  if (remove !== undefined) going.removals.push(() => afterDelete({ send, path, look }, remove))
  const movers = [...(update === undefined ? [] : [update]), ...actions]
  await walk(trip(id), movers, { ...going, turn: 'first' })
  if (other !== null) await walk(trip(other), movers, { ...going, turn: 'last' })
  return [
    ...(lost === null
      ? []
      : [say(create, `${create.operation.label} does not keep "${lost}" as it was sent`)]),
    ...changed,
  ]
}

/** Goes through the states of a thing, by whatever moves it. */
async function walk(
  { send, path, look }: Trip,
  operations: readonly Described[],
  { facts, forbidden, refused, unstored, turn }: Going & { readonly turn: 'first' | 'last' },
): Promise<void> {
  const act = async () => {
    for (const action of operations.filter(
      (each) => moverOf(each).length === 0 && each.operation.method === 'post',
    ))
      await send(action, [path, action.path.split('/').at(-1) ?? ''].join('/'), bodyOf(action))
  }
  for (const mover of operations.flatMap(moverOf)) {
    const { described, key, states } = mover
    const own = described.path.split('/').slice(path.split('/').length)
    const edges = edgesFor(facts, states)
    if (edges.length === 0 && own.length === 0) continue
    const walked = await walkStates({
      mover,
      edges,
      turn,
      move: (to) =>
        send(described, [path, ...own].join('/'), { ...mapOf(bodyOf(described)), [key]: to }),
      look,
      act,
      say: (message) => say(described, message),
    })
    forbidden.push(...walked.forbidden)
    unstored.push(...walked.unstored)
    refused.push(...walked.refused)
  }
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

const placeIn = ({ routes: [route], description }: Described): Pick<Issue, 'path' | 'line'> =>
  route === undefined
    ? { path: description.path }
    : { path: route.source.path, line: lineOf(route.source, route.node) }
