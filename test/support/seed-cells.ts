import type { SeedArm, SeedCell } from '../../src/learning/seed-fields.ts'

/** One recorded work order for the comparison; a sampled success carries the weight of those it stands for. */
export type SeedRow = {
  readonly band: string
  readonly proposer: string
  readonly applied: boolean
  readonly failed: boolean
  readonly weight: number
}

export function seedCells(rows: readonly SeedRow[]): readonly SeedCell[] {
  const groups = Map.groupBy(rows, ({ band, proposer }) => JSON.stringify([band, proposer]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const arm = (applied: boolean): SeedArm => {
      const own = group.filter((row) => row.applied === applied)
      const sum = (some: readonly SeedRow[]) => some.reduce((all, { weight }) => all + weight, 0)
      return { rows: own.length, weight: sum(own), failed: sum(own.filter((row) => row.failed)) }
    }
    return first === undefined
      ? []
      : [{ band: first.band, proposer: first.proposer, with: arm(true), without: arm(false) }]
  })
}
