import { fieldsAt, looksLikeFields } from './brief-fields.ts'
import { demand, nameResource, nothingYet, settle } from './brief-found.ts'
import type { Demand, Notes } from './brief-found.ts'
import { demandOn, groupAt, isDemand, isOperationWord, wordAt } from './brief-groups.ts'
import type { Group } from './brief-groups.ts'
import { isAnnounced, itemsOf } from './brief-items.ts'
import type { Item } from './brief-items.ts'
import { isListing, isNamedByCarrier } from './brief-listing.ts'
import { isActor, nounsAt } from './brief-nouns.ts'
import type { Listed } from './brief-nouns.ts'
import { clausesOf } from './brief-tokens.ts'
import type { Clause, Token } from './brief-tokens.ts'
import { meaningOf, unknownVerb, verbOf } from './brief-verbs.ts'
import { isPlural, isUncountable, singular } from './words.ts'

/** Where the reading of one clause stands. */
type Reader = {
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

/** Walks the prompt clause by clause and notes what is asked of which thing. */
export function scan(text: string, notes: Notes = nothingYet()): Notes {
  let section: readonly Listed[] = []
  for (const clause of clausesOf(text)) {
    const items = itemsOf(clause.tokens)
    section = sectionAt(items) ?? (clause.item ? section : [])
    const open = [...notes.resources].filter(([, { operations }]) => operations.size === 0)
    readClause({
      notes,
      tokens: clause.tokens,
      items,
      clause,
      targets: section,
      acted: false,
      open: open.map(([name]) => name),
    })
  }
  settle(notes)
  return notes
}

/** "Orders" alone on a line is what the list below it speaks of. */
function sectionAt(items: readonly Item[]): readonly Listed[] | null {
  const [noun, colon, ...more] = items
  if (noun?.is !== 'noun' || !noun.plural || more.length > 0) return null
  if (colon !== undefined && colon.is !== 'mark') return null
  return [{ noun, parent: null, group: null, fieldsAt: null }]
}

function readClause(reader: Reader): void {
  const { items, notes } = reader
  let at = 0
  while (at < items.length) {
    const item = items[at]
    if (isDemand(item) || (item?.is === 'not' && isDemand(items[at + 1])))
      at = readGroup(reader, at)
    else if (item?.is === 'noun') at = readNouns(reader, at)
    else if (item?.is === 'belong') at = readBelonging(reader, at)
    else {
      if (item?.is === 'all') reader.targets = [...notes.resources.keys()].map(listedName)
      at += 1
    }
  }
}

function readGroup(reader: Reader, from: number): number {
  const { items, notes } = reader
  const before = items[from - 1]
  const opened =
    before?.is === 'mark' ||
    before?.is === 'with' ||
    before?.is === 'supports' ||
    before?.is === 'only'
  const whole = groupAt(items, from, opened && reader.targets.length > 0)
  // "courses with CRUD, list lessons": CRUD speaks of what came before it
  const split =
    items[from]?.is === 'operations' && whole.verbs.length > 0 && reader.targets.length > 0
  const group = split && items[whole.next]?.is === 'noun' ? wordAt(items, from) : whole
  let at = group.next
  if (!group.passive) {
    const writes = isOperationWord(items[at]) && group.verbs.length > 0
    while (
      isOperationWord(items[at]) ||
      (group.operations.length > 0 && items[at]?.is === 'carrier')
    )
      at += 1
    const object = objectAt(reader, at, from)
    if (items[at]?.is === 'link' && items[at + 1]?.is === 'all') {
      applyTo(reader, group, [...notes.resources.keys()].map(listedName))
      return at + 2
    }
    // "create endpoints for orders" is about the document
    if (object !== null && writes) return object
    if (object !== null) return readObjects(reader, object, group)
    if (items[at]?.is === 'it') {
      applyTo(
        reader,
        group,
        reader.targets.length > 0 ? reader.targets : notes.last.map(listedName),
      )
      return at + 1
    }
  }
  if (reader.targets.length > 0) applyTo(reader, group, reader.targets)
  else if (standsAlone(reader, group, from, at)) applyAlone(reader, group)
  return afterActor(items, at)
}

/** Where the object of a group begins: at once, or after "for", "in", "to". */
function objectAt({ items, targets }: Reader, at: number, from: number): number | null {
  const next = items[at]
  if (next?.is === 'noun') return isActor(items, at) ? null : at
  const linked = next?.is === 'link' && next.word !== 'from' && next.word !== 'with'
  const colon = next?.is === 'mark' && next.word === ':' && targets.length === 0
  const before = items[from - 1]
  const inBrackets = before?.is === 'mark' && before.word === '('
  return (linked || colon) && !inBrackets && items[at + 1]?.is === 'noun' ? at + 1 : null
}

// "by customers" says who does it
function afterActor(items: readonly Item[], at: number): number {
  const by = items[at]
  return by?.is === 'other' && by.word === 'by' && items[at + 1]?.is === 'noun'
    ? at + 2
    : Math.max(at, 1)
}

/** An operation with neither subject nor object speaks of everything named: "Only GET operations." */
function standsAlone({ items }: Reader, group: Group, from: number, at: number): boolean {
  const after = items[at]
  const ends =
    after === undefined || after.is === 'mark' || after.is === 'join' || after.is === 'link'
  if (!ends || group.passive) return false
  if (group.operations.length + group.notOperations.length > 0) return true
  const announced = items
    .slice(0, from)
    .some((item) => item.is === 'supports' || isOperationWord(item))
  return group.verbs.length > 1 || announced || group.notVerbs.length > 0
}

function applyAlone({ notes, open }: Reader, group: Group): void {
  const forbids = group.verbs.length + group.operations.length === 0
  for (const name of forbids ? notes.resources.keys() : open)
    demand(notes, name, demandOn(group, { plural: true, one: false }, false))
}

function readObjects(reader: Reader, from: number, group: Group): number {
  const { items, notes } = reader
  const { nouns, next } = nounsAt(items, from)
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

// an API returns what it has; people return what they borrowed
function returned(asked: Demand, { acted }: Reader): { demand: Demand; sure: boolean } {
  if (acted || !asked.actions.includes('return')) return { demand: asked, sure: true }
  const actions = asked.actions.filter((verb) => verb !== 'return')
  return { demand: { ...asked, actions, operations: [...asked.operations, 'get'] }, sure: false }
}

/** "send text" may mean anything; "send a message", "list stock" and "send messages" name things. */
function isSure({ noun }: Listed): boolean {
  if (noun.soft) return noun.plural
  return noun.plural || noun.determined || noun.owner !== null || isUncountable(noun.noun)
}

function applyTo(reader: Reader, group: Group, targets: readonly Listed[]): void {
  for (const listed of targets)
    demand(reader.notes, listed.noun.noun, demandOn(group, listed.noun, false), listed.parent)
  reader.notes.last = targets.map(({ noun }) => singular(noun.noun))
}

/** Brackets after a noun hold its operations or its fields. */
function readOwn(reader: Reader, { noun, group, fieldsAt: start, parent }: Listed): void {
  const { notes, tokens } = reader
  if (group !== null) demand(notes, noun.noun, demandOn(group, noun, false), parent)
  const fields = start === null ? [] : fieldsAt(tokens, start).fields
  if (fields.length > 1) addFields(notes, noun.noun, fields)
}

function addFields(notes: Notes, noun: string, fields: readonly string[]): void {
  const found = nameResource(notes, noun)
  for (const field of fields) found.fields.add(field)
}

function readNouns(reader: Reader, from: number): number {
  const { items, notes } = reader
  if (isActor(items, from)) {
    reader.acted = true
    return from + 1
  }
  const { nouns, next, beforeActor } = nounsAt(items, from)
  const listing = isListing(items, from, reader.clause.item)
  if (beforeActor && !listing) return next
  for (const listed of nouns) readOwn(reader, listed)
  const after = items[next]
  const named = listing || isNamedByCarrier(items, from, next)
  const belongs = items.slice(from, next).some(({ is }) => is === 'belong')
  const single = isNamedByCarrier(items, from, next) || isAnnounced(items)
  const things = nouns.filter(({ noun }) => noun.plural || single)
  if (named || belongs)
    for (const { noun, parent } of things)
      if (!noun.soft || nouns.length > 1) nameResource(notes, noun.noun, parent)
  if (named && things.length > 0) notes.last = things.map(({ noun }) => singular(noun.noun))
  const owner = items[from - 1]?.is === 'have' ? (reader.targets[0]?.noun.noun ?? null) : null
  if (owner === null || after?.is === 'join' || after?.is === 'that' || after?.is === 'modal')
    reader.targets = targetsOf(nouns, after, owner)
  const start = fieldsStart(items, next)
  return start === null ? next : readFields(reader, nouns, { link: start, next })
}

/** "books, orders that …": what follows speaks of the last; otherwise of all that have no brackets of their own. */
function targetsOf(
  nouns: readonly Listed[],
  after: Item | undefined,
  owner: string | null,
): readonly Listed[] {
  const open = nouns.filter(({ group }) => group === null)
  const spoken = after?.is === 'that' ? open.slice(-1) : open
  return owner === null ? spoken : spoken.map((one) => ({ ...one, parent: one.parent ?? owner }))
}

function fieldsStart(items: readonly Item[], at: number): Item | null {
  const link = items[at]
  const opens =
    link?.is === 'have' ||
    link?.is === 'with' ||
    (link?.is === 'mark' && link.word !== ')' && link.word !== '(')
  return opens && !isDemand(items[at + 1]) ? link : null
}

type FieldStart = { readonly link: Item; readonly next: number }

/** Reads "have a title and a price"; what is no list of fields is left to be read as anything else. */
function readFields(reader: Reader, nouns: readonly Listed[], { link, next }: FieldStart): number {
  const { notes, tokens, items } = reader
  const last = nouns.at(-1)?.noun
  if (last === undefined) return next
  const skipped = /^(?:fields?|attributes?|properties|the|following)$/
  let start = link.to
  while (
    skipped.test(tokens[start]?.text ?? '') ||
    (start > link.to && tokens[start]?.text === ':')
  )
    start += 1
  const { fields, end } = fieldsAt(tokens, start)
  const mostlyThings = fields.filter(isPlural).length * 2 > fields.length
  const enough = link.is === 'have' ? fields.length > 0 : fields.length > 1
  const entity =
    nouns.length === 1 &&
    items[0]?.is === 'noun' &&
    looksLikeFields(fields) &&
    !fields.some(isPlural)
  const carried = link.is !== 'have' && !last.plural && !entity
  if (!enough || mostlyThings || carried) return next
  for (const { noun } of nouns) addFields(notes, noun.noun, fields)
  notes.last = nouns.map(({ noun }) => singular(noun.noun))
  const after = items.findIndex(({ from }) => from >= end)
  return after < 0 ? items.length : Math.max(next, after)
}

/** "(belongs to a course)" after the fields of a lesson. */
function readBelonging({ items, notes, targets }: Reader, at: number): number {
  const [link, owner] = [items[at + 1], items[at + 2]]
  if (link?.is !== 'link' || owner?.is !== 'noun') return at + 1
  for (const { noun } of targets)
    if (notes.resources.has(singular(noun.noun))) nameResource(notes, noun.noun, owner.noun)
  return at + 3
}

const listedName = (name: string): Listed => ({
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
