import type { Item, Noun } from './brief-item.ts'
import { everyOperation, isManaging, looksAtMany, meaningOf, readsOne } from './brief-verbs.ts'
import type { Demand } from './brief-found.ts'
import type { ResourceOperation } from './brief-words.ts'

/** Verbs and operation words that stand together: "create, list and get", "full CRUD except delete". */
export type Group = {
  readonly verbs: readonly string[]
  readonly operations: readonly ResourceOperation[]
  readonly notVerbs: readonly string[]
  readonly notOperations: readonly ResourceOperation[]
  readonly passive: boolean
  readonly next: number
}

export const isDemand = (item: Item | undefined): boolean =>
  item?.is === 'verb' || item?.is === 'operations'

/** Reads the group that begins at an item; `listed` where only operations are expected, as in brackets. */
export function groupAt(items: readonly Item[], from: number, listed: boolean): Group {
  const verbs: string[] = []
  const notVerbs: string[] = []
  const operations: ResourceOperation[] = []
  const notOperations: ResourceOperation[] = []
  let passive = false
  let negated = false
  let at = from
  for (; at < items.length; at += 1) {
    const item = items[at]
    if (item === undefined) break
    if (item.is === 'verb') {
      const verb = item.verb
      ;(negated ? notVerbs : verbs).push(verb)
      passive ||= item.form === 'ed'
    } else if (item.is === 'operations')
      (negated ? notOperations : operations).push(...item.operations)
    else if (item.is === 'not') negated = true
    else if (listed && isBareVerb(items, at)) verbs.push(...plainVerb(item))
    else if (!leadsOn(items, at, listed)) break
  }
  return { verbs, operations, notVerbs, notOperations, passive, next: at }
}

/** The group of one operation word alone. */
export const wordAt = (items: readonly Item[], at: number): Group => ({
  ...groupAt(items.slice(at, at + 1), 0, false),
  next: at + 1,
})

function leadsOn(items: readonly Item[], at: number, listed: boolean): boolean {
  const here = items[at]
  const fillers = here?.is === 'join' || here?.is === 'only' || here?.is === 'be'
  if (!fillers && !isOperationWord(here) && !isGlue(items, at)) return false
  let next = at + 1
  while (
    items[next]?.is === 'join' ||
    items[next]?.is === 'only' ||
    items[next]?.is === 'be' ||
    isOperationWord(items[next])
  )
    next += 1
  return (
    isDemand(items[next]) ||
    (items[next]?.is === 'not' && isDemand(items[next + 1])) ||
    (listed && isBareVerb(items, next))
  )
}

// "to create, to list and to delete", "added to and removed from"
const isGlue = (items: readonly Item[], at: number): boolean => {
  const here = items[at]
  if (here?.is !== 'link') return false
  return items[at + 1]?.is === 'join' || (here.word === 'to' && items[at - 1]?.is === 'join')
}

export const isOperationWord = (item: Item | undefined): boolean =>
  item?.is === 'carrier' &&
  /^(?:operations?|endpoints?|access|support|functionality)$/.test(item.word)

// "(file, redeem, void)": one plain word among operations is an operation we do not know
function isBareVerb(items: readonly Item[], at: number): boolean {
  const item = items[at]
  const after = items[at + 1]
  return (
    item?.is === 'noun' &&
    !item.plural &&
    !item.determined &&
    items[at - 1]?.is === 'join' &&
    (after === undefined || after.is === 'join' || after.is === 'mark')
  )
}

// "check balance" among operations is none that we could name
const plainVerb = (item: Item): readonly string[] =>
  item.is === 'noun' && !item.noun.includes(' ') ? [item.noun] : []

/** What the group asks of one noun. */
export function demandOn(
  group: Group,
  noun: Pick<Noun, 'plural' | 'one'>,
  isObject: boolean,
): Demand {
  const operations = new Set<ResourceOperation>(group.operations)
  const actions: string[] = []
  let managed = false
  for (const verb of group.verbs) {
    if (isManaging(verb)) managed = true
    else if (readsOne(verb)) {
      const lone = group.verbs.length === 1 && group.operations.length === 0
      const many = isObject && noun.plural && !noun.one && (lone || looksAtMany.has(verb))
      operations.add(many && !group.verbs.includes('list') ? 'list' : 'get')
    } else actions.push(verb)
  }
  const asked = new Set(actions.flatMap((verb) => meaningOf(verb, '').operations))
  // "create, read, update and delete" is all of it
  const all = ['create', 'update', 'delete'] as const
  if (
    (operations.has('get') || operations.has('list')) &&
    all.every((one) => asked.has(one) || operations.has(one))
  )
    for (const one of everyOperation) operations.add(one)
  const without = [
    ...group.notOperations,
    ...group.notVerbs.flatMap((verb) => (verb === 'cancel' ? [] : meaningOf(verb, '').operations)),
  ]
  // "(no delete)" leaves the rest
  const rest = without.length > 0 && !isObject && operations.size + actions.length === 0
  return { operations: [...operations], without, actions, managed: managed || rest }
}
