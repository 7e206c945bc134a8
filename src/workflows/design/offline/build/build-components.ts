import { limits } from '../limits.ts'
import type { Facts, PartFact } from '../read/facts.ts'
import { mentionedParts, partType } from '../read/parts.ts'
import { sentences as sentencesOf } from '../text/sentences.ts'
import { idsFor, kebab } from '../text/names.ts'
import { cut } from '../text/plain-text.ts'
import { nameWords, type DraftComponent } from './draft.ts'

/** The components under way, with the ids they are known by. */
export type Parts = {
  readonly all: DraftComponent[]
  readonly parentOf: Map<string, string>
  readonly add: (part: PartFact, parent: DraftComponent | null) => DraftComponent | null
}

/** The screens the document names, with their parts, and what its sentences mention besides. */
export function buildComponents(facts: Facts, entityWords: readonly ReadonlySet<string>[]): Parts {
  const parts = noParts()
  for (const { name, sentences, parts: inner } of facts.screens) {
    const own = partType(name)
    const view = parts.add(
      { name, type: own === 'container' ? own : 'view', description: '' },
      null,
    )
    if (view === null) continue
    for (const sentence of sentences) tell(view, sentence)
    for (const part of inner) parts.add(part, view)
  }
  const told = [
    ...facts.prose.filter(({ kind }) => !silent.has(kind)).map(({ text }) => text),
    ...facts.flows.flatMap(({ steps }) =>
      steps.flatMap(({ action, outcome }) => [action, ...sentencesOf(outcome)]),
    ),
    ...facts.stories.flatMap(({ action, steps }) => [action, ...steps.map((step) => step.action)]),
  ]
  for (const text of told) addMentioned(parts, text, entityWords)
  return parts
}

const silent = new Set(['data', 'goals', 'actors'])

function noParts(): Parts {
  const all: DraftComponent[] = []
  const parentOf = new Map<string, string>()
  const id = idsFor('component')
  const add = (part: PartFact, parent: DraftComponent | null): DraftComponent | null => {
    const words = nameWords(part.name)
    const known = all.find(
      (other) => isSame(other, part, words) && sameParent(parentOf, other, parent),
    )
    if (known !== undefined) {
      if (known.sentences.length === 0 || isAbout(known, part.description))
        tell(known, part.description)
      return known
    }
    if (all.length >= limits.components) return null
    const taken = all.some((other) => other.id === kebab(part.name))
    const made: DraftComponent = {
      id: id(taken && parent !== null ? `${parent.id}-${part.name}` : part.name),
      name: part.name,
      type: part.type,
      sentences: part.description === '' ? [] : [cut(part.description)],
      children: [],
      binds: [],
      words,
    }
    all.push(made)
    if (parent !== null) adopt({ parentOf }, parent, made)
    return made
  }
  return { all, parentOf, add }
}

// "The booking page says …" describes the page; "… is on the booking page" does not
const isAbout = ({ name }: DraftComponent, sentence: string): boolean =>
  sentence.toLowerCase().replace(/^the /, '').startsWith(name.toLowerCase())

const sameParent = (
  parentOf: ReadonlyMap<string, string>,
  known: DraftComponent,
  parent: DraftComponent | null,
): boolean =>
  parent === null || known.id === parent.id || (parentOf.get(known.id) ?? parent.id) === parent.id

const isSame = (known: DraftComponent, part: PartFact, words: ReadonlySet<string>): boolean =>
  (known.type === part.type || known.type === 'view') &&
  known.words.size === words.size &&
  [...words].every((word) => known.words.has(word))

/** Puts a component into another, unless it already lies somewhere or would hold itself. */
export function adopt(
  { parentOf }: Pick<Parts, 'parentOf'>,
  parent: DraftComponent,
  child: DraftComponent,
): void {
  if (parentOf.has(child.id) || parent.id === child.id || child.type === 'view') return
  if (parent.children.length >= limits.children || above(parentOf, parent.id).has(child.id)) return
  parent.children.push(child.id)
  parentOf.set(child.id, parent.id)
}

function above(parentOf: ReadonlyMap<string, string>, id: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (let at = parentOf.get(id); at !== undefined && !found.has(at); at = parentOf.get(at))
    found.add(at)
  return found
}

export function tell(component: DraftComponent, sentence: string): void {
  const told = component.sentences.join(' ')
  if (sentence === '' || told.includes(sentence) || told.length + sentence.length > 400) return
  component.sentences.push(sentence)
}

function addMentioned(
  parts: Parts,
  text: string,
  entityWords: readonly ReadonlySet<string>[],
): void {
  const mentioned = mentionedParts(text).filter(({ name }) => !isEntity(name, entityWords))
  const [seen] = mentioned.filter(({ type }) => type === 'view')
  const view = seen === undefined ? null : parts.add(seen, null)
  for (const part of mentioned) {
    if (part.type === 'view') parts.add(part, null)
    else parts.add(part, view)
  }
}

// "price list" may be a thing of the data model, not a list on a screen
const isEntity = (name: string, entityWords: readonly ReadonlySet<string>[]): boolean => {
  const words = nameWords(name)
  return entityWords.some(
    (known) => known.size === words.size && [...words].every((word) => known.has(word)),
  )
}
