export const normalBelow = (x: number): number => {
  const tail = 0.5 * upperGamma(0.5, (x * x) / 2)
  return x < 0 ? tail : 1 - tail
}

/** The chance of a sum of squares this large or larger, with the given degrees of freedom. */
export const chiSquareAbove = (square: number, freedom: number): number =>
  freedom <= 0 ? 1 : upperGamma(freedom / 2, square / 2)

/** Regularised upper incomplete gamma: a series below, a continued fraction above (Lentz). */
function upperGamma(a: number, x: number): number {
  if (!(x > 0)) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a]
    for (let n = 1; n < 500 && term > sum * 1e-17; n += 1) {
      term *= x / (a + n)
      sum += term
    }
    return Math.max(0, 1 - sum * scale)
  }
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let h = d
  for (let n = 1; n < 500; n += 1) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b)
    c = b + an / c
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-16) break
  }
  return h * scale
}

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const

/** Natural logarithm of the gamma function above zero (Lanczos, g = 7). */
export function logGamma(x: number): number {
  const series = lanczos.reduce((sum, each, index) => sum + each / (x + index), 0.9999999999998099)
  const shifted = x + 6.5
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(shifted) - shifted + Math.log(series)
}
