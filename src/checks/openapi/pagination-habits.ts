import { mapOf } from './json.ts'
import { resolve } from './operations.ts'
import type { Parameter } from './operations.ts'
import { leadingStyle } from './pagination-lists.ts'
import type { List, Style } from './pagination-lists.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { wordsOf } from './words.ts'

/** What the other lists of a description do; counted once, so that many lists stay cheap. */
export type Others = {
  readonly limited: number
  readonly usual: Style | null
  /** How another list calls its page size, where none calls it as this one does. */
  readonly sizeName: string | null
  readonly allBounded: boolean
  readonly bodies: Readonly<Record<List['body'], number>>
  readonly holders: readonly string[]
  readonly allTellProgress: boolean
}

/** Answers for each list what all lists but this one do. */
export function habitsOf(spec: Spec, lists: readonly List[]): (list: List) => Others {
  const limits = lists.flatMap(({ limit }) => (limit === null ? [] : [limit]))
  const names = counted(limits.map(({ name }) => name))
  const limitPlaces = counted(limits.map(({ pointer }) => pointer))
  const unbounded = limits.filter((limit) => !isBounded(spec, limit)).length
  const bodies = counted(lists.filter(({ schema }) => schema !== null).map(({ body }) => body))
  const holders = counted(lists.flatMap(({ holder }) => (holder === null ? [] : [holder])))
  const envelopes = lists.filter(({ body }) => body === 'envelope')
  const telling = envelopes.filter((list) => tellsProgress(spec, list)).length
  const styles = counted(lists.flatMap((list) => list.styles.slice(0, 1)))

  return (list) => {
    const { limit, holder, body, schema } = list
    const without = (counts: ReadonlyMap<string, number>, name: string | null | undefined) =>
      [...counts].filter(([one, count]) => count > (one === name ? 1 : 0)).map(([one]) => one)
    const otherNames = without(names, limit?.name)
    const sharing = limitPlaces.get(limit?.pointer ?? '') ?? 0
    const own = limit !== null && !isBounded(spec, limit) ? sharing : 0
    const bodiesLeft = (kind: List['body']) =>
      (bodies.get(kind) ?? 0) - (schema !== null && kind === body ? 1 : 0)
    const enveloped = envelopes.length - (body === 'envelope' ? 1 : 0)
    const tells = body === 'envelope' && tellsProgress(spec, list) ? 1 : 0
    return {
      limited: limits.length - (limit === null ? 0 : 1),
      usual: leadingStyle((style) => (styles.get(style) ?? 0) - (list.styles[0] === style ? 1 : 0)),
      sizeName: limit === null || otherNames.includes(limit.name) ? null : (otherNames[0] ?? null),
      allBounded: limits.length - sharing >= 2 && unbounded === own,
      bodies: {
        array: bodiesLeft('array'),
        envelope: bodiesLeft('envelope'),
        other: bodiesLeft('other'),
        none: bodiesLeft('none'),
      },
      holders: without(holders, holder),
      allTellProgress: enveloped >= 2 && telling - tells === enveloped,
    }
  }
}

export const isBounded = (spec: Spec, limit: Parameter): boolean =>
  typeof mapOf(resolve(spec, { value: limit.value['schema'], pointer: '' }).value)['maximum'] ===
  'number'

function counted(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const progressWords =
  /^(?:total|totals|count|pages?|next|prev|previous|more|last|cursor|token|offset|links?|meta|metadata|paging|pagination|limit|size|after|before)$/

/** Whether the answer of a list says where its page stands or how to go on: in its body or in a header. */
export function tellsProgress(spec: Spec, { operation, schema, holder }: List): boolean {
  const header = operation.responses.some(({ value }) =>
    Object.keys(mapOf(value['headers'])).some((name) =>
      /link|cursor|next|total|count|range|page/i.test(name),
    ),
  )
  if (header || schema === null) return true
  return [...propertiesOf(spec, schema).keys()].some(
    (name) => name !== holder && wordsOf(name).some((word) => progressWords.test(word)),
  )
}

/** Whether the answer of a list that takes a cursor names the next one. */
export function namesNextCursor(spec: Spec, { operation, schema }: List): boolean {
  const header = operation.responses.some(({ value }) =>
    Object.keys(mapOf(value['headers'])).some((name) => /link|cursor|next/i.test(name)),
  )
  if (header || schema === null) return true
  return [...propertiesOf(spec, schema)]
    .flatMap(([name, property]) => [name, ...propertiesOf(spec, property).keys()])
    .some((name) => /next|cursor|token|after|links?|paging|pagination|page/i.test(name))
}
