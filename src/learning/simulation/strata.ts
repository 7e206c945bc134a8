import { type Cells, cellSize } from '../cells.ts'
import type { SeedCell } from '../seed-fields.ts'
import type { World } from './world.ts'

const [proposers, types] = [2, 4]
export const strataCount = 5 * proposers * types

export const stratumAt = (world: World, order: number): number =>
  ((world.band[order] ?? 0) * proposers + (world.proposer[order] ?? 0)) * types +
  (world.outputType[order] ?? 0)

/** Counts by band and proposer only, as the reduction rate compares them. */
export function bandCells(cells: Cells): readonly SeedCell[] {
  return Array.from({ length: strataCount / types }, (_, group) => {
    const sum = (at: number) => {
      let total = 0
      for (let type = 0; type < types; type += 1)
        total += cells[(group * types + type) * cellSize + at] ?? 0
      return total
    }
    const arm = (at: number) => ({ rows: sum(at), weight: sum(at), failed: sum(at + 1) })
    return {
      band: String(Math.floor(group / proposers)),
      proposer: String(group % proposers),
      with: arm(0),
      without: arm(3),
    }
  })
}
