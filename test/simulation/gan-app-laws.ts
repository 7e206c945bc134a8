import { createHash } from 'node:crypto'
import type { Workspace } from '../../src/ports/workspace.ts'
import { openKnownRun } from '../../src/engine/open-run.ts'
import { verifyRun } from '../../src/engine/verify-run.ts'
import { gan } from '../../src/workflows/gan/definition.ts'
import type { Entry } from '../../src/model/entry.ts'
import { CalibrationLog } from '../../src/workflows/gan/calibration.ts'
import { payloads } from '../../src/workflows/gan/events.ts'
import { ganMachine } from '../../src/workflows/gan/machine.ts'
import { bytesOf, readSite } from '../../src/workflows/gan/site.ts'
import type { GanLive } from '../../src/workflows/gan/state.ts'
import { historyStands } from './acknowledged.ts'
import type { Hands } from './gan-hands.ts'
import { artifacts, type EarlierProject, runsOn } from './gan-house.ts'
import { ganLaws } from './gan-laws.ts'
import { truthHolds } from './gan-truth-laws.ts'
import type { World } from './world.ts'

/** What is known from outside of a workspace of pages. */
type Known = {
  readonly world: World
  readonly earlier: readonly EarlierProject[]
  readonly hands: Hands
}

type Case = {
  readonly history: Known
  readonly house: Workspace
  readonly runId: string
  readonly entries: readonly Entry[]
  readonly state: GanLive
}

/** Holds a finished world of pages against the laws; tells how each run ended. */
export async function holdGanAgainstLaws(
  history: Known,
  house: Workspace,
): Promise<readonly string[]> {
  const { world } = history
  const cases: Case[] = []
  for (const runId of runsOn(world)) {
    const open = await openKnownRun(gan, house, runId)
    const read = open.ok ? await open.value.store.journal.read() : null
    if (!open.ok || !read?.ok) {
      world.violate('law-2', `the history of ${runId} cannot be read`)
      continue
    }
    cases.push({ history, house, runId, entries: read.value.entries, state: open.value.state })
  }
  for (const each of cases) await holdRun(each)
  for (const { entries } of world.acks)
    if (!cases.some(({ runId }) => runId === entries[0]?.run_id))
      world.violate('law-2', `${entries[0]?.run_id} was started and is gone`)
  numbersCount(history, cases)
  return cases.map(({ state }) => (state.at === 'ended' ? endOf(state) : 'none'))
}

const endOf = ({ outcome, reason }: Extract<GanLive, { at: 'ended' }>): string =>
  outcome === 'cap_reached' ? reason : outcome

async function holdRun(found: Case): Promise<void> {
  const { history, house, entries, state, runId } = found
  const { world } = history
  if (state.at !== 'ended') world.violate('law-2', `${runId} rests at ${state.at}`)
  const folded = entries.reduce(ganMachine.evolve, ganMachine.initial)
  if (JSON.stringify(folded) !== JSON.stringify(state))
    world.violate('law-1', `the state of ${runId} is not the fold of its history`)
  for (const violation of [
    ...historyStands(world, entries),
    ...ganLaws(entries, state),
    ...(await truthHolds(house, entries)),
  ])
    world.violations.push(violation)
  reportsAreOfTheirIterations(found)
  await siteIsTheRecorded(found)
  await filesShowTheFold(found)
  decidedByPeople(found)
  retriesAskAgain(found)
  const { tokens } = state.setup.caps
  if (tokens !== 'unlimited' && state.spent.tokens > tokens)
    world.violate('law-7', `${state.spent.tokens} tokens were used, ${tokens} allowed`)
}

/** Law 1, read from the events alone: each report is of its iteration and of the site judged last in it. */
function reportsAreOfTheirIterations({ history, entries, runId }: Case): void {
  const { world } = history
  const last = new Map(
    entries
      .filter(({ event }) => event === 'evaluated')
      .map(({ iteration, payload }) => [iteration, payloads.evaluated.parse(payload)]),
  )
  for (const [iteration, { site, overall }] of last) {
    const path = `${artifacts}/${runId}/evaluation-report-${iteration}.json`
    const text = world.disk.read(path)?.toString() ?? '{}'
    const report = JSON.parse(text) as Readonly<Record<string, unknown>>
    if (
      report['iteration'] !== iteration ||
      report['site_sha256'] !== site ||
      report['overall_score'] !== overall
    )
      world.violate('law-1', `${path} is not the report of that iteration`)
  }
}

