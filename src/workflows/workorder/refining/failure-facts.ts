import type { FailureCategory } from '../../../model/records-outcomes.ts'
import type { CompilerError, ContractViolation } from './records.ts'

const isBreaking = ({ kind }: Pick<ContractViolation, 'kind'>): boolean => kind === 'breaking'

/** A change succeeded when nothing is left for the compiler and no contract is broken. */
export const isSuccess = (
  finalErrors: number,
  violations: readonly Pick<ContractViolation, 'kind'>[],
): boolean => finalErrors === 0 && !violations.some(isBreaking)

const importCodes = new Set(['TS2307', 'TS2304'])

/** Why a change failed, the most telling reason first; it is asked of failures only. */
export function failureCategory(
  errors: readonly Pick<CompilerError, 'code'>[],
  violations: readonly Pick<ContractViolation, 'kind'>[],
): FailureCategory {
  if (violations.some(isBreaking)) return 'contract_violation'
  if (errors.length === 0) return 'unknown_failure'
  const codes = errors.map(({ code }) => code)
  if (codes.some((code) => /^TS1\d{3}$/.test(code))) return 'syntax_error'
  if (codes.some((code) => importCodes.has(code))) return 'import_error'
  if (codes.some((code) => /^TS2\d{3}$/.test(code))) return 'type_error'
  return 'compile_error'
}
