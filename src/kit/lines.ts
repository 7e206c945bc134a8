/** The offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Line and column of an offset, both counted from 1. */
export function placeAt(
  starts: readonly number[],
  offset: number,
): { readonly line: number; readonly column: number } {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

/** A text in one line, with single spaces. */
export const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()
