import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import type { TestCase } from './test-cases.ts'
import { testPairs } from './test-pairs.ts'

const rules = rulesOf('test_coverage', {
  'retries-raised': [
    'fail',
    'A test may fail more often before it counts',
    'Retries hide a race until it reaches a user.',
    'Find why the test fails now and then.',
  ],
  'timeout-raised': [
    'warn',
    'A test may take longer',
    'A longer time limit hides that something became slow or hangs.',
    'Find out why it takes longer, or say so in a comment.',
  ],
})

export const testsChances: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return testPairs(change).kept.flatMap(({ before, after }) => moreChances(before, after))
}

function moreChances(before: TestCase, after: TestCase): readonly IntegrityFinding[] {
  const findings: IntegrityFinding[] = []
  const at = after.call.start
  if (after.retry > before.retry)
    findings.push(
      findingIn(rules['retries-raised'], after.source, at, {
        message: `the test "${after.title}" is tried ${after.retry} more times now`,
      }),
    )
  if (after.timeout !== null && after.timeout > (before.timeout ?? 5_000))
    findings.push(
      findingIn(rules['timeout-raised'], after.source, at, {
        message: `the test "${after.title}" may take ${after.timeout} ms now`,
      }),
    )
  return findings
}
