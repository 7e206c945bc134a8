/** The edit distance of two short words, or `limit + 1` when it is more than `limit`. */
export function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1)
      next.push(
        Math.min(
          row[j]! + 1,
          next[j - 1]! + 1,
          row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return Math.min(row[right.length]!, limit + 1)
}

/** The one candidate that a word is most likely a slip of, or null where none or several fit. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const limit = word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3
  let best: string | null = null
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    const found = distance(word.toLowerCase(), candidate.toLowerCase(), limit)
    if (found === bestDistance) best = null
    if (found < bestDistance) {
      best = candidate
      bestDistance = found
    }
  }
  return best
}
