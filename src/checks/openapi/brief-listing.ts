import type { Item } from './brief-items.ts'
import { isUncountable } from './words.ts'

const wordOf = (item: Item | undefined): string =>
  item !== undefined && 'word' in item ? item.word : ''

/** Whether nouns that stand alone are what the API is about: "an API with …", "Resources: …", a bullet. */
export function isListing(items: readonly Item[], from: number, bullet: boolean): boolean {
  const noun = items[from]
  if (noun?.is !== 'noun') return false
  const before = items[from - 1]
  if (before === undefined) return bullet || onlyNouns(items)
  switch (before.is) {
    case 'mark':
      return before.word !== '(' && before.word !== ')'
    case 'naming':
    case 'supports':
      return true
    case 'be':
      return wordOf(items[from - 2]) === 'there'
    case 'join':
      return /^(?:resources|entities|collections)$/.test(wordOf(items[from - 2]))
    case 'with':
      return carriedBefore(items, from)
    case 'link':
      // "for our partners" says who reads it
      return (
        (before.word === 'for' || before.word === 'of') &&
        carriedBefore(items, from) &&
        !isAudience(noun)
      )
    default:
      return wordOf(before) === 'around' || wordOf(before) === 'about'
  }
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
    !titled &&
    /^(?:apis?|resources?|endpoints?|collection|service|management)$/.test(carrier.word)
  )
}
