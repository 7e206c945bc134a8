import { jsonOf } from '../../../../kit/parse.ts'
import { type JsonMap, mapOf } from '../../../openapi/json.ts'
import type { Issue } from '../../evaluation.ts'
import { labelKey } from '../../business-logic/words.ts'
import type { ApplicationFacts, ApplicationResponse, TrackFacts } from '../../facts.ts'
import { type Going, isDone, make, say, type Send } from './make-thing.ts'
import { edgesFor, moverOf, walkStates } from './moves.ts'
import { bodyOf, changedBodies, differing, innerOf, listed } from './round-bodies.ts'
import type { Described } from '../contracts/description.ts'
import { type Thing, triedByOthers } from './others-tried.ts'

type Trip = {
  readonly send: Send
  readonly path: string
  readonly look: () => Promise<ApplicationResponse | null>
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

export async function goRound(
  application: ApplicationFacts,
  thing: Thing,
  going: Going,
): Promise<readonly Issue[] | null> {
  const { create, list, read, update, remove, actions } = thing
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
  if (remove !== undefined)
    going.removals.push(() => afterDelete({ send, path, look }, remove, going))
  going.foreign.push(...(await triedByOthers(application, thing, { id, path, going })))
  const movers = [...(update === undefined ? [] : [update]), ...actions]
  await walk(trip(id), movers, { ...going, turn: 'first' })
  if (other !== null) await walk(trip(other), movers, { ...going, turn: 'last' })
  const unkept =
    lost === null
      ? []
      : [say(create, `${create.operation.label} does not keep "${lost}" as it was sent`)]
  going.unstored.push(...unkept, ...changed)
  return [...unkept, ...changed]
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
  const movers = operations.flatMap(moverOf)
  if (movers.length === 0)
    for (const verb of operations.filter(({ operation }) => operation.method === 'post'))
      forbidden.push(
        ...(await wrongVerb(
          { send, look, path: [path, verb.path.split('/').at(-1)].join('/') },
          verb,
          facts,
        )),
      )
  for (const mover of movers) {
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
  { facts, forbidden }: Pick<Going, 'facts' | 'forbidden'>,
): Promise<readonly Issue[]> {
  const before = (await look())?.body
  const answers: (ApplicationResponse | null)[] = []
  const sendOnce: Send = async (...asked) => {
    const answer = await send(...asked)
    answers.push(answer)
    return answer
  }
  forbidden.push(...(await wrongVerb({ send: sendOnce, path, look }, remove, facts)))
  const [response = null] = answers
  const after = await look()
  // a thing that is cancelled or archived stays, and says so
  return isDone(response) && after?.status === 200 && after.body === before
    ? [
        say(
          remove,
          `${remove.operation.label} answers ${response.status} and the thing is still there`,
        ),
      ]
    : []
}

/** An operation that moves a thing without naming a state: the move is documented, and not made from where nothing leads on. */
async function wrongVerb(
  { send, path, look }: Trip,
  verb: Described,
  facts: TrackFacts,
): Promise<readonly Issue[]> {
  const thing = async () => innerOf(jsonOf((await look())?.body ?? ''))
  const before = await thing()
  if (!isDone(await send(verb, path, bodyOf(verb)))) return []
  const after = await thing()
  const [from, to] =
    Object.keys(before)
      .map((key) => [before[key], after[key]])
      .find(
        ([one, other]) =>
          typeof one === 'string' &&
          typeof other === 'string' &&
          edgesFor(facts, [one, other]).length > 0,
      ) ?? []
  if (typeof from !== 'string' || typeof to !== 'string') return []
  const edges = edgesFor(facts, [from, to])
  const leads = (one: string, other?: string) =>
    edges.some(
      (edge) => edge.from === labelKey(one) && (other === undefined || edge.to === labelKey(other)),
    )
  const { label } = verb.operation
  if (from !== to && !leads(from, to))
    return [say(verb, `${label} goes from ${from} to ${to}, which the documents do not allow`)]
  if (leads(to)) return []
  return isDone(await send(verb, path, bodyOf(verb)))
    ? [say(verb, `${label} is done again although ${to} is the end`)]
    : []
}
