import { z } from 'zod'

/** What a rule may do: stop work, be shown, or say nothing. */
export const Power = z.enum(['blocks', 'advises', 'off'])
export type Power = z.infer<typeof Power>

/** Powers that a person set, by rule or by family of rules. */
export const Powers = z.record(z.string().regex(/^[a-z][\w./-]*$/, 'is no name of a rule'), Power)
export type Powers = z.infer<typeof Powers>
