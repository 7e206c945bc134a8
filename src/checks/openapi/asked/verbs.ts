import { wordsIn } from '../../../obligations/sentence-words.ts'
import { endsWithParam, segmentsOf } from '../operations.ts'
import type { Method, Operation } from '../operations.ts'
import { fits as told, type Kind } from '../path-match.ts'
import { isPlural, singular } from '../words.ts'
import { nameOf } from './places.ts'

const fits: typeof told = { ...told, delete: ['delete', 'post', 'patch'] }

const usual: Readonly<Record<Kind, readonly Method[]>> = {
  ...fits,
  update: ['put', 'patch'],
  delete: ['delete'],
}

// verbs that the method alone says; of the others only the kind, and the description has to say them
const common: readonly (readonly [Kind, RegExp])[] = [
  ['list', /^(?:list|browse)s?$/],
  ['get', /^(?:gets?|see|sees|views?|reads?|fetch(?:es)?|retrieves?|shows?|looks?|finds?)$/],
  ['create', /^(?:creates?|adds?|registers?|submits?|places?|posts?|books?|makes?|enters?)$/],
  ['update', /^(?:updates?|chang(?:es?|ing)|edits?|modif(?:y|ies)|replaces?)$/],
  ['delete', /^(?:deletes?|removes?|cancels?)$/],
]
const special: readonly (readonly [Kind, RegExp])[] = [
  ['list', /^(?:search(?:es)?|quer(?:y|ies)|filters?|downloads?|exports?|checks?)$/],
  [
    'create',
    /^(?:offers?|reserves?|orders?|requests?|appl(?:y|ies)|starts?|uploads?|sends?|reports?|borrows?|rents?|enrols?|subscribes?|publish(?:es)?|schedules?|logs?|signs?|joins?|opens?|drops?|invites?|pays?|comments?|rates?|votes?)$/,
  ],
  [
    'update',
    /^(?:marks?|sets?|renames?|moves?|approves?|accepts?|declines?|rejects?|assigns?|confirms?|clos(?:e|es)|finish(?:es)?|completes?|extends?|renews?|returns?|corrects?|locks?|unlocks?|pauses?|resumes?)$/,
  ],
  ['delete', /^(?:withdraws?|revokes?|gives?|drops?|unsubscribes?|deregisters?|leaves?)$/],
]

export type Verb = { readonly word: string; readonly kind: Kind; readonly isCommon: boolean }

const verbOf = (word: string): Verb | null => {
  const lower = word.toLowerCase()
  const plain = common.find(([, words]) => words.test(lower))
  const other = special.find(([, words]) => words.test(lower))
  const kind = plain?.[0] ?? other?.[0]
  return kind === undefined ? null : { word: lower, kind, isCommon: plain !== undefined }
}

/** The verb that a clause begins with, past who does it. */
export function verbIn(clause: string): Verb | null {
  const able =
    /^.*?\b(?:can|may|must be able to|should be able to|are able to|want to|wants to)\s+(?:also\s+|then\s+)?([a-z]+)/i.exec(
      clause,
    )
  const words = able ? [able[1] ?? ''] : (clause.match(/[a-z'’-]+/gi) ?? []).slice(0, 3)
  const named = able?.[1] ?? /^(?:operations? )?to ([a-z]+)/i.exec(clause)?.[1]
  // a verb that nobody knows has to be said by what changes something
  if (named !== undefined && verbOf(named) === null)
    return { word: named.toLowerCase(), kind: 'update', isCommon: false }
  const at = words.findIndex((word) => verbOf(word) !== null)
  const [before] = words
  // "the list of orders" and "a book" are no deeds
  if (
    at === -1 ||
    (at > 0 && /^(?:an?|the|its|their|each|every|of|no)$/i.test(words[at - 1] ?? ''))
  )
    return null
  return at <= 1 || /^(?:the|each|every|all|our|only)$/i.test(before ?? '')
    ? verbOf(words[at] ?? '')
    : null
}

/** What stands before the verb: who does it, where it is one or two words. */
export const withoutActor = (clause: string, { word }: Verb): string | null => {
  const at = clause.toLowerCase().search(new RegExp(`\\b${word}\\b`))
  const before = clause.slice(0, at)
  return /\b(?:only|no|not|never|nobody|cannot|without|unless|if|when)\b/i.test(before)
    ? null
    : clause.slice(at)
}

/** A deed with a name of its own needs no body. */
export const shapeOf = ({ path: at }: Operation, { kind, isCommon }: Verb): Kind | null =>
  isCommon &&
  kind !== 'delete' &&
  kind !== 'update' &&
  (kind !== 'create' || isPlural(segmentsOf(at).at(-1)?.text ?? ''))
    ? kind
    : null

export const lastOf = ({ path: at }: Operation): string =>
  segmentsOf(at).findLast(({ param }) => param === null)?.text ?? ''

export const isDone = (word: string, verb: Verb | null): boolean =>
  verb !== null && verb.isCommon && wordsIn(verb.word).words.has(word)

/** Whether an operation can be what a verb asks for, by its method and by "one" or "many". */
export function canDo(
  operation: Operation | undefined,
  { kind, word }: Verb,
  clause: string,
): boolean {
  if (operation === undefined || !fits[kind].includes(operation.method)) return false
  // `POST …/cancel` cancels because it says so
  const own = wordsIn(nameOf(operation)).words
  const isSaid = [...wordsIn(word).words].every((root) => own.has(root))
  if (!isSaid && !usual[kind].includes(operation.method)) return false
  if (operation.method !== 'get') return true
  const last = lastOf(operation)
  const noun = (clause.match(/[a-z-]+/gi) ?? []).find(
    (each) => singular(each.toLowerCase()) === singular(last.toLowerCase()),
  )
  if (noun === undefined) return true
  return isPlural(noun)
    ? !endsWithParam(operation.path)
    : endsWithParam(operation.path) || !isPlural(last)
}
