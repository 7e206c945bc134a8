import type { Fix, TextEdit } from '../model/finding.ts'
import type { CheckRun } from './run-checks.ts'

const mostRounds = 12

/**
 * Applies the fixes that findings carry, checks again, and goes on while the findings get fewer.
 * A round that does not help is not kept.
 */
export async function applyFixes(
  text: string,
  check: (text: string) => Promise<readonly CheckRun[]>,
): Promise<string> {
  let best = text
  let runs = await check(best)
  for (let round = 0; round < mostRounds; round += 1) {
    const fixes = runs.flatMap(({ outcome }) =>
      outcome.findings.flatMap(({ fix }) => (fix ? [fix] : [])),
    )
    const next = applyAll(best, fixes)
    if (next === best) return best
    const after = await check(next)
    if (count(after) >= count(runs)) return best
    best = next
    runs = after
  }
  return best
}

/** Breakage counts as endless: a fix that makes a check break is never an improvement. */
const count = (runs: readonly CheckRun[]) =>
  runs.reduce(
    (sum, { outcome }) =>
      sum +
      (outcome.verdict === 'error'
        ? Infinity
        : outcome.verdict === 'fail'
          ? Math.max(1, outcome.findings.length)
          : 0),
    0,
  )

/** All fixes that do not overlap an earlier one; the rest wait for the next round. */
export function applyAll(text: string, fixes: readonly Fix[]): string {
  const taken: TextEdit[] = []
  for (const { edits } of fixes) {
    const valid = edits.every(({ start, end }) => start <= end && end <= text.length)
    const free = edits.every((edit) =>
      taken.every((other) => edit.end < other.start || edit.start > other.end),
    )
    if (valid && free) taken.push(...edits)
  }
  return taken
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (now, { start, end, text: insert }) => now.slice(0, start) + insert + now.slice(end),
      text,
    )
}
