import { z } from 'zod'
import { answeredIn } from '../../asking/ask-in-worktree.ts'

/** Why an attempt failed that left everything as it was. */
export const nothingChanged = 'nothing was changed'

const largestFile = 2_000_000

/** What a proposer answers: whole files, or nothing where it worked in the workspace itself. */
export const ProposalOutput = z.object({
  files: z
    .array(
      z.object({
        path: z.string().min(1).max(500),
        content: z.string().max(largestFile),
      }),
    )
    .max(500)
    .default([]),
  deleted: z.array(z.string().min(1).max(500)).max(500).default([]),
  notes: z.string().max(20_000).default(''),
})
export type ProposalOutput = z.infer<typeof ProposalOutput>

export const AnsweredWork = answeredIn(ProposalOutput)
export type AnsweredWork = z.infer<typeof AnsweredWork>
