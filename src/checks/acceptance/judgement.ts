import { z } from 'zod'
import { AcceptanceResult } from './acceptance-result.ts'

/** One thing to look at, at its place. */
export const AcceptanceFinding = z.object({
  /** Such as `build/error`, `tests/failing`, `complexity/function`. */
  rule: z.string(),
  dimension: z.enum([
    'architecture',
    'readability',
    'completeness',
    'test_coverage',
    'build_success',
  ]),
  severity: z.enum(['error', 'warning', 'info']),
  /** `before`: it was so before the change, which is not to blame. */
  since: z.enum(['change', 'before', 'project']),
  path: z.string().nullable(),
  line: z.int().positive().nullable(),
  column: z.int().positive().nullable(),
  message: z.string(),
})
export type AcceptanceFinding = z.infer<typeof AcceptanceFinding>

/** Points lost, and why. */
export const Loss = z.object({
  dimension: AcceptanceFinding.shape.dimension,
  points: z.number(),
  why: z.string(),
  todo: z.string(),
})
export type Loss = z.infer<typeof Loss>

/** A change, or a whole project, held against the five dimensions. */
export const Judgement = z.object({
  result: AcceptanceResult,
  status: z.enum(['completed', 'needs_review']),
  /** The files that were judged: those of the change, or all where it names no source file. */
  scope: z.enum(['change', 'project']),
  files: z.array(z.string()),
  /** What the formulas were given. */
  inputs: z.object({
    file_sizes: z.array(z.int().nonnegative()),
    complexity: z.number().nonnegative(),
    lint_warnings: z.int().nonnegative(),
    coverage_confidence: z.enum(['measured', 'parsed-from-text', 'unknown']),
  }),
  /** Facts about the whole project, whoever is to blame. */
  facts: z.object({
    build: z.enum(['passed', 'failed', 'stopped', 'not_run', 'unknown']),
    tests: z.enum(['passed', 'failed', 'none', 'stopped', 'not_run']),
    build_broken_before: z.boolean(),
    tests_failing_before: z.boolean(),
  }),
  losses: z.array(Loss),
  findings: z.array(AcceptanceFinding),
  notes: z.array(z.string()),
})
export type Judgement = z.infer<typeof Judgement>
