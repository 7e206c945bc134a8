import { demand, nameResource } from './brief-found.ts'
import type { Demand, Notes } from './brief-found.ts'
import { demandOn } from './brief-groups.ts'
import type { Group } from './brief-groups.ts'
import type { Item } from './brief-item.ts'
import { nounsAt } from './brief-nouns.ts'
import type { Listed } from './brief-nouns.ts'
import { isSure, readOwn } from './brief-reader.ts'
import type { Reader } from './brief-reader.ts'
import { documentVerbs, meaningOf, unknownVerb, verbOf } from './brief-verbs.ts'
import { singular } from './words.ts'

export function readObjects(reader: Reader, from: number, group: Group): number {
  const { items, notes } = reader
  const { nouns, next } = nounsAt(items, from, true)
  const state = stateAfter(reader, group, next)
  if (state !== null) {
    for (const { noun } of nouns) markAs(notes, noun.noun, state)
    return next + 2
  }
  // "an API to track workouts" says what it is about, "riders can track a ride" what they do
  if (!reader.acted && aboutVerbs.has(group.verbs.join(' ')) && group.operations.length === 0) {
    for (const { noun, parent } of nouns) if (noun.plural) nameResource(notes, noun.noun, parent)
    return next
  }
  for (const listed of nouns) {
    const asked = returned(demandOn(group, listed.noun, true), reader)
    if (group.verbs.join() === 'add' && listed.parent !== null && joinsTo(items, from, next))
      notes.joined.push({ name: listed.noun.noun, demand: asked.demand, parent: listed.parent })
    else if (isWide(group, listed))
      notes.wide.push({ name: listed.noun.noun, demand: asked.demand })
    else if (isSure(listed) && asked.sure)
      demand(notes, listed.noun.noun, asked.demand, listed.parent)
    else notes.maybe.push({ name: listed.noun.noun, demand: asked.demand })
    readOwn(reader, listed)
  }
  reader.targets = nouns
  notes.last = nouns.map(({ noun }) => singular(noun.noun))
  return next
}

const aboutVerbs = new Set(['track', 'monitor'])

const joinsTo = (items: readonly Item[], from: number, next: number): boolean =>
  items.slice(from, next).some((item) => item.is === 'link' && item.word === 'to')

/** "mark an invoice as paid": the state stands after it. */
function stateAfter({ items, tokens }: Reader, group: Group, next: number): string | null {
  const as = items[next]
  if (
    !/^(?:mark|flag|set)$/.test(group.verbs.at(-1) ?? '') ||
    as?.is !== 'other' ||
    as.word !== 'as'
  )
    return null
  return tokens[as.to]?.text ?? null
}

function markAs(notes: Notes, noun: string, state: string): void {
  const name = singular(noun)
  const verb = verbOf(state)?.verb ?? unknownVerb(state, true) ?? state
  const words = [...(meaningOf(verb, name).action ?? [verb]), state, 'mark', 'status']
  notes.actions.set(`${verb} ${name}`, { verb, noun: name, words })
}

const isWide = ({ operations, verbs }: Group, { noun, fieldsAt: fields }: Listed): boolean =>
  operations.length > 0 && verbs.length === 0 && noun.one && !noun.plural && fields === null

// an API returns what it has; people return what they borrowed
function returned(asked: Demand, { acted }: Reader): { demand: Demand; sure: boolean } {
  if (!acted && asked.actions.some((verb) => documentVerbs.has(verb)))
    return { demand: asked, sure: false }
  if (acted || !asked.actions.includes('return')) return { demand: asked, sure: true }
  const actions = asked.actions.filter((verb) => verb !== 'return')
  return { demand: { ...asked, actions, operations: [...asked.operations, 'get'] }, sure: false }
}
