/** What one comparison showed: failed or not, with the lesson or without, at which logged probability. */
export type Comparison = {
  readonly failed: boolean
  readonly on: boolean
  readonly probability: number
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))

/** Keeps log-odds of a rate finite. */
const logOdds = (rate: number) => {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, rate))
  return Math.log(inside / (1 - inside))
}

/**
 * The factor by which one comparison changes the evidence for an effect of `d` log-odds (below zero a benefit).
 * Without any effect its mean is exactly 1, whatever the true rate and however wrong `baseline` is.
 */
export const factor = (comparison: Comparison, baseline: number, d: number): number =>
  factorAt(comparison, logOdds(baseline), d)

function factorAt({ failed, on, probability: p }: Comparison, odds: number, d: number): number {
  const p1 = logistic(odds + d * (1 - p))
  const p0 = logistic(odds - d * p)
  const q1 = failed ? p1 : 1 - p1
  const q0 = failed ? p0 : 1 - p0
  return (on ? q1 : q0) / (p * q1 + (1 - p) * q0)
}

/** Logarithms of the factors for every effect of the grid, in one direction. */
export function logFactors(
  comparison: Comparison,
  baseline: number,
  effects: readonly number[],
  direction: 1 | -1 = 1,
): readonly number[] {
  const odds = logOdds(baseline)
  const logs: number[] = []
  for (const d of effects) logs.push(Math.log(factorAt(comparison, odds, direction * d)))
  return logs
}

/** Evidence for one direction: a running product for each effect of the grid, as logarithms. */
export type Process = { products: number[]; most: number }

export const newProcess = (size: number): Process => ({
  products: Array.from({ length: size }, () => 0),
  most: 0,
})

/** Multiplies the products by new factors, in place: a lesson is folded over many outcomes. */
export function advance(running: Process, logs: readonly number[]): void {
  const { products } = running
  let highest = -Infinity
  for (let at = 0; at < products.length; at += 1) {
    const next = (products[at] ?? 0) + (logs[at] ?? 0)
    products[at] = next
    if (next > highest) highest = next
  }
  // a mean is never above the highest, and most of the time that settles it
  if (highest <= running.most) return
  const now = logMean(products)
  if (now > running.most) running.most = now
}

/** The logarithm of the mixture, which is the mean of the products. */
export const logEvidence = ({ products }: Process): number => logMean(products)

export function logMean(logs: readonly number[]): number {
  let most = -Infinity
  for (const each of logs) if (each > most) most = each
  if (most === -Infinity) return most
  let sum = 0
  for (const each of logs) sum += Math.exp(each - most)
  return most + Math.log(sum / logs.length)
}

/** A p-value that stays valid however often one looks: one over the highest evidence. */
export const alwaysValidP = (most: number): number => Math.min(1, Math.exp(-most))

/**
 * The Shiryaev-Roberts detector for a change at an unknown time: M becomes (M + 1) · S for each effect, as
 * logarithms, and the mean counts. While nothing is wrong it needs the threshold many comparisons on average.
 */
export function detect(levels: number[], logs: readonly number[]): void {
  for (let at = 0; at < levels.length; at += 1) {
    const before = levels[at] ?? -Infinity
    const plusOne =
      before > 0 ? before + Math.log1p(Math.exp(-before)) : Math.log1p(Math.exp(before))
    levels[at] = plusOne + (logs[at] ?? 0)
  }
}
