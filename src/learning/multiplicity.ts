/**
 * e-BH (Wang and Ramdas, 2022): which of the lessons are established, so that at most `level` of all that ever are
 * is false on average, however the lessons depend on each other. `tested` counts every lesson that was ever tried.
 */
export function established(
  logEvidence: readonly number[],
  tested: number,
  level: number,
): readonly boolean[] {
  const sorted = logEvidence.toSorted((left, right) => right - left)
  const count = sorted.findLastIndex(
    (log, index) => log >= Math.log(tested / (level * (index + 1))) - 1e-12,
  )
  const least = count < 0 ? Infinity : (sorted[count] ?? Infinity)
  return logEvidence.map((log) => log >= least)
}

/**
 * The strict rule for "ever": the lesson that was tried as number `place` (from 1) has a level of its own,
 * 6·level/(π²·place²). All of them together are at most `level`.
 */
export const strictBar = (place: number, level: number): number =>
  (Math.PI ** 2 * place ** 2) / (6 * level)
