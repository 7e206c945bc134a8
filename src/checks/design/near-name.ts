import { nearest } from '../document/near.ts'

const most = 400

/** A name without what slips most: case, accents' spelling, hyphens, underscores and spaces. */
export const folded = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The one known name that a word was most likely meant to be, or null. */
export function nearestName(word: string, known: readonly string[]): string | null {
  if (word.length > 60) return null
  const same = known.filter((each) => folded(each) === folded(word))
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null
  return known.length > most ? null : nearest(word, known)
}
