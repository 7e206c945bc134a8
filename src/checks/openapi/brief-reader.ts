import { fieldsAt } from './brief-fields.ts'
import { demand, nameResource } from './brief-found.ts'
import type { Notes } from './brief-found.ts'
import { demandOn } from './brief-groups.ts'
import type { Group } from './brief-groups.ts'
import type { Item } from './brief-item.ts'
import type { Listed } from './brief-nouns.ts'
import type { Clause, Token } from './brief-tokens.ts'
import { isUncountable, singular } from './words.ts'

/** Where the reading of one clause stands. */
export type Reader = {
  readonly notes: Notes
  readonly tokens: readonly Token[]
  readonly items: readonly Item[]
  readonly clause: Clause
  /** What a group of operations without an object speaks of. */
  targets: readonly Listed[]
  acted: boolean
  /** What had no operations when the clause began. */
  readonly open: readonly string[]
}

export function applyTo(reader: Reader, group: Group, targets: readonly Listed[]): void {
  for (const listed of targets)
    demand(reader.notes, listed.noun.noun, demandOn(group, listed.noun, false), listed.parent)
  reader.notes.last = targets.map(({ noun }) => singular(noun.noun))
}

/** Brackets after a noun hold its operations or its fields. */
export function readOwn(reader: Reader, { noun, group, fieldsAt: start, parent }: Listed): void {
  const { notes, tokens } = reader
  if (group !== null) demand(notes, noun.noun, demandOn(group, noun, false), parent)
  const fields = start === null ? [] : fieldsAt(tokens, start).fields
  if (fields.length > 1) addFields(notes, noun.noun, fields)
}

export function addFields(notes: Notes, noun: string, fields: readonly string[]): void {
  const found = nameResource(notes, noun)
  for (const field of fields) found.fields.add(field)
}

/** "send text" may mean anything; "send a message", "list stock" and "send messages" name things. */
export function isSure({ noun }: Listed): boolean {
  if (noun.soft) return noun.plural
  return noun.plural || noun.determined || noun.owner !== null || isUncountable(noun.noun)
}

export const listedName = (name: string): Listed => ({
  noun: {
    is: 'noun',
    noun: name,
    plural: true,
    one: false,
    determined: true,
    own: false,
    owner: null,
    soft: false,
  },
  parent: null,
  group: null,
  fieldsAt: null,
})
