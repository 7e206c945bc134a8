import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt } from './code-units.ts'
import { loadProblem, type Report, runTrial, trialOf } from './run-trial.ts'
import type { Trial } from './trial.ts'

/** Runs the artifact's own tests for real. What the task asks for is examined demand by demand. */
export async function logic(code: Code): Promise<CheckOutcome> {
  const trial = await trialOf(code, [])
  if (trial === null || trial.tests.size === 0)
    return notApplicable('the work brings no tests of its own')
  const ran = await runTrial(trial, [], code)
  if (ran.type === 'broken') return { verdict: 'error', details: ran.reason, findings: [] }
  if (ran.type === 'stuck') {
    const message = `the code does not come to an end: ${ran.reason}`
    return outcomeOf([{ message, place: { line: 1 } }], '')
  }
  return judge(ran.report, trial)
}

function judge(report: Report, trial: Trial): CheckOutcome {
  const problem = loadProblem(report)
  if (problem !== null)
    return problem.isOwn
      ? outcomeOf([{ message: problem.reason, place: { line: 1 } }], '')
      : undecided(problem.reason)
  const findings = report.tests.flatMap((result) => testFinding(result, trial))
  if (findings.length > 0) return outcomeOf(findings, '')
  const skipped = report.tests.filter(({ unsupported }) => unsupported)
  if (report.tests.every(({ ok }) => !ok))
    return undecided(
      skipped.length > 0
        ? `the tests need more than is here: ${skipped[0]?.message}`
        : 'no test ran',
    )
  return outcomeOf([], `${report.tests.length - skipped.length} tests of its own pass`)
}

function testFinding(result: Report['tests'][number], trial: Trial): readonly Finding[] {
  if (result.ok || result.unsupported) return []
  const unit = trial.tests.get(result.file)
  const message = `the test ${result.name === '' ? `file ${result.file}` : JSON.stringify(result.name)} fails: ${result.message}`
  if (unit === undefined) return [{ message, place: {} }]
  return [findingAt(unit, Math.max(0, unit.content.indexOf(result.name)), message)]
}
