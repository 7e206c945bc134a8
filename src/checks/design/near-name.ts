import { distance, nearest } from '../../kit/near.ts'

const most = 400

/** A name without what slips most: case, accents' spelling, hyphens, underscores and spaces. */
export const folded = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name.toLowerCase().replace(/[^a-z0-9]+/g, '')
    : name
        .normalize('NFC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '')

/** The one known name that a word was most likely meant to be, or null. */
export function nearestName(word: string, known: readonly string[]): string | null {
  return nearby(known)(word)
}

/**
 * Finds the known name nearest to a word. Slips of case and spelling are looked up; slips of the
 * pen are searched for only so often, so that a design full of them is still read in linear time.
 */
export function nearby(known: readonly string[]): (word: string) => string | null {
  const byFold = new Map<string, string | null>()
  for (const name of known) {
    const fold = folded(name)
    const before = byFold.get(fold)
    byFold.set(fold, before === undefined || before === name ? name : null)
  }
  let searches = 200_000
  return (word) => {
    if (word.length > 60) return null
    const same = byFold.get(folded(word))
    if (same !== undefined) return same
    searches -= known.length
    if (searches < 0) return null
    return known.length > most ? closest(word, known) : nearest(word, known)
  }
}

/** As `nearest`, for long lists: only names of nearly the same length and beginning are compared. */
function closest(word: string, known: readonly string[]): string | null {
  const near = known.filter(
    (name) =>
      Math.abs(name.length - word.length) <= 2 &&
      (name.slice(0, 2) === word.slice(0, 2) || name.slice(-3) === word.slice(-3)),
  )
  const best = near.filter((name) => distance(word, name) <= 1)
  return best.length === 1 ? (best[0] ?? null) : nearest(word, near.slice(0, most))
}
