import { type AsyncResult, ok } from '../../model/result.ts'
import type { SandboxRefusal, SandboxRun } from '../../ports/sandbox.ts'
import { collectCoverage, unknownCoverage } from './collect-coverage.ts'
import type { CommandPlan, PlannedCommand } from './commands.ts'
import { reportFolder } from './instrument.ts'
import { nodeCoverageEnv, reportNodeCoverage } from './node-coverage.ts'
import { missingText, unplaced } from './measure-build.ts'
import { clearReports, commandRun, readJson, type MeasureContext } from './measure-context.ts'
import type { CommandRun, CoverageMeasure, TestMeasure } from './measurement.ts'
import {
  mergedReports,
  readJestReport,
  readJunitReport,
  readMochaReport,
  readTestText,
  saysNoTests,
  type TestReport,
} from './read-tests.ts'
import { missingIn, outputOf, runPatiently, type RanCommand } from './run-command.ts'
import { segmentsOf } from '../integrity/shell.ts'
import { startsRunner } from './started-runner.ts'

export type MeasuredTests = {
  readonly tests: TestMeasure
  readonly coverage: CoverageMeasure
  readonly commands: readonly CommandRun[]
  readonly notes: readonly string[]
}

const noTests: TestMeasure = {
  state: 'none',
  decided_by: 'nothing',
  passed: null,
  failed: null,
  skipped: null,
  failures: [],
  flaky: [],
  passes: [],
}

/** Runs the tests; a run that fails is repeated once, to tell what fails from what is flaky. */
export async function measureTests(
  context: MeasureContext,
  plan: CommandPlan,
  { repeats } = { repeats: true },
): AsyncResult<MeasuredTests, SandboxRefusal> {
  if (plan.test === null || plan.plainTest === null)
    return ok({
      tests: noTests,
      coverage: { confidence: 'measured', percent: 0, files: [], source: 'there are no tests' },
      commands: [],
      notes: ['no test command and no tests: nothing is covered'],
    })
  const first = await runOnce(context, plan.test, plan.countsLines)
  if (!first.ok) return first
  if (first.value.tests.state !== 'failed') return ok(describe(plan.test, [first.value]))
  // no report at all may be the doing of what was asked of the runner besides
  const isReported = first.value.tests.decided_by === 'report'
  if (isReported && !repeats) return ok(describe(plan.test, [first.value]))
  const again = isReported ? plan.test : plan.plainTest
  const second = await runOnce(hurried(context, first.value), again, plan.countsLines)
  if (!second.ok) return second
  const whole = describe(plan.test, [first.value, second.value])
  // a run that failed and then did not end has failed
  if (second.value.tests.state === 'stopped')
    return ok({ ...first.value, commands: whole.commands })
  if (again.script === plan.test.script || second.value.tests.state === 'failed') return ok(whole)
  const [reason] = first.value.tests.failures
  const why = again.shown === plan.test.shown ? 'without being asked for coverage' : 'by themselves'
  const note = `the tests ran only ${why}: ${reason?.message ?? ''}`
  return ok({ ...whole, tests: second.value.tests, notes: [...whole.notes, note] })
}

/** The most that a second run takes of what the first one took, and the least that it is given. */
const slower = { times: 20, seconds: 30 }

/** For what came to its end before: it is known to fail, and hangs once. */
const hurried = (context: MeasureContext, { ran }: Once): MeasureContext => ({
  ...context,
  ladder(purpose) {
    const usual = context.ladder(purpose)
    const most = Math.max(slower.seconds, (ran.run.ms / 1000) * slower.times)
    return { ...usual, seconds: Math.min(usual.seconds, most), retrySeconds: [] }
  },
})

type Once = {
  readonly tests: TestMeasure
  readonly coverage: CoverageMeasure
  readonly ran: RanCommand
  readonly notes: readonly string[]
}

function describe(plan: PlannedCommand, [first, second]: readonly [Once, Once?]): MeasuredTests {
  const last = second ?? first
  const commands = [commandRun('test', plan, second ? [first.ran, second.ran] : [first.ran])]
  if (second === undefined) return { ...first, commands }
  const failing = new Set(second.tests.failures.map(({ name }) => name))
  const flaky = first.tests.failures.map(({ name }) => name).filter((name) => !failing.has(name))
  return {
    tests: { ...second.tests, flaky },
    coverage: last.coverage.confidence === 'unknown' ? first.coverage : last.coverage,
    commands,
    notes: last.notes,
  }
}

