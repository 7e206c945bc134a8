import type { Place } from '../../model/finding.ts'
import { lineStarts, placeAt } from '../../kit/lines.ts'

/** One thing that a rule found, with what it says and where it stands. */
export type Found = {
  readonly value: unknown
  readonly place: Place
  /** How it is written, to show it and to tell what a change brought in. */
  readonly text: string
}

/** What was found, and what is missing where something ought to stand. */
export type Look = { readonly found: readonly Found[]; readonly missing: readonly Found[] }

export const looked = (results: readonly Found[]): Look => ({ found: results, missing: [] })

/** The place of an offset in a text. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = lineStarts(text)
  return (offset) => placeAt(starts, offset)
}

/** What stands after a change and did not stand before it, as often as it is there. */
export function broughtIn(after: readonly Found[], before: readonly Found[]): readonly Found[] {
  const known = new Map<string, number>()
  for (const { text } of before) known.set(text, (known.get(text) ?? 0) + 1)
  return after.filter(({ text }) => {
    const left = known.get(text) ?? 0
    known.set(text, left - 1)
    return left <= 0
  })
}
