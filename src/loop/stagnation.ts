export const smallestProgress = 0.02

/** True when the score moved by less than a step worth another iteration. */
export const stagnates = (before: number, after: number): boolean =>
  after - before < smallestProgress - 1e-9

type Past = { readonly count: number; readonly lastScore: number | null }

/**
 * Counts evaluations in a row without progress. The first evaluation of a phase has nothing to
 * compare with; a blocked artifact neither counts nor clears the count.
 */
export function countStagnation(past: Past, now: number, counts: boolean): number {
  if (past.lastScore === null) return 0
  if (!stagnates(past.lastScore, now)) return 0
  return counts ? past.count + 1 : past.count
}
