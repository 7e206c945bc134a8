import { z } from 'zod'
import { JudgeAnswer } from '../../asking/judge-work.ts'
import { PreparedCheck } from '../../model/check.ts'
import { Severity } from '../../model/rule.ts'

const sentence = z.string().trim().min(1).max(2_000)

/** PLAN: 3 to 5 short steps, each aimed at an active rule. */
export const PlanOutput = z.object({ plan: z.array(sentence).min(3).max(5) })
export type PlanOutput = z.infer<typeof PlanOutput>

/** PREPARE: the rules' checks made concrete. Exactly two types, each bound to a rule. */
export const PrepareOutput = z.object({ checks: z.array(PreparedCheck).max(200) })
export type PrepareOutput = z.infer<typeof PrepareOutput>

export const Issue = z.object({
  rule_id: z.string().min(1),
  problem: sentence,
  fix_instruction: sentence,
  expected_effect: sentence,
})
export type Issue = z.infer<typeof Issue>

/** CRITIQUE: at most five issues, each for one failed rule. */
export const CritiqueOutput = z.object({ issues: z.array(Issue).min(1).max(5) })
export type CritiqueOutput = z.infer<typeof CritiqueOutput>

/** The judge's word on rules no check decides; the quote is looked up in the artifact by code. */
export const JudgeOutput = z.object({
  rule_results: z
    .array(
      z.object({
        id: z.string().min(1),
        evidence: z.string().max(2_000),
        reason: z.string().max(2_000),
        verdict: z.enum(['pass', 'fail', 'na']),
      }),
    )
    .max(200),
})
export type JudgeOutput = z.infer<typeof JudgeOutput>

const passOf = { met: 'pass', unmet: 'fail', undecided: 'fail' } as const

/** The same from a judge that answers here as it does in the phase JUDGE. */
export const AnyJudgeOutput = z.union([
  JudgeOutput,
  JudgeAnswer.transform(({ verdicts }) => ({
    rule_results: verdicts.map(({ id, quote, reason, verdict }) => ({
      id,
      evidence: quote,
      reason,
      verdict: passOf[verdict],
    })),
  })),
])

/** PRODUCE and REFINE answer with the whole artifact as raw Markdown. */
export const ArtifactText = z
  .string()
  .max(2_000_000, 'is longer than 2 MB')
  .refine((text) => text.trim() !== '', 'is empty')
  .refine((text) => !text.includes('\0'), 'holds binary data')

export const RuleResult = z.object({
  id: z.string(),
  verdict: z.enum(['pass', 'fail', 'warn', 'na']),
  details: z.string(),
})
export type RuleResult = z.infer<typeof RuleResult>

const Named = z.object({ id: z.string(), severity: Severity, message: z.string() })

/** EVALUATE, as it stands in run.json. `artifact_hash` is the start of the judged text's SHA-256. */
export const Evaluation = z.object({
  score: z.number(),
  passed: z.boolean(),
  failed: z.array(Named),
  warnings: z.array(Named),
  rule_results: z.array(RuleResult),
  artifact_hash: z.string(),
})
export type Evaluation = z.infer<typeof Evaluation>
