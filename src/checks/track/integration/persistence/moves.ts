import { jsonOf } from '../../../../kit/parse.ts'
import { type JsonMap, listOf, mapOf } from '../../../openapi/json.ts'
import { resolve } from '../../../openapi/operations.ts'
import { documentedStates, type Edge } from '../../business-logic/documented-states.ts'
import { documentLines } from '../../business-logic/lines.ts'
import { labelKey } from '../../business-logic/words.ts'
import type { Issue } from '../../evaluation.ts'
import type { ApplicationResponse, TrackFacts } from '../../facts.ts'
import type { Described } from '../contracts/description.ts'
import { bodyOf, differing, innerOf } from './round-bodies.ts'

/** An operation that brings a thing from one state to another. */
export type Mover = {
  readonly described: Described
  /** The field of the request, and the states that it may name. */
  readonly key: string
  readonly states: readonly string[]
}

/** An operation with one field to choose a state by. */
export function moverOf(described: Described): readonly Mover[] {
  const { spec } = described.description
  return Object.entries(mapOf(bodyOf(described, 'all'))).flatMap(([key, value]) => {
    const choices = listOf(mapOf(resolve(spec, { value, pointer: '' }).value)['enum'])
    const states = choices.filter((each) => typeof each === 'string')
    return states.length > 1 ? [{ described, key, states }] : []
  })
}

type Walk = {
  readonly mover: Mover
  readonly edges: readonly Edge[]
  /** Which of the allowed moves is taken where there are several. */
  readonly turn: 'first' | 'last'
  readonly move: (to: string) => Promise<ApplicationResponse | null>
  readonly look: () => Promise<ApplicationResponse | null>
  /** Does what can be done with a thing in whichever state. */
  readonly act: () => Promise<void>
  readonly say: (message: string) => Issue
}
export type Walked = {
  readonly forbidden: readonly Issue[]
  readonly unstored: readonly Issue[]
  readonly refused: readonly Issue[]
}

/** The transitions that the documents draw for these states. */
export function edgesFor(
  { spec, documents, folder }: TrackFacts,
  states: readonly string[],
): readonly Edge[] {
  const product = [...documents].filter(([path]) => /(?:^|\/)product\.md$/i.test(path))
  const lines = [[`${folder}/spec.md`, spec] as const, ...product].flatMap(([path, text]) =>
    documentLines(path, text),
  )
  const known = new Set(states.map(labelKey))
  return (
    documentedStates(lines, known).find(
      (each) => [...known].filter((state) => each.states.has(state)).length >= 2,
    )?.edges ?? []
  )
}

const mostSteps = 3

/** Goes through the states as the documents allow it, and tries at each what they do not allow. */
export async function walkStates({
  mover,
  edges,
  turn,
  move,
  look,
  act,
  say,
}: Walk): Promise<Walked> {
  const forbidden: Issue[] = []
  const unstored: Issue[] = []
  const refused: Issue[] = []
  const { label } = mover.described.operation
  const thing = async () => innerOf(jsonOf((await look())?.body ?? ''))
  for (let step = 0; step < mostSteps; step++) {
    const at = stateIn(await thing(), mover, edges)
    if (at === null) break
    const isAllowed = (to: string) =>
      edges.some((edge) => edge.from === labelKey(at) && edge.to === labelKey(to))
    const others = mover.states.filter((to) => to !== at)
    for (const to of edges.length === 0
      ? []
      : others.filter((each) => !isAllowed(each)).slice(0, 2))
      if (isDone(await move(to)) && stateIn(await thing(), mover, edges) === to)
        forbidden.push(say(`${label} goes from ${at} to ${to}, which the documents do not allow`))
    if (forbidden.length > 0) break
    const ends = (to: string) => !edges.some(({ from }) => from === labelKey(to))
    const next = others
      .filter((to) => edges.length === 0 || isAllowed(to))
      .toSorted((one, other) => Number(ends(one)) - Number(ends(other)))
    const to = turn === 'last' ? next.at(-1) : next[0]
    const answer = to === undefined ? null : await move(to)
    // 409 may have reasons that no table of states tells
    if (answer?.status === 400 && edges.length > 0)
      refused.push(
        say(`${label} does not go from ${at} to ${to ?? ''}, which the documents ask for`),
      )
    if (!isDone(answer)) break
    const lost = differing(innerOf(jsonOf(answer.body)), await thing())
    if (turn === 'first') await act()
    if (lost !== null) unstored.push(say(`${label} answers with another "${lost}" than is stored`))
  }
  return { forbidden, unstored, refused }
}

const isDone = (response: ApplicationResponse | null): response is ApplicationResponse =>
  response !== null && response.status < 300

/** The state of a thing; one that nobody may ask for, such as the first, is known by the documents. */
const stateIn = (thing: JsonMap, { states }: Mover, edges: readonly Edge[]): string | null =>
  states.find((state) => Object.values(thing).includes(state)) ??
  Object.values(thing).find(
    (value): value is string =>
      typeof value === 'string' && edges.some(({ from }) => from === labelKey(value)),
  ) ??
  null
