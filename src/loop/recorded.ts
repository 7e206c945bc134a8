import { z } from 'zod'

/** A hash of content, as events name it. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

/** A commit or a tree of git. */
export const GitId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)
