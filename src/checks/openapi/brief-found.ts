import { meaningOf } from './brief-verbs.ts'
import type { ResourceOperation } from './brief-words.ts'
import { isPlural, singular } from './words.ts'

/** Something people do with a resource, such as enrolling in a course. */
export type Action = {
  readonly verb: string
  readonly noun: string
  readonly words: readonly string[]
}

/** A resource as the prompt has spoken of it so far. */
export type Found = {
  readonly operations: Set<ResourceOperation>
  readonly without: Set<ResourceOperation>
  /** "manage books" means everything, unless the prompt says what. */
  managed: boolean
  parent: string | null
  readonly fields: Set<string>
}

/** Everything read so far. Only what is found here can be demanded. */
export type Notes = {
  readonly resources: Map<string, Found>
  readonly actions: Map<string, Action>
  /** Demands on things that count only where the prompt names the thing elsewhere. */
  readonly maybe: { readonly name: string; readonly demand: Demand }[]
  /** "add songs to a playlist" makes songs only where they are known from nowhere else. */
  readonly joined: { readonly name: string; readonly demand: Demand; readonly parent: string }[]
  /** "CRUD for a shop" speaks of what the shop has, if the prompt names that. */
  readonly wide: { readonly name: string; readonly demand: Demand }[]
  /** What the last clause was about. */
  last: readonly string[]
}

/** What one group of verbs asks for. */
export type Demand = {
  readonly operations: readonly ResourceOperation[]
  readonly without: readonly ResourceOperation[]
  readonly actions: readonly string[]
  readonly managed: boolean
}

export const nothingYet = (): Notes => ({
  resources: new Map(),
  actions: new Map(),
  maybe: [],
  joined: [],
  wide: [],
  last: [],
})

// a text that names more than this is no task, and must not cost more than reading it
const mostNamed = 200

/** Names a resource, and says so to whoever asks later. */
export function nameResource(notes: Notes, noun: string, parent: string | null = null): Found {
  const name = singular(noun)
  const found = notes.resources.get(name) ?? {
    operations: new Set(),
    without: new Set(),
    managed: false,
    parent: null,
    fields: new Set(),
  }
  if (notes.resources.size < mostNamed) notes.resources.set(name, found)
  if (parent !== null && singular(parent) !== name) found.parent ??= singular(parent)
  return found
}

/** Adds what a group of verbs asks for to a thing. */
export function demand(
  notes: Notes,
  noun: string,
  asked: Demand,
  parent: string | null = null,
): void {
  const name = singular(noun)
  const stored = asked.operations.length > 0 || asked.managed || asked.without.length > 0
  const meant = asked.actions.map((verb) => ({ verb, ...meaningOf(verb, name) }))
  if (stored || meant.some(({ operations }) => operations.length > 0)) {
    const found = nameResource(notes, noun, parent)
    for (const operation of asked.operations) found.operations.add(operation)
    for (const operation of asked.without) found.without.add(operation)
    for (const { operations } of meant) for (const one of operations) found.operations.add(one)
    found.managed ||= asked.managed
  }
  for (const { verb, action } of meant)
    if (action !== null) notes.actions.set(`${verb} ${name}`, { verb, noun: name, words: action })
}

/** Settles what could not be known before the end of the prompt. */
export function settle(notes: Notes): void {
  const acted = new Set([...notes.actions.values()].map(({ noun }) => noun))
  const isKnown = (name: string): boolean =>
    notes.resources.has(singular(name)) || acted.has(singular(name))
  for (const { name, demand: asked, parent } of notes.joined)
    if (!isKnown(name)) demand(notes, name, asked, parent)
  const open = [...notes.resources].filter(([, { operations }]) => operations.size === 0)
  for (const { name, demand: asked } of notes.wide) {
    const known = isKnown(name) || open.length === 0
    for (const one of known ? [name] : open.map(([unasked]) => unasked)) demand(notes, one, asked)
  }
  for (const { name, demand: asked } of notes.maybe) if (isKnown(name)) demand(notes, name, asked)
}

/** The fields of a resource that are not other resources in the plural. */
export const fieldsOf = (found: Found, notes: Notes): readonly string[] =>
  [...found.fields].filter((field) => !(isPlural(field) && notes.resources.has(singular(field))))
