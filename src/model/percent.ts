/** A share in percent, rounded: `12 %`, or `12.3 %` with one digit. */
export function percent(share: number, digits = 0): string {
  const scale = 10 ** digits
  return `${(Math.round(share * 100 * scale) / scale).toFixed(digits)} %`
}
