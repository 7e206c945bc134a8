/** Work orders of one complexity band and one proposer, with a lesson applied and without it. */
export type SeedCell = {
  readonly band: string
  readonly proposer: string
  readonly with: SeedArm
  readonly without: SeedArm
}

/**
 * `rows` is how many were recorded; `weight` and `failed` count those rows by their weight, so that a success of
 * which only one in ten was kept counts for ten.
 */
export type SeedArm = { readonly rows: number; readonly weight: number; readonly failed: number }

export type Reduction = {
  /** From 0 to 1, or null where there is too little to compare or nothing failed without the lesson. */
  readonly reductionRate: number | null
  /** As measured: below zero where the lesson made it worse. */
  readonly rawReductionRate: number | null
}

export const seedFloors = {
  reductionRate: 0.7,
  applications: 30,
  consecutiveIterations: 3,
} as const

const leastRows = 5
const unknown: Reduction = { reductionRate: null, rawReductionRate: null }

/**
 * The error rate without a lesson less that with it, as a share of the former. Only cells that have both arms are
 * comparable; the arm without the lesson is weighted by where the lesson was applied.
 */
export function reductionOf(cells: readonly SeedCell[]): Reduction {
  const comparable = cells.filter((cell) => cell.with.weight > 0 && cell.without.weight > 0)
  const total = (count: (cell: SeedCell) => number) =>
    comparable.reduce((sum, cell) => sum + count(cell), 0)
  const enough =
    total((cell) => cell.with.rows) >= leastRows && total((cell) => cell.without.rows) >= leastRows
  const applied = total((cell) => cell.with.weight)
  if (!enough || applied === 0) return unknown
  const frequencyWith = total((cell) => cell.with.failed) / applied
  const frequencyWithout =
    total(({ with: one, without }) => (one.weight * without.failed) / without.weight) / applied
  if (frequencyWithout === 0) return unknown
  const raw = (frequencyWithout - frequencyWith) / frequencyWithout
  return { reductionRate: Math.min(1, Math.max(0, raw)), rawReductionRate: raw }
}

/** Figures that a promotion asks for besides the evidence. */
export type Floors = {
  readonly reductionRate: number
  readonly applications: number
  readonly consecutiveIterations: number
}

/** The evidence decides; the rate of 0.70 is shown beside it, since few true effects reach it. */
export const floors: Floors = { ...seedFloors, reductionRate: 0 }

export type SeedFields = {
  readonly reductionRate: number | null
  readonly applicationsCount: number
  /** Iterations in a row; days where whole applications are not built in iterations. */
  readonly active: { readonly count: number; readonly unit: 'iterations in a row' | 'days' }
}

/** Which of the floors are not reached, in words. */
export function floorMisses(
  { reductionRate, applicationsCount: used, active }: SeedFields,
  least: Floors = floors,
): readonly string[] {
  const rate = reductionRate ?? 0
  const misses: readonly (readonly [isMissing: boolean, what: string])[] = [
    [
      rate < least.reductionRate,
      `a reduction rate of ${least.reductionRate} (now ${rate.toFixed(2)})`,
    ],
    [used < least.applications, `${least.applications} applications (now ${used})`],
    [
      active.count < least.consecutiveIterations,
      `${least.consecutiveIterations} ${active.unit} (now ${active.count})`,
    ],
  ]
  return misses.flatMap(([isMissing, what]) => (isMissing ? [what] : []))
}
