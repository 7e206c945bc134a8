import { mapOf } from './json.ts'
import type { List } from './pagination-lists.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { wordsOf } from './words.ts'

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
