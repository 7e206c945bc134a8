import { z } from 'zod'

export const RecordId = z.guid('must be a uuid').transform((id) => id.toLowerCase())
export const Moment = z.iso.datetime({
  offset: true,
  error: 'must be a moment such as 2026-02-18T12:00:00.000Z',
})
export const count = z.number().int().nonnegative()
export const Share = z.number().min(0).max(1)
export const Json = z.json()
export const JsonObject = z.record(z.string(), z.json())

/** The optional rest of a row: absent is null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)

/** Ten bands of 0.1, such as 0.3-0.4; 1 belongs to the last. */
export const ComplexityBand = z
  .string()
  .regex(/^(0\.[0-8]-0\.[1-9]|0\.9-1\.0)$/, 'must be a band such as 0.3-0.4')

/** The band of a score. What lies above 1, or below 0, belongs to the band at that end. */
export function bandOf(score: number): string {
  // 0.3 * 10 and the like may fall a hair short of a whole number
  const tenth = Math.min(9, Math.max(0, Math.floor(score * 10 + 1e-9)))
  return `0.${tenth}-${tenth === 9 ? '1.0' : `0.${tenth + 1}`}`
}
