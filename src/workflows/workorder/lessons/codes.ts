import type {
  AcceptanceDimension,
  AcceptanceResult,
} from '../../../checks/acceptance/acceptance-result.ts'

/** What a change showed, from which the codes are drawn that lessons are held against. */
export type Shown = {
  /** Codes of the first look of the compiler at the first attempt. */
  readonly compiler: readonly string[]
  readonly acceptance: AcceptanceResult | null
  /** Rules of integrity that were broken. */
  readonly rules: readonly string[]
}

/** Below this a dimension is a failure that a lesson may be against. */
const wanted = 7

const dimensionCodes: Readonly<Record<AcceptanceDimension, string>> = {
  architecture: 'ARCHITECTURE_LOW',
  readability: 'READABILITY_LOW',
  completeness: 'COMPLETENESS_LOW',
  test_coverage: 'TEST_COVERAGE_LOW',
  build_success: 'BUILD_FAILED',
}

/** Every code that occurred, each once, in a fixed order. */
export function codesOf({ compiler, acceptance, rules }: Shown): readonly string[] {
  const all = [
    ...compiler,
    ...(acceptance === null ? [] : weakIn(acceptance)),
    ...rules.map(ruleCode),
  ]
  return [...new Set(all)].toSorted()
}

function weakIn(acceptance: AcceptanceResult): readonly string[] {
  const low = Object.entries(dimensionCodes).flatMap(([dimension, code]) => {
    const scores: Readonly<Record<string, number>> = acceptance.dimension_scores
    return (scores[dimension] ?? 0) < wanted ? [code] : []
  })
  return [
    ...low,
    ...(acceptance.todo_count > 0 ? ['COMPLETENESS_TODO'] : []),
    ...(acceptance.tests_passed ? [] : ['TESTS_FAILED']),
    ...(acceptance.lint_errors > 0 ? ['LINT_ERRORS'] : []),
  ]
}

/** integrity/skipped-test becomes INTEGRITY_SKIPPED_TEST. */
export const ruleCode = (rule: string): string => rule.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