/** Law 1: the site on the disk is the recorded one, but for what people did to it at the end. */
async function siteIsTheRecorded({ history, house, state, runId }: Case): Promise<void> {
  const { world, hands } = history
  const text = state.site === null ? null : await house.blobs.get(state.site)
  if (text === null) return
  const files = readSite(text)
  for (const name of new Set([...state.paths, ...files.map(({ path }) => path)])) {
    const path = `${artifacts}/${runId}/site/${name}`
    const found = world.disk.read(path)
    const file = files.find((each) => each.path === name)
    const same = file === undefined ? found === null : found?.equals(Buffer.from(bytesOf(file)))
    const byHand =
      found === null ? hands.removed.has(path) : hands.written.has(found.toString('utf8'))
    if (same !== true && !byHand)
      world.violate('law-1', `${path} is not what was recorded (${state.at})`)
  }
}

/** Law 1: what Loopwright itself compares with the history is all right, but for edited sites. */
async function filesShowTheFold({ history, house, runId }: Case): Promise<void> {
  const open = await openKnownRun(gan, house, runId)
  const inspected = open.ok ? await verifyRun(gan, house, open.value) : open
  if (!inspected.ok) return
  for (const problem of inspected.value.problems)
    if (!problem.includes('/site/'))
      history.world.violate(problem.includes('kept text') ? 'law-9' : 'law-1', problem)
}

/** Law 6: what is recorded of a question is what was decided first. */
function decidedByPeople({ history, entries, runId }: Case): void {
  const { world } = history
  for (const { event, payload } of entries) {
    if (event !== 'gate_answered') continue
    const { answer } = payloads.gate_answered.parse(payload)
    const name = createHash('sha256').update(answer.gate).digest('hex').slice(0, 32)
    const path = `/w/.loopwright/gan/${runId}/decisions/${name}.json`
    const decided = world.disk.read(path)?.toString()
    if (decided === undefined || JSON.parse(decided).by !== answer.by)
      world.violate('law-6', `${answer.gate} was recorded for ${answer.by}, who did not decide it`)
  }
}

/** Law 6: who says "retry" has the agent asked again before there is a question about it again. */
function retriesAskAgain({ history, entries, runId }: Case): void {
  const { world } = history
  const calls = new Set(world.calls)
  for (const [index, { event, payload }] of entries.entries()) {
    if (event !== 'gate_answered') continue
    if (payloads.gate_answered.parse(payload).answer.option !== 'retry') continue
    const later = entries.slice(index + 1)
    const end = later.findIndex((entry) => entry.event === 'gate_opened')
    const opened = payloads.gate_opened.safeParse(later[end]?.payload).data
    // nobody is asked where the page cannot be looked at
    const failed =
      opened?.reasons.includes('agent_failure') && !opened.detail.startsWith('EVALUATE')
    const asked = later.slice(0, end).some((_, at) => calls.has(`${runId} ${index + 1 + at}`))
    if (failed === true && !asked) world.violate('law-6', 'a retry asked nobody')
  }
}

/** The counter of projects: one number for each run, none twice, none left out; and the log tells how it ended. */
function numbersCount({ world, earlier }: Known, cases: readonly Case[]): void {
  const numbers = cases.map(({ state }) => state.setup.projectNumber)
  const wanted = numbers.map((_, index) => earlier.length + index + 1)
  if (numbers.toSorted((one, other) => one - other).join() !== wanted.join())
    world.violate('law-count', `the projects are numbered ${numbers.join()}`)
  const text = world.disk.read(`${artifacts}/calibration-log.json`)?.toString() ?? ''
  const log = CalibrationLog.safeParse(JSON.parse(text === '' ? '{}' : text))
  if (!log.success) return world.violate('law-count', 'the calibration log cannot be read')
  const { projects, calibrations } = log.data
  const known = projects.map(({ run_id, number, outcome, overall_score: score }) =>
    [run_id, number, ...(run_id.startsWith('before-') ? [] : [outcome, score])].join(' '),
  )
  const expected = [
    ...earlier.map(({ run_id, number }) => `${run_id} ${number}`),
    ...cases.map(({ runId, state }) =>
      [
        runId,
        state.setup.projectNumber,
        state.at === 'ended' ? state.outcome : null,
        state.comparable.at(-1) ?? state.evaluation?.overall ?? null,
      ].join(' '),
    ),
  ]
  if (known.toSorted().join() !== expected.toSorted().join())
    world.violate('law-count', `the log tells ${known.join()}, expected ${expected.join()}`)
  const twice = cases.filter(({ state }) => state.second !== null).map(({ runId }) => runId)
  if (
    calibrations
      .map(({ run_id }) => run_id)
      .toSorted()
      .join() !== twice.toSorted().join()
  )
    world.violate('law-count', 'the log does not tell which builds were judged twice')
}
