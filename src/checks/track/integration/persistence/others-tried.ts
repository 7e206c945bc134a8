import { mapOf } from '../../../openapi/json.ts'
import { nounOf } from '../../../openapi/operations.ts'
import type { Issue } from '../../evaluation.ts'
import type { ApplicationFacts, TrackFacts } from '../../facts.ts'
import { type Described, isSecured } from '../contracts/description.ts'
import { endpointsIn, sameRoute, specLines } from '../read-spec.ts'
import { isOwned } from './limits-tried.ts'
import { type Going, isDone, say } from './make-thing.ts'
import { moverOf } from './moves.ts'
import { bodyOf, listed } from './round-bodies.ts'

export type Thing = {
  readonly create: Described
  readonly list: Described | undefined
  readonly read: Described | undefined
  readonly update: Described | undefined
  readonly remove: Described | undefined
  /** `POST /orders/{id}/payments`. */
  readonly actions: readonly Described[]
}

const mostStates = 6

/** What belongs to somebody is neither shown to nobody and to another, nor changed by them. */
export async function triedByOthers(
  application: ApplicationFacts,
  { create, list, read, update, remove, actions }: Thing,
  { id, path, going }: { readonly id: string; readonly path: string; readonly going: Going },
): Promise<readonly Issue[]> {
  const { description, operation } = create
  const noun = nounOf(create.path)
  const isSomebodys = isSecured(description, operation) && isOwned(going.facts, noun)
  const changing = [...actions, update, remove].filter((each) => each !== undefined)
  const issues: Issue[] = []
  const answered = async (each: Described, headers: Going['headers'], at: string) => {
    const [first] = moverOf(each)
    const plain = bodyOf(each)
    const bodies =
      first === undefined
        ? [plain]
        : first.states.map((state) => ({ ...mapOf(plain), [first.key]: state }))
    return Promise.all(
      bodies.slice(0, mostStates).map((body) =>
        application.request({
          method: each.operation.method.toUpperCase(),
          path: at,
          headers:
            body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    )
  }
  const done = async (each: Described, headers: Going['headers'], at: string) =>
    (await answered(each, headers, at)).find(isDone) ?? null
  const pathFor = (each: Described) =>
    [path, ...each.path.split('/').slice(create.path.split('/').length + 1)].join('/')
  for (const each of [read, ...changing]) {
    if (each === undefined || !refusesNobody(going.facts, each)) continue
    // who looks at the state of a thing first has not asked who it is
    const isLate = (await answered(each, {}, pathFor(each))).some(
      (answer) => answer?.status === 409 || isDone(answer),
    )
    if (isLate) issues.push(say(each, `${each.operation.label} is done for whoever asks`))
  }
  const headers = isSomebodys ? await going.stranger() : null
  if (headers === null) return issues
  if (list !== undefined && listed(await done(list, headers, list.path), id)?.status === 200)
    issues.push(say(list, `${list.operation.label} shows what belongs to somebody else`))
  if (read !== undefined && (await done(read, headers, path)) !== null)
    issues.push(say(read, `${read.operation.label} shows what belongs to somebody else`))
  for (const each of changing)
    if ((await done(each, headers, pathFor(each))) !== null)
      issues.push(say(each, `${each.operation.label} changes what belongs to somebody else`))
  return issues
}

/** Whether the spec or a description that somebody wrote says so of this operation. */
const refusesNobody = (
  { spec }: TrackFacts,
  { description, operation, path }: Described,
): boolean =>
  (description.path !== '' && isSecured(description, operation)) ||
  endpointsIn(specLines(spec)).some(
    (each) =>
      each.method === operation.method &&
      sameRoute(each.path, path) &&
      /\b40[13]\b/.test(each.text),
  )
