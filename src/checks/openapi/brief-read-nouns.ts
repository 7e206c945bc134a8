import { fieldsAt, looksLikeFields } from './brief-fields.ts'
import { nameResource } from './brief-found.ts'
import { isDemand } from './brief-groups.ts'
import type { Item } from './brief-item.ts'
import { isListing, isNamedByCarrier } from './brief-listing.ts'
import { isActor, nounsAt } from './brief-nouns.ts'
import type { Listed } from './brief-nouns.ts'
import { addFields, readOwn } from './brief-reader.ts'
import type { Reader } from './brief-reader.ts'
import { isAnnounced } from './brief-verb-at.ts'
import { isPlural, singular } from './words.ts'

export function readNouns(reader: Reader, from: number): number {
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
  const carried = isNamedByCarrier(items, from, next)
  const belongs = items.slice(from, next).some(({ is }) => is === 'belong')
  if (listing || carried || belongs) {
    const single = carried || isAnnounced(items)
    const things = nouns.filter(({ noun }) => noun.plural || single)
    for (const { noun, parent } of things)
      if (!noun.soft || nouns.length > 1) nameResource(notes, noun.noun, parent)
    if (things.length > 0) notes.last = things.map(({ noun }) => singular(noun.noun))
  }
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
  // "Insurance: policies, claims" is no list of fields, "Todo: id, title" at the beginning is
  const entity = nouns.length === 1 && items[next - 1] === items[0]
  if (link.is !== 'have' && !last.plural && !entity) return next
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
  const likely = looksLikeFields(fields) && !fields.some(isPlural)
  if (!enough || mostlyThings || (link.is !== 'have' && !last.plural && !likely)) return next
  for (const { noun } of nouns) addFields(notes, noun.noun, fields)
  notes.last = nouns.map(({ noun }) => singular(noun.noun))
  const after = items.findIndex(({ from }) => from >= end)
  return after < 0 ? items.length : Math.max(next, after)
}

/** "(belongs to a course)" after the fields of a lesson. */
export function readBelonging({ items, notes, targets }: Reader, at: number): number {
  const [link, owner] = [items[at + 1], items[at + 2]]
  if (link?.is !== 'link' || owner?.is !== 'noun') return at + 1
  for (const { noun } of targets)
    if (notes.resources.has(singular(noun.noun))) nameResource(notes, noun.noun, owner.noun)
  return at + 3
}
