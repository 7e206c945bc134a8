/** The same order on every machine, whatever its language. */
export const byCodeUnit = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0
