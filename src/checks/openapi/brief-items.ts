import type { Token } from './brief-tokens.ts'
import { nameLike, unknownVerb, verbOf } from './brief-verbs.ts'
import type { VerbForm } from './brief-verbs.ts'
import {
  boundaries,
  carriers,
  determiners,
  joins,
  links,
  modals,
  namingVerbs,
  oneWords,
  ownWords,
  softWords,
  tradeWords,
} from './brief-words.ts'
import type { ResourceOperation } from './brief-words.ts'
import { isPlural, isUncountable, singular } from './words.ts'

/** A noun phrase without its articles. */
export type Noun = {
  readonly is: 'noun'
  readonly noun: string
  readonly plural: boolean
  /** "a course", "course details": one of many. */
  readonly one: boolean
  readonly determined: boolean
  /** "their", "its": belongs to what was named before. */
  readonly own: boolean
  /** "a user's addresses" belong to the user. */
  readonly owner: string | null
  /** A word of the trade that is a resource only where something is done to it. */
  readonly soft: boolean
}

type Part =
  | Noun
  | { readonly is: 'verb'; readonly verb: string; readonly form: VerbForm }
  | {
      readonly is: 'operations'
      readonly operations: readonly ResourceOperation[]
      readonly word: string
    }
  | { readonly is: 'link' | 'mark' | 'carrier' | 'other'; readonly word: string }
  | { readonly is: PlainKind | 'join' | 'modal' | 'all' | 'naming' }

type PlainKind = 'be' | 'have' | 'with' | 'not' | 'only' | 'it' | 'that' | 'belong' | 'supports'

/** A part of a clause with the tokens it spans. */
export type Item = Part & { readonly from: number; readonly to: number }

/** Cuts a clause into the parts its meaning is made of. */
export function itemsOf(tokens: readonly Token[]): readonly Item[] {
  const items: Item[] = []
  let at = 0
  while (at < tokens.length) {
    const read = partAt(tokens, at, items)
    items.push({ ...read.part, from: at, to: read.next })
    at = read.next
  }
  return items
}

type Read = { readonly part: Part; readonly next: number }

