import { z } from 'zod'

const count = z.int().nonnegative()

/** One complaint of the compiler. Without a path it is about the settings, not about a file. */
export const CompilerError = z.object({
  code: z.string().regex(/^[A-Z]+\d*$/),
  message: z.string(),
  path: z.string().nullable(),
  line: z.int().positive().nullable(),
  column: z.int().positive().nullable(),
})
export type CompilerError = z.infer<typeof CompilerError>

/** What a change did to something that others rely on. */
export const ContractViolation = z.object({
  path: z.string(),
  name: z.string(),
  kind: z.enum(['breaking', 'additive']),
  detail: z.string(),
})
export type ContractViolation = z.infer<typeof ContractViolation>

export const SanitizerTelemetry = z.object({
  /** How many corrections changed the code and were kept. */
  functions_triggered: count,
  /** Sizes in characters, hashes by SHA-256. */
  pre_size: count,
  post_size: count,
  pre_hash: z.string(),
  post_hash: z.string(),
})
export type SanitizerTelemetry = z.infer<typeof SanitizerTelemetry>

/** A correction that had something to change, and what became of it. */
export const TriedCorrection = z.object({
  name: z.string(),
  kept: z.boolean(),
  errors_before: count,
  errors_after: count.nullable(),
  why: z.string(),
})
export type TriedCorrection = z.infer<typeof TriedCorrection>

/** What the sanitizer did, without the code itself. Of several files the figures are sums. */
export const SanitizerMetadata = z.object({
  changes_made: z.array(z.string()),
  functions_triggered: z.array(z.string()),
  telemetry: SanitizerTelemetry,
  pre_errors: count,
  post_errors: count,
  tried: z.array(TriedCorrection),
})
export type SanitizerMetadata = z.infer<typeof SanitizerMetadata>

export const strategies = ['syntax_imports', 'type_safety', 'aggressive_fixes'] as const
export const Strategy = z.enum(strategies)
export type Strategy = z.infer<typeof Strategy>

export const RefinementCycle = z.object({
  cycle: z.int().positive(),
  errors_before: count,
  errors_after: count,
  /** The share of the errors that went away; below zero where there are more than before. */
  improvement_rate: z.number(),
  prompt_strategy: Strategy,
})
export type RefinementCycle = z.infer<typeof RefinementCycle>

export const RefinementResult = z.strictObject({
  content: z.string(),
  refinement_count: count,
  initial_errors: count,
  final_errors: count,
  refinement_success: z.boolean(),
  error_details: z.array(CompilerError),
  contract_violations: z.array(ContractViolation),
  sanitizer_metadata: SanitizerMetadata.nullable(),
  cycle_history: z.array(RefinementCycle),
})
export type RefinementResult = z.infer<typeof RefinementResult>

export const ErrorContext = z.object({
  error_message: z.string(),
  error_type: z.string().nullable(),
  stack_trace: z.string().nullable(),
  failed_file: z.string().nullable(),
  failed_line: z.int().positive().nullable(),
  failed_tests: z.array(z.string()),
  contract_violations: z.array(ContractViolation),
  original_error: z.string().nullable(),
})
export type ErrorContext = z.infer<typeof ErrorContext>
