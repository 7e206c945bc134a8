import type {
  CompilerError,
  ContractViolation,
  RefinementCycle,
  RefinementResult,
  SanitizerMetadata,
} from './records.ts'

/**
 * The record of a whole refinement. `initial` counts the errors after the sanitizer, as the records do; those
 * before it stand in its own record.
 */
export const refinementResult = (run: {
  readonly content: string
  readonly initial: number
  readonly errors: readonly CompilerError[]
  readonly violations: readonly ContractViolation[]
  readonly sanitizer: SanitizerMetadata | null
  readonly cycles: readonly RefinementCycle[]
}): RefinementResult => ({
  content: run.content,
  refinement_count: run.cycles.length,
  initial_errors: run.initial,
  final_errors: run.errors.length,
  refinement_success: run.errors.length < run.initial,
  error_details: [...run.errors],
  contract_violations: [...run.violations],
  sanitizer_metadata: run.sanitizer,
  cycle_history: [...run.cycles],
})
