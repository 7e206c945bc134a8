import { canonicalJson } from '../../model/canonical-json.ts'
import type { Component, DesignIntent, Entity } from './intent.ts'
import { normalised, type Prose, stemsOf, type Word } from './prose.ts'

/** One mention of a component in another's children: which list, and which place in it. */
export type Holding = { readonly parent: number; readonly position: number }

/** An intent with what the rules look up, made once so that every rule stays linear. */
export type DesignModel = {
  readonly intent: DesignIntent
  /** The first component, entity of each id, by its index. */
  readonly componentAt: ReadonlyMap<string, number>
  readonly entityAt: ReadonlyMap<string, number>
  /** By component: the components it holds, and the lists that hold it. Unknown ids are left out. */
  readonly held: readonly (readonly number[])[]
  readonly holders: readonly (readonly Holding[])[]
  /** Components that a step or an interaction names. */
  readonly inSteps: ReadonlySet<number>
  readonly inInteractions: ReadonlySet<number>
  /** By entity: attribute name to its index. */
  readonly attributeAt: readonly ReadonlyMap<string, number>[]
  /** Names that a text may quote without meaning a word of code. */
  readonly attributeNames: ReadonlySet<string>
  /** A text without case and punctuation, worked out once however many rules ask. */
  readonly plain: (text: string) => string
}

export function designModel(intent: DesignIntent): DesignModel {
  const componentAt = firstById(intent.components)
  const { entities } = intent.dataModel
  const held = intent.components.map(({ children }) => resolved(children ?? [], componentAt))
  return {
    intent,
    componentAt,
    entityAt: firstById(entities),
    held,
    holders: holdersOf(intent.components, componentAt),
    inSteps: new Set(
      intent.userFlows.flatMap(({ steps }) =>
        steps.flatMap(({ componentIds }) => resolved(componentIds, componentAt)),
      ),
    ),
    inInteractions: new Set(
      intent.interactions.flatMap(({ componentIds }) => resolved(componentIds, componentAt)),
    ),
    attributeAt: entities.map(({ attributes }) => firstByName(attributes)),
    attributeNames: new Set(
      entities.flatMap(({ attributes }) => attributes.map(({ name }) => name)),
    ),
    plain: remembered(normalised),
  }
}

/** The same answers, each worked out once. Lives as long as the model. */
export function remembered(work: (text: string) => string): (text: string) => string {
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

const firstByName = (attributes: Entity['attributes']): ReadonlyMap<string, number> =>
  firstById(attributes.map((attribute) => ({ ...attribute, id: attribute.name })))

const resolved = (
  ids: readonly string[],
  known: ReadonlyMap<string, number>,
): readonly number[] => {
  const found: number[] = []
  for (const id of ids) {
    const index = known.get(id)
    if (index !== undefined) found.push(index)
  }
  return found
}

function holdersOf(
  components: readonly Component[],
  known: ReadonlyMap<string, number>,
): readonly (readonly Holding[])[] {
  const holders: Holding[][] = components.map(() => [])
  components.forEach(({ children }, parent) =>
    children?.forEach((id, position) => {
      const child = known.get(id)
      if (child !== undefined) holders[child]?.push({ parent, position })
    }),
  )
  return holders
}

/** Everything reachable along edges from where to start, the starts included. */
export function reachable(
  starts: Iterable<number>,
  next: (index: number) => readonly number[],
  most = Infinity,
): ReadonlySet<number> {
  const seen = new Set(starts)
  const queue = [...seen]
  for (let index = queue.pop(); index !== undefined; index = queue.pop())
    for (const each of next(index))
      if (!seen.has(each) && seen.size < most) {
        seen.add(each)
        queue.push(each)
      }
  return seen
}

/** A run of words in a text, and what stands around it. */
export type Spot = {
  readonly prose: Prose
  readonly at: number
  readonly length: number
}

export const wordAt = ({ prose, at }: Spot, offset = 0): Word | undefined =>
  prose.words[at + offset]

/** The word before, unless a sentence or clause ended there. */
export const before = (spot: Spot, distance = 1): string =>
  /[.!?;:,()]/.test(wordAt(spot)?.gap ?? '') ? '' : (wordAt(spot, -distance)?.lower ?? '')

/** The word after, unless a sentence or clause ended there. */
export function after(spot: Spot): string {
  const next = wordAt(spot, spot.length)
  return next === undefined || /[.!?;:,()/]/.test(next.gap) ? '' : next.lower
}

export function covered({ prose, at, length }: Spot): string {
  const [first, last] = [prose.words[at], prose.words[at + length - 1]]
  return first && last ? prose.text.slice(first.start, last.end) : ''
}

export const oneOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Whether the words of a phrase stand here, with nothing but spaces or hyphens between them. */
export function standsAt(prose: Prose, at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, offset) => {
    const found = prose.words[at + offset]
    return (
      found !== undefined && found.lower === word && (offset === 0 || /^[\s-]+$/.test(found.gap))
    )
  })
}
