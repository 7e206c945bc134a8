import type { Item } from './brief-item.ts'
import { isUncountable } from './words.ts'

const wordOf = (item: Item | undefined): string =>
  item !== undefined && 'word' in item ? item.word : ''

/** Whether nouns that stand alone are what the API is about: "an API with …", "Resources: …", a bullet. */
export function isListing(items: readonly Item[], from: number, bullet: boolean): boolean {
  const noun = items[from]
  if (noun?.is !== 'noun') return false
  const before = items[from - 1]
  if (before === undefined) return bullet || onlyNouns(items)
  if (before.is === 'mark') return before.word !== '(' && before.word !== ')'
  if (before.is === 'naming' || before.is === 'supports') return true
  if (before.is === 'be') return wordOf(items[from - 2]) === 'there'
  if (before.is === 'join')
    return /^(?:resources|entities|collections)$/.test(wordOf(items[from - 2]))
  if (before.is === 'with') return carriedBefore(items, from)
  if (before.is !== 'link') return /^(?:around|about)$/.test(wordOf(before))
  // "for our partners" says who reads it
  return /^(?:for|of)$/.test(before.word) && carriedBefore(items, from) && !isAudience(noun)
}

const isAudience = (noun: Extract<Item, { is: 'noun' }>): boolean =>
  noun.determined && !noun.own && noun.owner === null

const carriedBefore = (items: readonly Item[], from: number): boolean =>
  items.slice(Math.max(0, from - 8), from).some(({ is }) => is === 'carrier')

/** "cars, garages and mechanics": a clause of nothing but nouns. */
const onlyNouns = (items: readonly Item[]): boolean =>
  items.length > 2 && items.every(({ is }) => is === 'noun' || is === 'join')

/** "Courses API", "user management". */
export function isNamedByCarrier(items: readonly Item[], from: number, next: number): boolean {
  const noun = items[from]
  const carrier = items[next]
  if (noun?.is !== 'noun' || carrier?.is !== 'carrier') return false
  if (carrier.word === 'management')
    return (
      next === from + 1 &&
      !isUncountable(noun.noun) &&
      wordOf(items[next + 1]) === 'api' &&
      next + 2 === items.length
    )
  const after = items[next + 1]
  const titled =
    noun.noun.includes(' ') &&
    (after?.is === 'with' || after?.is === 'mark') &&
    items[next + 2]?.is === 'noun'
  return (
    noun.plural &&
    !isUncountable(noun.noun) &&
    !titled &&
    /^(?:apis?|resources?|endpoints?|collection|service|management)$/.test(carrier.word)
  )
}
