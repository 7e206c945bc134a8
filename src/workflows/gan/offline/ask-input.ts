import { z } from 'zod'
import { ContractItem, Proposal } from '../contract.ts'
import { ReviewOutput } from '../contracts.ts'
import { Dimension } from '../inputs/rubrics.ts'
import { SiteFiles } from '../site.ts'

/** The three files of a brand as they were written; null for one that is not there. */
export const BrandTexts = z.object({
  voice: z.string().nullable(),
  visual: z.string().nullable(),
  audience: z.string().nullable(),
})
export type BrandTexts = z.infer<typeof BrandTexts>

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

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** What the page gate found, as a builder is told of it. */
export const Finding = z.object({
  ruleId: z.string(),
  dimension: Dimension,
  severity: z.enum(['error', 'warning', 'info']).default('error'),
  message: z.string(),
  place: z
    .object({
      selector: z.string().optional(),
      box: box.optional(),
      width: z.number().optional(),
      file: z.string().optional(),
      line: z.number().optional(),
    })
    .default({}),
  measured: z.object({ value: z.number(), needed: z.number(), unit: z.string() }).optional(),
  fix: z
    .object({
      title: z.string(),
      edits: z.array(
        z.object({
          file: z.string(),
          start: z.number().int().nonnegative(),
          end: z.number().int().nonnegative(),
          text: z.string(),
        }),
      ),
    })
    .optional(),
})
export type Finding = z.infer<typeof Finding>

const guidance = z.array(z.string()).default([])

/** The evaluator proposes: from the brief, or from what the last sprint left. */
export const ProposeAsk = z.object({
  phase: z.literal('PROPOSE'),
  ...sources,
  priority: Dimension,
  /** Empty before the first sprint. */
  checklist: z.array(ContractItem).default([]),
  guidance,
})
export type ProposeAsk = z.infer<typeof ProposeAsk>

/** The builder reviews what was proposed. */
export const ReviewAsk = z.object({ phase: z.literal('REVIEW'), ...sources, proposal: Proposal })
export type ReviewAsk = z.infer<typeof ReviewAsk>

/** The evaluator settles what the builder asked for. */
export const ResolveAsk = z.object({
  phase: z.literal('RESOLVE'),
  ...sources,
  proposal: Proposal,
  review: ReviewOutput,
})
export type ResolveAsk = z.infer<typeof ResolveAsk>

/** The builder builds; later with the files before and what was found in them. */
export const BuildAsk = z.object({
  phase: z.literal('BUILD'),
  ...sources,
  /** The items of the contract; empty where no contract was made. */
  contract: z.array(ContractItem).default([]),
  files: SiteFiles.nullable().default(null),
  /** Of criteria that failed only. */
  findings: z.array(Finding).default([]),
  guidance,
  /** How often another approach was asked for. */
  approach: z.number().int().nonnegative().default(0),
})
export type BuildAsk = z.infer<typeof BuildAsk>

/** The evaluator judges the items that no rule of the page gate decides. */
export const JudgeAsk = z.object({
  phase: z.literal('JUDGE'),
  ...sources,
  contract: z.array(ContractItem),
  files: SiteFiles,
})
export type JudgeAsk = z.infer<typeof JudgeAsk>

export const AskInput = z.discriminatedUnion('phase', [
  ProposeAsk,
  ReviewAsk,
  ResolveAsk,
  BuildAsk,
  JudgeAsk,
])
export type AskInput = z.infer<typeof AskInput>
