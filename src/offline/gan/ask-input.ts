import { z } from 'zod'
import { ContractItem, Proposal } from '../../workflows/gan/contract.ts'
import { ReviewOutput } from '../../workflows/gan/contracts.ts'
import { Dimension } from '../../workflows/gan/inputs/rubrics.ts'
import { SiteFiles } from '../../workflows/gan/site.ts'

/** The three files of a brand as they were written; null for one that is not there. */
const BrandTexts = z.object({
  voice: z.string().nullable(),
  visual: z.string().nullable(),
  audience: z.string().nullable(),
})

/** What every question is asked about: the inputs of the project as they were written. */
const sources = {
  projectId: z.string().min(1).max(200),
  brief: z.string(),
  copy: z.string().nullable(),
  tokens: z.string().nullable(),
  brand: BrandTexts.nullable(),
} as const
const Sources = z.object(sources)
export type Sources = z.infer<typeof Sources>

const guidance = z.array(z.string()).default([])

/** The evaluator proposes: from the brief, or from what the last sprint left. */
const ProposeAsk = z.object({
  phase: z.literal('PROPOSE'),
  ...sources,
  priority: Dimension,
  /** Empty before the first sprint. */
  checklist: z.array(ContractItem).default([]),
  guidance,
})

/** The builder reviews what was proposed. */
const ReviewAsk = z.object({ phase: z.literal('REVIEW'), ...sources, proposal: Proposal })

/** The evaluator settles what the builder asked for. */
const ResolveAsk = z.object({
  phase: z.literal('RESOLVE'),
  ...sources,
  proposal: Proposal,
  review: ReviewOutput,
})

/** The builder builds; later with the files before and what was found in them. */
const BuildAsk = z.object({
  phase: z.literal('BUILD'),
  ...sources,
  /** The items of the contract; empty where no contract was made. */
  contract: z.array(ContractItem).default([]),
  files: SiteFiles.nullable().default(null),
  guidance,
  /** How often another approach was asked for. */
  approach: z.number().int().nonnegative().default(0),
})

/** The evaluator judges the items that no rule of the page gate decides. */
const JudgeAsk = z.object({
  phase: z.literal('JUDGE'),
  ...sources,
  contract: z.array(ContractItem),
  files: SiteFiles,
})

export const AskInput = z.discriminatedUnion('phase', [
  ProposeAsk,
  ReviewAsk,
  ResolveAsk,
  BuildAsk,
  JudgeAsk,
])
export type AskInput = z.infer<typeof AskInput>
