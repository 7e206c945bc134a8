import { CalibrationLog } from '../../src/workflows/gan/calibration.ts'
import { payloads } from '../../src/workflows/gan/events.ts'
import type { GanLive, GanState } from '../../src/workflows/gan/state.ts'
import { truthHolds } from './gan-truth-laws.ts'
import type { Case } from './scene.ts'
import type { Violation, World } from './world.ts'

export const artifacts = '/w/.moai/sprints'

type PageCase = Case<GanState>

/** The laws of a page that was really built, looked at and judged. */
export const pageLaws = async (world: World, pageCase: PageCase): Promise<readonly Violation[]> => [
  ...(await truthHolds(pageCase)),
  ...reportsAreOfTheirIterations(world, pageCase),
  ...retriesAskAgain(world, pageCase),
  ...capHolds(pageCase.run.state),
]

const broken = (law: string, what: string): Violation => ({ law, what })

function capHolds({ setup, spent }: GanLive): readonly Violation[] {
  const { tokens } = setup.caps
  return tokens !== 'unlimited' && spent.tokens > tokens
    ? [broken('law-7', `${spent.tokens} tokens were used, ${tokens} allowed`)]
    : []
}

/** Law 1, read from the events alone: each report is of its iteration and of the site judged last in it. */
function reportsAreOfTheirIterations(
  { disk }: World,
  { entries, run: { runId } }: PageCase,
): readonly Violation[] {
  const last = new Map(
    entries
      .filter(({ event }) => event === 'evaluated')
      .map(({ iteration, payload }) => [iteration, payloads.evaluated.parse(payload)]),
  )
  return [...last].flatMap(([iteration, { site, overall }]) => {
    const path = `${artifacts}/${runId}/evaluation-report-${iteration}.json`
    const report = JSON.parse(disk.read(path)?.toString() ?? '{}') as Record<string, unknown>
    return report['iteration'] === iteration &&
      report['site_sha256'] === site &&
      report['overall_score'] === overall
      ? []
      : [broken('law-1', `${path} is not the report of that iteration`)]
  })
}

/** Law 6: who says "retry" has the agent asked again before there is a question about it again. */
function retriesAskAgain(
  world: World,
  { entries, run: { runId } }: PageCase,
): readonly Violation[] {
  const calls = new Set(world.calls)
  return entries.flatMap(({ event, payload }, index) => {
    if (event !== 'gate_answered') return []
    if (payloads.gate_answered.parse(payload).answer.option !== 'retry') return []
    const later = entries.slice(index + 1)
    const end = later.findIndex((entry) => entry.event === 'gate_opened')
    const opened = payloads.gate_opened.safeParse(later[end]?.payload).data
    // nobody is asked where the page cannot be looked at
    const failed =
      opened?.reasons.includes('agent_failure') && !opened.detail.startsWith('EVALUATE')
    const asked = later.slice(0, end).some((_, at) => calls.has(`${runId} ${index + 1 + at}`))
    return failed === true && !asked ? [broken('law-6', 'a retry asked nobody')] : []
  })
}

/** The counter of projects: one number for each run, none twice, none left out; and the log tells how it ended. */
export function workspaceLaws(
  world: World,
  earlier: readonly { readonly run_id: string; readonly number: number }[],
  cases: readonly PageCase[],
): readonly Violation[] {
  const violations: Violation[] = []
  const runs = cases.map(({ run }) => run)
  const numbers = runs.map(({ state }) => state.setup.projectNumber)
  const wanted = numbers.map((_, index) => earlier.length + index + 1)
  if (numbers.toSorted((one, other) => one - other).join() !== wanted.join())
    violations.push(broken('law-count', `the projects are numbered ${numbers.join()}`))
  const text = world.disk.read(`${artifacts}/calibration-log.json`)?.toString() ?? ''
  const log = CalibrationLog.safeParse(JSON.parse(text === '' ? '{}' : text))
  if (!log.success)
    return [...violations, broken('law-count', 'the calibration log cannot be read')]
  const { projects, calibrations } = log.data
  const known = projects.map(({ run_id, number, outcome, overall_score: score }) =>
    [run_id, number, ...(run_id.startsWith('before-') ? [] : [outcome, score])].join(' '),
  )
  const expected = [
    ...earlier.map(({ run_id, number }) => `${run_id} ${number}`),
    ...runs.map(({ runId, state }) =>
      [
        runId,
        state.setup.projectNumber,
        state.at === 'ended' ? state.outcome : null,
        state.comparable.at(-1) ?? state.evaluation?.overall ?? null,
      ].join(' '),
    ),
  ]
  if (known.toSorted().join() !== expected.toSorted().join())
    violations.push(
      broken('law-count', `the log tells ${known.join()}, expected ${expected.join()}`),
    )
  const twice = runs.filter(({ state }) => state.second !== null).map(({ runId }) => runId)
  if (
    calibrations
      .map(({ run_id }) => run_id)
      .toSorted()
      .join() !== twice.toSorted().join()
  )
    violations.push(broken('law-count', 'the log does not tell which builds were judged twice'))
  return violations
}
