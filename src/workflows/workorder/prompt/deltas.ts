import type { AcceptanceResult } from '../../../checks/acceptance/acceptance-result.ts'
import { counted } from '../../../model/counted.ts'

export type Dimension = keyof AcceptanceResult['dimension_scores']

/** A warning drawn from how the last order of this kind was measured. */
export type Delta = { readonly dimension: Dimension; readonly score: number; readonly text: string }

/** Below this a dimension is brought up at the next order. */
export const wanted = 7

/** A fall as large as this is brought up even above it. */
const fall = 2

const names: Readonly<Record<Dimension, string>> = {
  architecture: 'Architecture',
  readability: 'Readability',
  completeness: 'Completeness',
  test_coverage: 'Test coverage',
  build_success: 'Build',
}

/** What to tell the next proposer: every dimension that was low or fell, the lowest first. */
export function deltasFrom(
  last: AcceptanceResult | null,
  before: AcceptanceResult | null,
): readonly Delta[] {
  if (last === null) return []
  return dimensions
    .map((dimension) => deltaOf(dimension, last, before))
    .filter((delta) => delta !== null)
    .toSorted((one, other) => one.score - other.score)
}

const dimensions: readonly Dimension[] = [
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'build_success',
]

function deltaOf(
  dimension: Dimension,
  last: AcceptanceResult,
  before: AcceptanceResult | null,
): Delta | null {
  const score = last.dimension_scores[dimension]
  const earlier = before?.dimension_scores[dimension]
  const fell = earlier !== undefined && earlier - score >= fall
  if (score >= wanted && !fell) return null
  const drop = fell ? ` It fell from ${earlier} to ${score}.` : ''
  const message = `⚠️ ${names[dimension]} of the last work order: ${score}/10.${drop}`
  return { dimension, score, text: `${message} ${advice(dimension, last)}` }
}

function advice(dimension: Dimension, last: AcceptanceResult): string {
  switch (dimension) {
    case 'architecture':
      return 'Keep every file below 300 lines and every function simple; split by responsibility.'
    case 'readability':
      return `It had ${counted(last.lint_errors, 'lint error')}. Prefer short functions with few branches, and leave the linter nothing to say.`
    case 'completeness':
      return last.build_passed
        ? `It left ${counted(last.todo_count, 'TODO')}. Implement everything that is asked for; leave no placeholder.`
        : 'It did not build, so nothing of it was complete. Deliver the whole of it, working.'
    case 'test_coverage':
      return last.tests_passed
        ? `It had ${last.test_coverage_percent} % test coverage. Write tests for every branch you add; aim above 60 %.`
        : `Its tests did not pass (${last.test_coverage_percent} % coverage). Run what the tests run in your head, mend what fails, and aim above 60 %.`
    case 'build_success':
      return 'The build failed. Check imports, types and syntax of every file you change before you answer.'
  }
}
