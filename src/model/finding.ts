import { z } from 'zod'

/** Replaces the characters from `start` to `end` (UTF-16 offsets into the judged text). */
export const TextEdit = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  text: z.string(),
})
export type TextEdit = z.infer<typeof TextEdit>

/** A repair a machine can make. Plain data, so it can be shown, stored and verified. */
export const Fix = z.object({ title: z.string().min(1), edits: z.array(TextEdit).min(1) })
export type Fix = z.infer<typeof Fix>

/** Where a finding stands: in the artifact, or in the file at `path`. Lines and columns count from 1. */
export const Place = z.object({
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
  pointer: z.string().optional(),
  selector: z.string().optional(),
  path: z.string().optional(),
})
export type Place = z.infer<typeof Place>

/** One thing a check saw, where, and on what evidence. */
export const Finding = z.object({
  /** Which rule speaks, where a check has several; its power is looked up by it. */
  rule: z.string().min(1).optional(),
  message: z.string().min(1),
  place: Place,
  evidence: z.string().optional(),
  fix: Fix.optional(),
})
export type Finding = z.infer<typeof Finding>
