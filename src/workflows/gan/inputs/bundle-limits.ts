import { z } from 'zod'

const most = (value: number) => z.number().int().positive().default(value)

/** How large a bundle may be before it counts as a bomb. */
export const BundleLimits = z.strictObject({
  archiveBytes: most(50_000_000),
  files: most(1_000),
  fileBytes: most(20_000_000),
  totalBytes: most(100_000_000),
  /** Unpacked bytes for each packed one, asked of files above a megabyte. */
  ratio: most(100),
})
export type BundleLimits = z.output<typeof BundleLimits>

export const defaultLimits: BundleLimits = BundleLimits.parse({})
