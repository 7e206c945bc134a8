import { lineStarts, placeAt } from '../../kit/lines.ts'
import { scanJson } from './json-text.ts'

export type TextPlace = { readonly line: number; readonly column: number }

/**
 * Where the values of JSON pointers stand in a text. A pointer to what is missing is answered with
 * the nearest thing around it that exists.
 */
export function locatePointers(
  text: string,
  pointers: Iterable<string>,
): ReadonlyMap<string, TextPlace> {
  const wanted = new Set<string>()
  const asked = [...pointers]
  for (const pointer of asked) for (const each of outwards(pointer)) wanted.add(each)
  const offsets = new Map<string, number>()
  scanJson(text, (pointer, offset) => {
    if (wanted.has(pointer)) offsets.set(pointer, offset)
  })
  const starts = lineStarts(text)
  return new Map(
    asked.map((pointer) => {
      const match = outwards(pointer).find((each) => offsets.has(each))
      return [pointer, placeAt(starts, match === undefined ? 0 : (offsets.get(match) ?? 0))]
    }),
  )
}

/** Where the value of one JSON pointer stands in a text. */
export const locatePointer = (text: string, pointer: string): TextPlace =>
  locatePointers(text, [pointer]).get(pointer) ?? { line: 1, column: 1 }

/** A pointer and all pointers around it, the nearest first. */
function outwards(pointer: string): readonly string[] {
  const around: string[] = [pointer]
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    around.push(pointer.slice(0, end))
    if (end === 0) break
  }
  return around
}
