import { z } from 'zod'
import { Proposal } from './contract.ts'
import { Anchor } from './inputs/rubrics.ts'
import { SiteFiles } from './site.ts'

const sentence = z.string().trim().min(1).max(2_000)

/** PROPOSE: the evaluator's contract for this sprint. */
export const ProposeOutput = Proposal
export type ProposeOutput = z.infer<typeof ProposeOutput>

/** REVIEW: the builder accepts, or proposes alternatives with a rationale. */
export const ReviewOutput = z.object({
  answer: z.enum(['accept', 'adjust']),
  proposals: z
    .array(z.object({ id: z.string(), alternative: sentence, rationale: sentence }))
    .max(60)
    .default([]),
})
export type ReviewOutput = z.infer<typeof ReviewOutput>

/** RESOLVE: the evaluator settles what the builder asked for, by the brief. */
export const ResolveOutput = z.object({ proposal: Proposal, resolution: sentence })
export type ResolveOutput = z.infer<typeof ResolveOutput>

/** Evidence that code can look up: what cannot be found again is no evidence. */
export const Evidence = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('quote'),
    file: z.string().min(1).max(300),
    line: z.number().int().positive(),
    quote: sentence,
  }),
  z.object({
    type: z.literal('rule'),
    rule: z.string().min(1).max(100),
    result: z.enum(['passed', 'failed']),
  }),
  z.object({
    type: z.literal('measured'),
    rule: z.string().min(1).max(100),
    selector: z.string().max(1_000).nullable(),
    value: z.number(),
  }),
  z.object({ type: z.literal('screenshot'), sha256: z.string().max(64) }),
  z.object({ type: z.literal('selector'), selector: sentence }),
  z.object({ type: z.literal('section'), section: z.string().max(200), present: z.boolean() }),
])
export type Evidence = z.infer<typeof Evidence>

/** BUILD: the site, and what the builder claims, each claim with evidence in the site's own files. */
export const BuildOutput = z.object({
  files: SiteFiles,
  claims: z
    .array(z.object({ id: z.string().max(20), evidence: z.array(Evidence).min(1).max(10) }))
    .max(100)
    .default([]),
  notes: z.string().max(20_000).default(''),
})
export type BuildOutput = z.infer<typeof BuildOutput>

/** JUDGE: criteria that no rule decides, each on an anchor with evidence that code looks up. */
export const JudgeOutput = z.object({
  verdicts: z
    .array(
      z.object({
        id: z.string().max(20),
        evidence: z.array(Evidence).min(1).max(10),
        reason: sentence,
        rubric_anchor: Anchor,
      }),
    )
    .max(60),
})
export type JudgeOutput = z.infer<typeof JudgeOutput>
