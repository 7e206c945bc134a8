import type { Item, Part } from './brief-item.ts'
import type { Token } from './brief-tokens.ts'
import { compoundNames, nameLike, unknownVerb, verbOf } from './brief-verbs.ts'
import {
  boundaries,
  carriers,
  determiners,
  isNameWord,
  joins,
  links,
  tradeWords,
} from './brief-words.ts'
import { isPlural, singular } from './words.ts'

/** A verb that may be a demand, where a verb can stand. */
export function verbAt(tokens: readonly Token[], at: number, before: readonly Item[]): Part | null {
  const text = tokens[at]?.text ?? ''
  const next = tokens[at + 1]?.text ?? ''
  const last = before.at(-1)
  // "Entities: Post, Comment, Tag"
  const listed = last?.is === 'join' || (last?.is === 'mark' && last.word === ':')
  if (
    listed &&
    /^[A-Z][a-z]/.test(tokens[at]?.raw ?? '') &&
    !isNameWord(next) &&
    isAnnounced(before)
  )
    return null
  const known = verbOf(text)
  if (known === null) return unknownVerbAt(text, next, before)
  const verb: Part = { is: 'verb', ...known }
  switch (known.form) {
    case 'ed':
      return isPassive(before) ? verb : null
    case 's':
      return isThirdPerson(tokens, at, last) ? verb : null
    case 'noun':
      return verb
    case 'ing':
      return next === "'s" || carriers.has(next) || last?.is === 'noun' ? null : verb
    case 'base':
      if (isPassive(before) && text === 'read') return { ...verb, form: 'ed' }
      if (tokens[at + 1]?.text === "'s") return null
      // "search API", "order status": names, not commands
      if (
        carriers.has(next) &&
        last?.is !== 'modal' &&
        !/^(?:operations?|endpoints?|access)$/.test(next)
      )
        return null
      if (last?.is === 'verb' || (nameLike.has(text) && isPartOfName(tokens, at, before)))
        return null
      return last?.is === 'noun' &&
        !last.plural &&
        last.to === at &&
        !last.determined &&
        last.noun !== 'staff'
        ? null
        : verb
  }
}

/** Whether the clause began with "Entities:", "Resources:" and the like. */
export const isAnnounced = (items: readonly Item[]): boolean =>
  items
    .slice(0, 4)
    .some(
      (item) =>
        (item.is === 'carrier' || item.is === 'other') &&
        /^(?:resources|entities|models|collections|objects|aggregates)$/.test(item.word),
    )

// "purchase orders with CRUD" against "purchase an order" and "customers can purchase orders"
function isPartOfName(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const next = tokens[at + 1]?.text ?? ''
  const last = before.at(-1)
  if (!isNameWord(next) || determiners.has(next) || tradeWords.has(next)) return false
  if (last === undefined)
    return (
      !isPlural(next) ||
      /^(?:can|may|has|have|is|are|with|:|\(|should|must)$/.test(tokens[at + 2]?.text ?? '')
    )
  if (last.is === 'modal' || last.is === 'noun' || (last.is === 'link' && last.word === 'to'))
    return false
  if (compoundNames.has(`${tokens[at]?.text ?? ''}-${singular(next)}`)) return true
  if (last.is === 'join') return !before.some(({ is }) => is === 'modal' || is === 'verb')
  return last.is !== 'mark' || !isPlural(next)
}

function unknownVerbAt(text: string, next: string, before: readonly Item[]): Part | null {
  if (boundaries.has(text) || tradeWords.has(text) || determiners.has(text)) return null
  const last = before.at(-1)
  const passive = last?.is === 'be' && before.some(({ is }) => is === 'modal')
  if (passive || (isPassive(before) && last?.is === 'join')) {
    const verb = unknownVerb(text, true)
    return verb === null ? null : { is: 'verb', verb, form: 'ed' }
  }
  if (last?.is !== 'modal' || !(isNameWord(next) || links.has(next) || joins.has(next))) return null
  const verb = unknownVerb(text, false)
  return verb === null ? null : { is: 'verb', verb, form: 'base' }
}

/** "are listed", "can be listed, viewed and …": a participle stands here. */
function isPassive(before: readonly Item[]): boolean {
  const last = before.findLast(({ is }) => is !== 'only' && is !== 'join')
  return last?.is === 'be' || (last?.is === 'verb' && last.form === 'ed')
}

// "Finance lists all reports" against "order lists"
const isThirdPerson = (tokens: readonly Token[], at: number, last: Item | undefined): boolean =>
  last?.is === 'noun' && last.to === at && determiners.has(tokens[at + 1]?.text ?? '')