const methodOperations: Readonly<Record<string, readonly ResourceOperation[]>> = {
  GET: ['list', 'get'],
  POST: ['create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['delete'],
}
const everything: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']
const writing: readonly ResourceOperation[] = ['create', 'update', 'delete']
const namedOperations: Readonly<Record<string, readonly ResourceOperation[]>> = {
  crud: everything,
  'read-only': ['list', 'get'],
  readonly: ['list', 'get'],
  'view-only': ['list', 'get'],
  'write-only': ['create'],
}

const plainParts: Readonly<Record<string, Part>> = {
  ...partsFor('be', 'is are be been being was were'),
  ...partsFor('have', 'has have having had'),
  ...partsFor('with', 'with'),
  ...partsFor('not', 'except without no not excluding never cannot'),
  ...partsFor('only', 'only just also too always both either'),
  ...partsFor('it', 'it them'),
  ...partsFor('that', 'that which'),
  ...partsFor('belong', 'belong belongs belonging nested grouped'),
  ...partsFor(
    'supports',
    'support supports supporting offer offers offering provide provides providing expose exposes allow allows allowing',
  ),
}

function partsFor(is: PlainKind, words: string): Record<string, Part> {
  return Object.fromEntries(words.split(' ').map((word) => [word, { is }]))
}

function partAt(tokens: readonly Token[], at: number, before: readonly Item[]): Read {
  const { text, raw } = tokens[at] ?? { text: '', raw: '' }
  const next = tokens[at + 1]?.text ?? ''
  const one = (part: Part, width = 1): Read => ({ part, next: at + width })
  const method = Object.hasOwn(methodOperations, raw) ? methodOperations[raw] : undefined
  if (method) return one({ is: 'operations', operations: method, word: text })
  const fixed = namedOperationAt(text, next)
  if (fixed) return one({ is: 'operations', operations: fixed.operations, word: text }, fixed.width)
  if (joins.has(text)) return one({ is: 'join' })
  if (/^[:()–—-]$/.test(text)) return one({ is: 'mark', word: text })
  if (text === 'everything') return one({ is: 'all' })
  if (text === 'all' && /^(?:resources|entities|others|collections)$/.test(next))
    return one({ is: 'all' }, 2)
  if (text === 'all' && next === 'of') return one({ is: 'all' }, 3)
  const verb = verbAt(tokens, at, before)
  if (verb) return one(verb)
  if (modals.has(text)) return one({ is: 'modal' })
  if (namingVerbs.has(text)) return one({ is: 'naming' })
  const plain = Object.hasOwn(plainParts, text) ? plainParts[text] : undefined
  if (plain && !(plain.is === 'that' && before.at(-1)?.is !== 'noun' && !isWord(next)))
    return one(plain)
  const noun = nounAt(tokens, at)
  if (noun) return noun
  if (links.has(text)) return one({ is: 'link', word: text })
  return one({ is: carriers.has(text) ? 'carrier' : 'other', word: text })
}

function namedOperationAt(
  text: string,
  next: string,
): { operations: readonly ResourceOperation[]; width: number } | null {
  if (Object.hasOwn(namedOperations, text))
    return { operations: namedOperations[text] ?? [], width: 1 }
  if (text === 'read' && next === 'only') return { operations: ['list', 'get'], width: 2 }
  if (text === 'read' && next === 'access') return { operations: ['list', 'get'], width: 2 }
  if (text === 'write' && /^(?:operations?|access|endpoints?)$/.test(next))
    return { operations: writing, width: 2 }
  if (text === 'everything' && /^(?:except|but)$/.test(next))
    return { operations: everything, width: 1 }
  return null
}

const isWord = (text: string): boolean =>
  /^[a-z]/.test(text) && !boundaries.has(text) && !joins.has(text)

/** A verb that may be a demand, where a verb can stand. */
function verbAt(tokens: readonly Token[], at: number, before: readonly Item[]): Part | null {
  const text = tokens[at]?.text ?? ''
  const next = tokens[at + 1]?.text ?? ''
  const last = before.at(-1)
  // "Entities: Post, Comment, Tag"
  const listed = last?.is === 'join' || (last?.is === 'mark' && last.word === ':')
  if (listed && /^[A-Z][a-z]/.test(tokens[at]?.raw ?? '') && !isWord(next) && isAnnounced(before))
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
  if (!isWord(next) || determiners.has(next) || tradeWords.has(next)) return false
  if (last === undefined)
    return (
      !isPlural(next) ||
      /^(?:can|may|has|have|is|are|with|:|\(|should|must)$/.test(tokens[at + 2]?.text ?? '')
    )
  if (last.is === 'modal' || last.is === 'noun' || (last.is === 'link' && last.word === 'to'))
    return false
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
  if (last?.is !== 'modal' || !(isWord(next) || links.has(next) || joins.has(next))) return null
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

/** The noun phrase at a token; null where none begins. */
function nounAt(tokens: readonly Token[], from: number, owned = false): Read | null {
  let at = from
  while (determiners.has(tokens[at]?.text ?? '') || isLooseParticiple(tokens, at)) at += 1
  const front = tokens.slice(from, at).map(({ text }) => text)
  const words: string[] = []
  for (; at < tokens.length && words.length < 5; at += 1) {
    const text = tokens[at]?.text ?? ''
    if (
      !/^[a-z]/.test(text) ||
      boundaries.has(text) ||
      determiners.has(text) ||
      text.endsWith('-only')
    )
      break
    if (Object.hasOwn(namedOperations, text) || joins.has(text)) break
    if (tradeWords.has(text) && !(words.length > 0 && isCompoundEnd(text))) break
    if (words.length > 0 && startsVerb(tokens, at, words)) break
    words.push(text)
    if (endsPhrase(text, tokens[at + 1]?.text ?? '')) {
      at += 1
      break
    }
  }
  if (words.length === 0) return null
  const noun = words.slice(-3).join(' ')
  const last = words.at(-1) ?? ''
  if (tokens[at]?.text === "'s" || (tokens[at]?.text === "'" && isPlural(last))) {
    const thing = owned ? null : nounAt(tokens, at + 1, true)
    return thing?.part.is === 'noun'
      ? { ...thing, part: { ...thing.part, owner: singular(noun) } }
      : { part: { is: 'other', word: noun }, next: at + 1 }
  }
  const detail = /^(?:details?|information|data)$/.test(tokens[at]?.text ?? '')
  const part: Noun = {
    is: 'noun',
    noun,
    plural: isPlural(last),
    one: detail || front.some((word) => oneWords.has(word)),
    determined: front.length > 0,
    own: front.some((word) => ownWords.has(word)),
    owner: null,
    soft: softWords.has(last) && words.length === 1,
  }
  return { part, next: detail ? at + 1 : at }
}

// "leave requests" and "expense types" are things although "requests" and "types" alone are not
const isCompoundEnd = (text: string): boolean =>
  /^(?:codes|types|tokens|pages|rules|kinds|entities|limits|rates|files|clients)$/.test(text)

// "the converted amount"
const isLooseParticiple = (tokens: readonly Token[], at: number): boolean =>
  /^[a-z-]{3,}(?:ed)$/.test(tokens[at]?.text ?? '') &&
  isWord(tokens[at + 1]?.text ?? '') &&
  verbOf(tokens[at]?.text ?? '') !== null

function startsVerb(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  const verb = verbOf(tokens[at]?.text ?? '')
  if (verb === null) return false
  const next = tokens[at + 1]?.text ?? ''
  if (verb.form === 's') return determiners.has(next)
  return verb.form === 'base' && words.some((word) => isPlural(word) && !isUncountable(word))
}

/** A plural ends its phrase, unless another plural follows at once: "sales orders". */
function endsPhrase(text: string, next: string): boolean {
  if (!isPlural(text)) return false
  if (!isWord(next) || tradeWords.has(next) || determiners.has(next)) return true
  if (isUncountable(text)) return verbOf(next)?.form === 'base'
  return verbOf(next)?.form === 'base' || !isPlural(next) || isUncountable(next)
}
