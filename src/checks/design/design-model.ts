import { canonicalJson } from '../../model/canonical-json.ts'
import type { DesignIntent } from './intent.ts'
import { type Nodes, nodesOf } from './nodes.ts'
import { normalised, type Prose, proseOf, stemsOf, textsOf } from './prose.ts'

/** An intent with what the rules look up, made once so that every rule stays linear. */
export type DesignModel = {
  readonly intent: DesignIntent
  readonly nodes: Nodes
  /** Every text that people read, taken apart once for all rules. */
  readonly proses: readonly Prose[]
  /** The first component, entity of each id, by its index. */
  readonly componentAt: ReadonlyMap<string, number>
  readonly entityAt: ReadonlyMap<string, number>
  /** By component: the components it holds, and those that hold it. Unknown ids are left out. */
  readonly held: readonly (readonly number[])[]
  readonly holders: readonly (readonly number[])[]
  /** Components that a step or an interaction names. */
  readonly inSteps: ReadonlySet<number>
  readonly inInteractions: ReadonlySet<number>
  /** Names that a text may quote without meaning a word of code. */
  readonly attributeNames: ReadonlySet<string>
  /** A text without case and punctuation, worked out once however many rules ask. */
  readonly plain: (text: string) => string
}

export function designModel(intent: DesignIntent): DesignModel {
  const nodes = nodesOf(intent)
  const componentAt = firstById(intent.components)
  const resolved = (ids: readonly string[] = []) => ids.flatMap((id) => componentAt.get(id) ?? [])
  const held = intent.components.map(({ children }) => resolved(children))
  const holders = held.map((): number[] => [])
  held.forEach((children, parent) => children.forEach((child) => holders[child]!.push(parent)))
  const inSteps = nodes.step.flatMap(({ value }) => resolved(value.componentIds))
  const inInteractions = nodes.interaction.flatMap(({ value }) => resolved(value.componentIds))
  return {
    intent,
    nodes,
    proses: textsOf(intent, nodes).map(proseOf),
    componentAt,
    entityAt: firstById(intent.dataModel.entities),
    held,
    holders,
    inSteps: new Set(inSteps),
    inInteractions: new Set(inInteractions),
    attributeNames: new Set(nodes.attribute.map(({ value }) => value.name)),
    plain: remembered(normalised),
  }
}

/** The same answers, each worked out once. Lives as long as the model. */
function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const answer = work(text)
    known.set(text, answer)
    return answer
  }
}

/**
 * The thing that each id stands for. Of several with the same id it is the one whose name fits best,
 * so that the order in which they are listed makes no difference to what is found elsewhere.
 */
function firstById(
  things: readonly { readonly id: string; readonly name?: string }[],
): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  things.forEach((thing, index) => {
    const known = things[first.get(thing.id) ?? -1]
    if (known === undefined || comesBefore(thing, known)) first.set(thing.id, index)
  })
  return first
}

type Called = { readonly id: string; readonly name?: string }

function comesBefore(thing: Called, other: Called): boolean {
  const [fit, otherFit] = [nameFit(thing), nameFit(other)]
  return fit === otherFit ? spelt(thing) < spelt(other) : fit > otherFit
}

/** The same for every order of keys. */
const spelt = (thing: Called): string => {
  const written = canonicalJson(thing)
  return written.ok ? written.value : ''
}

/** Which share of a name's words its id holds. */
export function nameFit({ id, name }: Called): number {
  const words = new Set(stemsOf(id))
  const own = stemsOf(name ?? '')
  return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length
}

/** Everything reachable along edges from where to start, the starts included. */
export function reachable(
  starts: Iterable<number>,
  next: (index: number) => readonly number[],
): ReadonlySet<number> {
  const visited = new Set(starts)
  const queue = [...visited]
  for (let index = queue.pop(); index !== undefined; index = queue.pop())
    for (const each of next(index))
      if (!visited.has(each)) {
        visited.add(each)
        queue.push(each)
      }
  return visited
}

export const oneOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Whether the words of a phrase stand here, with nothing but spaces or hyphens between them. */
export function standsAt(prose: Prose, at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, offset) => {
    const result = prose.words[at + offset]
    return (
      result !== undefined && result.lower === word && (offset === 0 || /^[\s-]+$/.test(result.gap))
    )
  })
}