async function runOnce(
  context: MeasureContext,
  plan: PlannedCommand,
  countsLines: boolean,
): AsyncResult<Once, SandboxRefusal> {
  await clearReports(context)
  const { bench, signal } = context
  const ladder = context.ladder('test')
  const env = { ...ladder.env, ...(countsLines ? nodeCoverageEnv(bench.root) : {}) }
  const ran = await runPatiently(bench, plan, { ...ladder, env }, signal)
  if (!ran.ok) return ran
  const { run } = ran.value
  if (run.type === 'stopped')
    return ok({
      tests: { ...noTests, state: 'stopped' },
      coverage: unknownCoverage,
      ran: ran.value,
      notes: [],
    })
  const segments = segmentsOf(plan.script).length
  const report = await reportOf(context, plan, segments)
  const isRunner = report !== null || plan.isUsers || (await startsRunner(bench, plan.script))
  const { tests, notes } = report === null ? fromOutput(run, isRunner) : fromReport(report, run)
  const missing = tests.state === 'failed' ? missingIn(run, context) : null
  if (missing !== null && (tests.passed ?? 0) === 0)
    return ok({
      tests: { ...tests, state: 'not_run' },
      coverage: unknownCoverage,
      ran: ran.value,
      notes: [missingText('test', missing)],
    })
  if (countsLines) await reportNodeCoverage(bench, signal)
  const output = outputOf(run)
  const coverage =
    tests.state === 'none'
      ? ({ confidence: 'measured', percent: 0, files: [], source: 'no test ran' } as const)
      : await collectCoverage(context.bench, context.places, {
          segments,
          output: isRunner ? output : '',
          script: plan.script,
        })
  return ok({ tests, coverage: { ...coverage, files: [...coverage.files] }, ran: ran.value, notes })
}

async function reportOf(
  { bench, places }: MeasureContext,
  { script }: PlannedCommand,
  segments: number,
): Promise<TestReport | null> {
  const testReports: TestReport[] = []
  for (let index = 0; index < segments; index++) {
    const base = `${reportFolder}/tests-${index}`
    // a report that nobody was asked for is nobody's word
    if (!script.includes(base)) continue
    const xml = await bench.read(`${base}.xml`)
    const reports = [
      readJestReport(await readJson(bench, `${base}.json`), places),
      readMochaReport(await readJson(bench, `${base}.mocha.json`), places),
      xml === null ? null : readJunitReport(xml, places),
    ]
    for (const report of reports) if (report !== null) testReports.push(report)
  }
  return testReports.length === 0 ? null : mergedReports(testReports)
}

type Exited = Extract<SandboxRun, { type: 'exited' }>
type Verdict = { readonly tests: TestMeasure; readonly notes: readonly string[] }

const belowThreshold = /coverage .*(?:threshold|does not meet)|threshold for .* not met/i

/** The runner's own count goes before its exit code, which also speaks of other things. */
function fromReport(report: TestReport, run: Exited): Verdict {
  const counts = { passed: report.passed, failed: report.failed, skipped: report.skipped }
  const base = {
    ...noTests,
    ...counts,
    decided_by: 'report' as const,
    failures: [...report.failures],
    passes: [...report.passes],
  }
  const output = outputOf(run)
  if (report.failed > 0) return { tests: { ...base, state: 'failed' }, notes: [] }
  if (run.code === 0 || (report.passed > 0 && belowThreshold.test(output)))
    return {
      tests: { ...base, state: report.passed > 0 ? 'passed' : 'none' },
      notes:
        run.code === 0 ? [] : ["all tests pass; the project's own coverage threshold is not met"],
    }
  if (report.passed === 0 && saysNoTests(output))
    return { tests: { ...base, state: 'none' }, notes: [] }
  return { tests: { ...base, state: 'failed', failures: [broken(run)] }, notes: [] }
}

const broken = (run: Exited) => ({
  name: 'the test command itself',
  path: null,
  line: null,
  message: unplaced(outputOf(run), run.code).message,
})

/** Anybody can print counts: they are believed of a runner. */
function fromOutput(run: Exited, isRunner: boolean): Verdict {
  const output = outputOf(run)
  const counts = isRunner ? readTestText(output) : null
  const base = {
    ...noTests,
    ...counts,
    decided_by: counts === null ? 'exit-code' : 'text',
  } as const
  const ranNone = counts === null ? saysNoTests(output) : counts.passed + counts.failed === 0
  if (ranNone) return { tests: { ...base, state: 'none' }, notes: [] }
  if (run.code !== 0 || (counts !== null && counts.failed > 0))
    return { tests: { ...base, state: 'failed', failures: [broken(run)] }, notes: [] }
  return { tests: { ...base, state: 'passed' }, notes: [] }
}
