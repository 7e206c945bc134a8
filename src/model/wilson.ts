/** 97.5 % of a normal distribution lie below it. */
export const z95 = 1.959963984540054

/** Wilson's interval for a rate: sensible for small counts and for rates near 0 or 1. */
export function wilson(
  hits: number,
  of: number,
  z: number = z95,
): { readonly low: number; readonly high: number } {
  if (of <= 0) return { low: 0, high: 1 }
  const [rate, square] = [hits / of, z * z]
  const scale = 1 + square / of
  const centre = (rate + square / (2 * of)) / scale
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of * of))
  return {
    low: hits <= 0 ? 0 : Math.max(0, centre - half),
    high: hits >= of ? 1 : Math.min(1, centre + half),
  }
}
