import { z } from 'zod'

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

/** An answer together with what its agent did to the workspace meanwhile, so that both are kept or neither. */
export const AnsweredWork = z.object({
  answer: ProposalOutput,
  /** The worktree as the agent left it. */
  workspace: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** What it changed in the user's own checkout, which it may not. */
  touched: z.string().nullable(),
})
export type AnsweredWork = z.infer<typeof AnsweredWork>
