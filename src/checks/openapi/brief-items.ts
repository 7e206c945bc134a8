import type { Item, Part, PlainKind, Read } from './brief-item.ts'
import { nounAt } from './brief-noun-at.ts'
import type { Token } from './brief-tokens.ts'
import { verbAt } from './brief-verb-at.ts'
import {
  carriers,
  isNameWord,
  joins,
  links,
  modals,
  namedOperations,
  namingVerbs,
} from './brief-words.ts'
import type { ResourceOperation } from './brief-words.ts'

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

const methodOperations: Readonly<Record<string, readonly ResourceOperation[]>> = {
  GET: ['list', 'get'],
  POST: ['create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['delete'],
}
const everything: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']
const writing: readonly ResourceOperation[] = ['create', 'update', 'delete']
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
  if (plain && !(plain.is === 'that' && before.at(-1)?.is !== 'noun' && !isNameWord(next)))
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
