import { blameBuild, blameTests } from './blame.ts'
import { inputsOf } from './change-inputs.ts'
import { findingsOf } from './judge-findings.ts'
import type { Judgement } from './judgement.ts'
import { lossesOf } from './losses.ts'
import type { Measurement } from './measurement.ts'
import {
  acceptanceScore,
  architectureScore,
  buildScore,
  completenessScore,
  readabilityScore,
  statusOf,
  testCoverageScore,
} from './scores.ts'

export type Change = {
  /** Paths from the project's root, those of deleted files included; empty: the whole project is judged. */
  readonly files: readonly string[]
  /** The time of the verdict, in ISO 8601. */
  readonly at: string
  /** The score to reach; 7 unless told. */
  readonly threshold?: number
}

/**
 * Judges a change by what was measured before and after it. `build_passed` and `tests_passed` speak of the
 * change: what failed before by the same errors does not count against it, and `facts` says how the project
 * stands. Without a `before`, all that is seen counts.
 */
export function judgeChange(
  before: Measurement | null,
  after: Measurement,
  change: Change,
): Judgement {
  const inputs = inputsOf(before, after, change.files)
  const build = blameBuild(before, after)
  const tests = blameTests(before, after)
  const sizes = inputs.files.map(({ lines }) => lines)
  const scores = {
    architecture: architectureScore(sizes, inputs.complexity),
    readability: readabilityScore(inputs.complexity, inputs.lintWarningCount),
    completeness: completenessScore(inputs.todos.length, build.passed),
    test_coverage: testCoverageScore(inputs.coverage.percent, tests.passed),
    build_success: buildScore(build.passed),
  }
  const acceptance = acceptanceScore(scores)
  const notes = [build.note, tests.note, ...after.notes].filter((note) => note !== null)
  return {
    result: {
      dimension_scores: scores,
      acceptance_score: acceptance,
      build_passed: build.passed,
      tests_passed: tests.passed,
      lint_errors: inputs.lintErrorCount,
      todo_count: inputs.todos.length,
      test_coverage_percent: inputs.coverage.percent,
      timestamp: change.at,
    },
    status: statusOf(acceptance, change.threshold),
    scope: inputs.scope,
    files: inputs.files.map(({ path }) => path),
    inputs: {
      file_sizes: sizes,
      complexity: inputs.complexity,
      lint_warnings: inputs.lintWarningCount,
      coverage_confidence: inputs.coverage.confidence,
    },
    facts: {
      build: after.build.state,
      tests: after.tests.state,
      build_broken_before: build.brokenBefore,
      tests_failing_before: tests.brokenBefore,
    },
    losses: [
      ...lossesOf({
        scores,
        inputs,
        after,
        buildPassed: build.passed,
        testsPassed: tests.passed,
      }),
    ],
    findings: [...findingsOf({ before, after, inputs, tests })],
    notes: [...new Set(notes)],
  }
}
