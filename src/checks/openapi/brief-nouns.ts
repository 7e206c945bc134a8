import { groupAt, isDemand } from './brief-groups.ts'
import type { Group } from './brief-groups.ts'
import type { Item, Noun } from './brief-item.ts'

/** One noun of a list with what is said about it at once. */
export type Listed = {
  readonly noun: Noun
  readonly parent: string | null
  /** Operations in brackets after it. */
  readonly group: Group | null
  /** Where fields in brackets begin, as a token. */
  readonly fieldsAt: number | null
}

export type NounList = {
  readonly nouns: readonly Listed[]
  readonly next: number
  /** The next noun does something; the list ended before it. */
  readonly beforeActor: boolean
}

const partLinks = new Set('of on in under within inside per for to into from'.split(' '))

/** Reads "posts, comments on posts and tags (list, get)". */
export function nounsAt(items: readonly Item[], from: number, objects = false): NounList {
  const nouns: Listed[] = []
  let at = from
  for (;;) {
    const noun = items[at]
    if (noun?.is !== 'noun') break
    if (nouns.length > 0 && objects && isSubject(items, at)) break
    if (nouns.length > 0 && isActor(items, at)) return { nouns, next: at, beforeActor: true }
    const owner = ownerAt(items, at + 1)
    at = owner.next
    const brackets = bracketsAt(items, at)
    at = brackets.next
    const late = owner.parent === null ? ownerAt(items, at) : { parent: owner.parent, next: at }
    at = late.next
    const before = nouns.at(-1)?.noun.noun ?? null
    nouns.push({
      noun: byId(items, at) ? { ...noun, one: true } : noun,
      parent: noun.owner ?? late.parent ?? brackets.parent ?? (noun.own ? before : null),
      group: brackets.group,
      fieldsAt: brackets.fieldsAt,
    })
    let next = at
    while (items[next]?.is === 'join') next += 1
    if (next === at || items[next]?.is !== 'noun') break
    at = next
  }
  return { nouns, next: at, beforeActor: false }
}

// "CRUD for posts, users are read-only": the users begin something new
function isSubject(items: readonly Item[], at: number): boolean {
  const after = items[ownerAt(items, at + 1).next]?.is
  return after === 'be' || after === 'have' || (after === 'modal' && !isActor(items, at))
}

const byId = (items: readonly Item[], at: number): boolean => {
  const [by, what] = [items[at], items[at + 1]]
  return (
    by?.is === 'other' &&
    by.word === 'by' &&
    what?.is === 'other' &&
    /^(?:ids?|its|their|uuid|slug|key)$/.test(what.word)
  )
}

/** "of a course", "nested under courses", "that belong to a course". */
function ownerAt(items: readonly Item[], from: number): { parent: string | null; next: number } {
  let at = from
  if (items[at]?.is === 'that' && items[at + 1]?.is === 'belong') at += 1
  if (items[at]?.is === 'belong') at += 1
  const link = items[at]
  const owner = items[at + 1]
  if (link?.is !== 'link' || !partLinks.has(link.word) || owner?.is !== 'noun')
    return { parent: null, next: from }
  return { parent: owner.noun, next: at + 2 }
}

type Brackets = {
  group: Group | null
  fieldsAt: number | null
  parent: string | null
  next: number
}

function bracketsAt(items: readonly Item[], at: number): Brackets {
  const open = items[at]
  if (open?.is !== 'mark' || open.word !== '(')
    return { group: null, fieldsAt: null, parent: null, next: at }
  let close = at + 1
  while (close < items.length && !isClose(items[close])) close += 1
  const inside = items.slice(at + 1, close)
  const start = inside.findIndex(({ is }) => is !== 'only' && is !== 'other')
  const belongs = inside.findIndex(({ is }) => is === 'belong')
  const parent = belongs < 0 ? null : ownerAt(inside, belongs).parent
  const operated = isDemand(inside[start]) || inside[start]?.is === 'not'
  return {
    group: operated ? groupAt(inside, start, true) : null,
    fieldsAt: operated || parent !== null ? null : open.to,
    parent,
    next: Math.min(items.length, close + 1),
  }
}

const isClose = (item: Item | undefined): boolean => item?.is === 'mark' && item.word === ')'

/** Whether a noun does something, so that it is no thing of the API but who uses it. */
export function isActor(items: readonly Item[], at: number): boolean {
  let next = at + 1
  while (items[next]?.is === 'only') next += 1
  const after = items[next]
  if (after?.is === 'verb') return (after.form === 'base' || after.form === 's') && next === at + 1
  if (after?.is === 'other') return /^(?:want|wants|need|needs|use|uses|who)$/.test(after.word)
  if (after?.is === 'link') return after.word === 'to' && items[next + 1]?.is === 'verb'
  if (after?.is !== 'modal') return false
  while (items[next]?.is === 'modal' || items[next]?.is === 'only' || items[next]?.is === 'not')
    next += 1
  const done = items[next]
  if (done?.is === 'be') return wordOf(items[next + 1]) === 'able'
  return done?.is === 'verb' || done?.is === 'other'
}

const wordOf = (item: Item | undefined): string => (item?.is === 'other' ? item.word : '')
