/** How many slips lie between two words; two letters that changed places are one. */
export function distance(left: string, right: string): number {
  let above: readonly number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [i, letter] of left.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of right.split('').entries()) {
      const swapped = i > 0 && j > 0 && letter === right[j - 1] && left[i - 1] === other
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
          swapped ? (above[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    above = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** The one known word that a word is most likely a slip of; null where none fits, or several do. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const limit = word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3
  const ranked = [...known]
    .filter((name) => Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, slips: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ slips }) => slips <= limit)
    .toSorted((left, right) => left.slips - right.slips)
  const [best, next] = ranked
  return best === undefined || best.slips === next?.slips ? null : best.name
}
