import { demand } from './brief-found.ts'
import { demandOn, groupAt, isOperationWord, wordAt } from './brief-groups.ts'
import type { Group } from './brief-groups.ts'
import type { Item } from './brief-item.ts'
import { isActor } from './brief-nouns.ts'
import { readObjects } from './brief-objects.ts'
import { applyTo, isSure, listedName } from './brief-reader.ts'
import type { Reader } from './brief-reader.ts'
import { determiners, tradeWords } from './brief-words.ts'

export function readGroup(reader: Reader, from: number): number {
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
    if (object !== null) return readObjects(reader, object, ownGroup(reader, group, from))
    if (items[at]?.is === 'it') {
      applyTo(
        reader,
        group,
        reader.targets.length > 0 ? reader.targets : notes.last.map(listedName),
      )
      return at + 1
    }
  }
  if (hasOtherObject(reader, group, at)) return at
  if (reader.targets.length > 0) applyTo(reader, group, reader.targets)
  else if (standsAlone(reader, group, from, at)) applyAlone(reader, group)
  return afterActor(items, at)
}

/** "Wallet: top up, withdraw, list transactions": without "and", only the last verb has the object. */
function ownGroup(reader: Reader, group: Group, from: number): Group {
  const { items, tokens, targets } = reader
  const last = items[group.next - 1]
  const before = items[from - 1]
  const opened = before?.is === 'mark' || before?.is === 'join'
  const apart = last?.is === 'verb' && tokens[last.from - 1]?.text === ','
  if (group.verbs.length < 2 || !opened || !apart || targets.length === 0) return group
  applyTo(reader, { ...group, verbs: group.verbs.slice(0, -1) }, targets.filter(isSure))
  return { ...group, verbs: group.verbs.slice(-1), operations: [] }
}

/** "send text": the verb has an object, though none that is a thing of the API. */
function hasOtherObject({ items }: Reader, group: Group, at: number): boolean {
  const next = items[at]
  if (group.passive || group.verbs.length === 0 || next?.is !== 'other') return false
  return tradeWords.has(next.word) || determiners.has(next.word)
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
