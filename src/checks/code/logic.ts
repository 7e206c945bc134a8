import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt } from './code-units.ts'
import { pythonJob } from './python-job.ts'
import type { Scenario } from './scenarios.ts'
import { scriptJob } from './script-job.ts'
import type { Trial } from './trial.ts'

const Report = z.object({
  loads: z.array(
    z.object({ file: z.string(), name: z.string(), code: z.string(), message: z.string() }),
  ),
  scenarios: z.array(z.object({ ok: z.boolean(), got: z.string() })),
  tests: z.array(
    z.object({
      file: z.string(),
      name: z.string(),
      ok: z.boolean(),
      unsupported: z.boolean(),
      message: z.string(),
    }),
  ),
})
type Report = z.infer<typeof Report>

/** Runs the task's examples and the artifact's own tests for real. */
export async function logic(code: Code): Promise<CheckOutcome> {
  const trial = (await scriptJob(code)) ?? (await pythonJob(code))
  if (trial === null) return undecided('there is nothing here that can be run')
  if (trial.scenarios.length === 0 && trial.tests.size === 0)
    return undecided('the task states no example and the artifact has no tests')

  const nonce = randomUUID()
  const input = {
    nonce,
    files: trial.files,
    scenarios: trial.scenarios,
    tests: [...trial.tests.keys()],
  }
  const ran = await code.tools.sandbox.run(trial.job(input), code.tools.signal)
  if (!ran.ok)
    return { verdict: 'error', details: `${ran.error.reason}; ${ran.error.remedy}`, findings: [] }
  const run = ran.value
  const report = readReport(run.stdout, nonce)
  if (report === null) {
    const why =
      run.type === 'stopped'
        ? `it was stopped: ${run.limit}`
        : `it ended with exit ${run.code} before the examples were done`
    return run.type === 'stopped' && run.limit === 'cancelled'
      ? { verdict: 'error', details: why, findings: [] }
      : failed(trial, `the code does not come to an end: ${why}`)
  }
  return judge(report, trial)
}

function readReport(stdout: string, nonce: string): Report | null {
  const line = stdout.split('\n').findLast((text) => text.startsWith(nonce))
  if (line === undefined) return null
  const parsed = Report.safeParse(JSON.parse(line.slice(nonce.length)))
  return parsed.success ? parsed.data : null
}

function failed(trial: Trial, message: string): CheckOutcome {
  const place = trial.placeOf(trial.scenarios[0]?.name ?? '')
  const finding: Finding =
    place === null ? { message, place: {} } : findingAt(place.unit, place.offset, message)
  return outcomeOf([finding], '')
}

function judge(report: Report, trial: Trial): CheckOutcome {
  const foreign = report.loads.find(({ code }) => code === 'ERR_MODULE_NOT_FOUND')
  if (foreign !== undefined)
    return undecided(`the code cannot be run here: ${foreign.message.split('\n')[0]}`)
  const broken = report.loads.find(({ name }) =>
    /^(?:SyntaxError|TypeError|ReferenceError|NameError|AttributeError|IndentationError)$/.test(
      name,
    ),
  )
  if (
    broken !== undefined &&
    !/require is not defined|module is not defined|Unsupported|cannot use import/i.test(
      broken.message,
    )
  )
    return failed(trial, `the code breaks when it is loaded: ${broken.message}`)
  if (report.loads.length > 0 && report.scenarios.every(({ ok }) => !ok))
    return undecided(`the code does not load here: ${report.loads[0]?.message}`)

  const findings = [
    ...report.scenarios.flatMap((result, index) =>
      scenarioFinding(result, trial.scenarios[index], trial),
    ),
    ...report.tests.flatMap((result) => testFinding(result, trial)),
  ]
  if (findings.length > 0) return outcomeOf(findings, '')
  const passed = report.scenarios.length + report.tests.filter(({ ok }) => ok).length
  const skipped = report.tests.filter(({ unsupported }) => unsupported)
  if (passed === 0)
    return undecided(
      skipped.length > 0
        ? `the tests need more than is here: ${skipped[0]?.message}`
        : 'no test ran',
    )
  return outcomeOf(
    [],
    `${report.scenarios.length} examples of the task and ${report.tests.length - skipped.length} tests pass`,
  )
}

function scenarioFinding(
  result: Report['scenarios'][number],
  scenario: Scenario | undefined,
  trial: Trial,
): readonly Finding[] {
  if (result.ok || scenario === undefined) return []
  const { expect } = scenario
  const wanted =
    expect.type === 'value'
      ? `return ${JSON.stringify(expect.value)}`
      : `throw ${expect.error ?? 'an error'}`
  const message = `${scenario.expression} must ${wanted}, but ${result.got}`
  const place = trial.placeOf(scenario.name)
  return [place === null ? { message, place: {} } : findingAt(place.unit, place.offset, message)]
}

function testFinding(result: Report['tests'][number], trial: Trial): readonly Finding[] {
  if (result.ok || result.unsupported) return []
  const unit = trial.tests.get(result.file)
  const message = `the test ${result.name === '' ? `file ${result.file}` : JSON.stringify(result.name)} fails: ${result.message}`
  if (unit === undefined) return [{ message, place: {} }]
  return [findingAt(unit, Math.max(0, unit.content.indexOf(result.name)), message)]
}
