import { jsonOf } from '../../../../kit/parse.ts'
import { isMap, type JsonMap } from '../../../openapi/json.ts'
import { nounOf } from '../../../openapi/operations.ts'
import { singular } from '../../../openapi/words.ts'
import type { Issue } from '../../evaluation.ts'
import type { ApplicationResponse, TrackFacts } from '../../facts.ts'
import type { Described } from '../contracts/description.ts'
import type { Answer } from '../contracts/requests.ts'
import { lineOf } from '../project.ts'
import { tryFieldLimits } from './field-limits.ts'
import { later, mayOverlap, mostOf, mustBeFuture } from './limits-tried.ts'
import { bodyOf, idIn, innerOf, keyFor, ofServer, withKnown } from './round-bodies.ts'

export type Going = {
  readonly headers: Readonly<Record<string, string>>
  readonly answers: Answer[]
  readonly doubled: Issue[]
  readonly limits: Issue[]
  /** Less than nothing of what is counted, and it was taken. */
  readonly negative: Issue[]
  readonly trusted: Issue[]
  readonly forbidden: Issue[]
  readonly refused: Issue[]
  readonly unstored: Issue[]
  readonly failures: Described[]
  readonly foreign: Issue[]
  /** What somebody else sends with each request; null where nobody else gets in. */
  readonly stranger: () => Promise<Readonly<Record<string, string>> | null>
  readonly facts: TrackFacts
  /** What was created, by the words for it. */
  readonly ids: Map<string, string>
  /** What was sent for things before. */
  readonly values: Set<string>
  /** Deletes what was made; others may need it until the end. */
  readonly removals: (() => Promise<readonly Issue[]>)[]
}

export const say = (described: Described, message: string): Issue => ({
  message,
  ...placeIn(described),
  fix: 'Store what is sent and give back what is stored',
})

export type Send = (
  described: Described,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ApplicationResponse | null>
export const isDone = (response: ApplicationResponse | null): response is ApplicationResponse =>
  response !== null && response.status < 300

/** Makes one thing, and says what of it was the client's and whether the same key makes another. */
export async function make(
  send: Send,
  create: Described,
  { doubled, limits, negative, trusted, ids, values, facts }: Going,
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
  const others = await atOnce(send, create, { body, key, doubled })
  const attempt = async (changed: unknown) => {
    const fresh = Object.keys(key).map((name) => [name, `another-key-${others.length}`])
    const response = await send(create, create.path, changed, Object.fromEntries(fresh))
    if (isDone(response)) others.push(idIn(jsonOf(response.body)) ?? '')
    return response
  }
  const another = async (changed: unknown) => isDone(await attempt(changed))
  doubled.push(...(await tryTimes(create, body, { another, facts })))
  limits.push(...(await tryFieldLimits({ create, body, facts, attempt, say })))
  for (const name of countsIn(body)) {
    const below = { ...body, [name]: -1 }
    if (await another(later(below, 600) ?? below))
      negative.push(say(create, `${label} takes -1 for "${name}"`))
  }
  const most = mostOf(facts, nounOf(create.path), values)
  const made = () => others.length + 1
  while (made() <= (most ?? 1) && (await another(later(body, made() * 60) ?? body)));
  if (most !== null && made() > most) {
    const beyond = say(create, `${label} makes ${made()}, where the documents allow ${most}`)
    doubled.push(beyond)
    limits.push(beyond)
  }
  for (const value of Object.values(body)) values.add(String(value).toLowerCase())
  return { id, body, other: others.at(-1) ?? null }
}

/** The same thing again at times that overlap, or that lie in the past. */
async function tryTimes(
  create: Described,
  body: JsonMap,
  {
    another,
    facts,
  }: Pick<Going, 'facts'> & {
    readonly another: (changed: unknown) => Promise<boolean>
  },
): Promise<readonly Issue[]> {
  const { label } = create.operation
  const overlapping = mayOverlap(facts) ? null : later(body, 5)
  const past = mustBeFuture(facts) ? later(body, -60 * 24 * 30) : null
  return [
    ...(overlapping !== null && (await another(overlapping))
      ? [say(create, `${label} takes two at overlapping times`)]
      : []),
    ...(past !== null && (await another(past))
      ? [say(create, `${label} takes what lies in the past`)]
      : []),
  ]
}

const belowZero =
  /lat|lng|lon|temp|offset|delta|diff|change|adjust|balance|level|floor|shift|^[xyz]$|_?id$/i

/** Fields that count something, of which there cannot be less than nothing. */
const countsIn = (body: JsonMap): readonly string[] =>
  Object.keys(body).filter(
    (name) => Number.isInteger(body[name]) && Number(body[name]) >= 0 && !belowZero.test(name),
  )

/** The same key twice at the same time; gives the ids of what was made. */
async function atOnce(
  send: Send,
  create: Described,
  { body, key, doubled }: Pick<Going, 'doubled'> & Readonly<Record<'body' | 'key', JsonMap>>,
): Promise<string[]> {
  const [name] = Object.keys(key)
  if (name === undefined) return []
  const both = await Promise.all(
    [1, 2].map(() =>
      send(create, create.path, later(body, 240) ?? body, { [name]: 'one-key-at-once' }),
    ),
  )
  const made = [...new Set(both.filter(isDone).flatMap((each) => idIn(jsonOf(each.body)) ?? []))]
  if (made.length > 1)
    doubled.push(
      say(
        create,
        `${create.operation.label} makes two things for one key that comes twice at once`,
      ),
    )
  return made
}

const placeIn = ({ routes: [route], description }: Described): Pick<Issue, 'path' | 'line'> =>
  route === undefined
    ? { path: description.path }
    : { path: route.source.path, line: lineOf(route.source, route.node) }
