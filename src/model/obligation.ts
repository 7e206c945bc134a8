import { z } from 'zod'

/** What code has verified: a sentence, and where it can be looked up again. */
export const Evidence = z.object({
  text: z.string().min(1),
  /** A file and line, a JSON pointer, a selector, a test, a command. */
  where: z.string().optional(),
})
export type Evidence = z.infer<typeof Evidence>

export const ObligationStatus = z.enum(['met', 'unmet', 'undecided', 'not_applicable'])
export type ObligationStatus = z.infer<typeof ObligationStatus>

/** Where an obligation comes from, in the words that stand there. */
export const ObligationSource = z.object({
  kind: z.enum([
    'task',
    'criterion',
    'brief',
    'copy',
    'requirement',
    'feedback',
    'package',
    'rule',
    'workflow',
  ]),
  text: z.string().min(1),
  line: z.number().int().positive().optional(),
})
export type ObligationSource = z.infer<typeof ObligationSource>

/** One thing that must hold for a piece of work, and what is known about it. */
export const Obligation = z.object({
  id: z.string().min(1),
  statement: z.string().min(1),
  source: ObligationSource,
  weight: z.enum(['must', 'should']),
  decided_by: z.enum(['check', 'command', 'test', 'judge', 'person']),
  status: ObligationStatus,
  /** Why it has this status, in one sentence. */
  reason: z.string(),
  evidence: z.array(Evidence),
  /** Judged by the agent that made the work: shown, and undecided for a must unless allowed. */
  self_reported: z.boolean().optional(),
  /** The SHA-256 of what was judged; absent before anything was. */
  subject: z.string().optional(),
})
export type Obligation = z.infer<typeof Obligation>

const Tally = z.object({
  met: z.number().int(),
  unmet: z.number().int(),
  undecided: z.number().int(),
  not_applicable: z.number().int(),
})

/** What all obligations together come to. */
export const Verdict = z.object({
  verdict: z.enum(['accepted', 'not_accepted', 'undecided']),
  must: Tally,
  should: Tally,
})
export type Verdict = z.infer<typeof Verdict>
