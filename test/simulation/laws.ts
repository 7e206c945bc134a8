import { verifyRun } from '../../src/engine/verify-run.ts'
import type { WorkflowDefinition } from '../../src/engine/workflow.ts'
import type { Entry } from '../../src/model/entry.ts'
import { GateAnswer } from '../../src/model/gate.ts'
import type { Case } from './scene.ts'
import type { Violation, World } from './world.ts'

type AnyState = { readonly at: string }
type Definition = WorkflowDefinition<AnyState, unknown, unknown>

const broken = (law: string, what: string): Violation => ({ law, what })

/** What holds for every run of every workflow once it has come to its end. */
export async function lawsOfRun(
  world: World,
  definition: Definition,
  found: Case<AnyState>,
): Promise<readonly Violation[]> {
  const { entries, run } = found
  const due = definition.machine.due(run.state)
  return [
    ...(due.type === 'ended' ? [] : [broken('law-2', `${run.name} waits for a ${due.type}`)]),
    ...historyStands(world, entries),
    ...(await decidedOnce(found)),
    ...(await filesShowTheFold(world, definition, found)),
    ...(await textsAreKept(definition, found)),
    ...(await verifies(world, definition, found)),
  ]
}

/** What holds for every history: nothing acknowledged is lost, time goes on, and a stop is heard. */
function historyStands(world: World, entries: readonly Entry[]): readonly Violation[] {
  return [
    ...acknowledgedStays(world, entries),
    ...timeGoesOn(entries),
    ...stopsAreHeard(world, entries[0]?.run_id),
  ]
}

/** Laws 2 and 10: what was acknowledged is in the history, as it was, once. */
function acknowledgedStays({ acks }: World, entries: readonly Entry[]): readonly Violation[] {
  const hashes = new Map(entries.map(({ n, hash }) => [n, hash]))
  return acks
    .flatMap((ack) => ack.entries)
    .filter(({ n, hash, run_id: run }) => run === entries[0]?.run_id && hashes.get(n) !== hash)
    .map(({ n, event }) =>
      broken('law-2', `acknowledged event ${n} (${event}) is not in the history`),
    )
}

/** A run that is opened again knows when it was closed, whatever the clock says. */
const timeGoesOn = (entries: readonly Entry[]): readonly Violation[] =>
  entries
    .filter(({ ts }, index) => ts < (entries[index - 1]?.ts ?? ''))
    .map(({ n, ts }) => broken('law-time', `event ${n} (${ts}) is before the one before`))

/** The step in flight, one that began at the same moment, and an edit found on the way. */
const mostAfterStop = 4

/** Whoever works on a run that was asked to stop stops it, also after a crash. */
function stopsAreHeard({ acks, stops }: World, runId: string | undefined): readonly Violation[] {
  const first = stops.find((stop) => stop.runId === runId)
  const later = acks
    .slice(first?.after ?? acks.length)
    .filter(({ entries }) => entries[0]?.run_id === runId)
  const deaf = later.find(
    ({ process }) => later.filter((ack) => ack.process === process).length > mostAfterStop,
  )
  return deaf === undefined
    ? []
    : [broken('law-asked', `process ${deaf.process} went on though a stop was asked for`)]
}

/** Law 6: each gate is answered once, as whoever came first decided. */
async function decidedOnce({ entries, run }: Case<AnyState>): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  const answered = new Set<string>()
  for (const { payload } of entries) {
    const answer = GateAnswer.safeParse(payload['answer']).data
    if (answer === undefined) continue
    const { gate, by } = answer
    if (answered.has(gate)) violations.push(broken('law-6', `${gate} was answered twice`))
    answered.add(gate)
    const decided = await run.store.decision(gate)
    if (decided?.by !== by)
      violations.push(broken('law-6', `${gate} was decided by ${decided?.by}, recorded for ${by}`))
  }
  return violations
}

/** Law 1: every file is the projection of the fold, but for what people made of it since. */
async function filesShowTheFold(
  world: World,
  definition: Definition,
  { run, workspace }: Case<AnyState>,
): Promise<readonly Violation[]> {
  const theirs = (await definition.theirs?.(workspace, run)) ?? new Set()
  const artifacts = definition.artifacts?.(workspace, run) ?? []
  const violations: Violation[] = []
  for (const { path, content } of [
    ...artifacts.filter((file) => !theirs.has(file.path)),
    ...definition.files(workspace, run),
  ]) {
    const expected = typeof content === 'function' ? await content() : content
    const there = world.disk.read(path)
    const isSame =
      expected === undefined ||
      (expected === null ? there === null : (there?.equals(Buffer.from(expected)) ?? false))
    if (!isSame && !world.byHand.has(path, there))
      violations.push(broken('law-1', `${path} does not show the fold of the history`))
  }
  return violations
}

/** Law 9: every version can be had. */
async function textsAreKept(
  definition: Definition,
  { run, workspace }: Case<AnyState>,
): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  for (const hash of definition.texts(run.state))
    if ((await workspace.blobs.get(hash)) === null)
      violations.push(broken('law-9', `version ${hash.slice(0, 8)} is lost`))
  return violations
}

/** What Loopwright itself compares with the history is all right, but for what people edited. */
async function verifies(
  world: World,
  definition: Definition,
  { run, workspace }: Case<AnyState>,
): Promise<readonly Violation[]> {
  const inspected = await verifyRun(definition, workspace, run)
  const problems = inspected.ok ? inspected.value.problems : [inspected.error.what]
  const edited = world.byHand.paths().map((path) => workspace.relative(path))
  return (
    problems
      // judges who change their minds are named, and break no law
      .filter((problem) => !problem.startsWith('two verdicts'))
      .filter((problem) => !edited.some((path) => problem.startsWith(`${path} `)))
      .map((problem) => broken(problem.includes('kept text') ? 'law-9' : 'law-1', problem))
  )
}

/** Damage that people do to files, which Loopwright need not have shown. */
export const damage = '{"half'

/**
 * Law 1, right after each sitting, however it ended: what people see was recorded before they saw it.
 * A power cut may leave older texts and torn ones, so it is held against worlds without one.
 */
export function showsOnlyWhatIsRecorded(world: World): void {
  if (world.powerCuts() > 0) return
  for (const path of world.shown.paths()) {
    const there = world.disk.read(path)
    if (there === null || there.toString() === damage) continue
    if (!world.shown.has(path, there) && !world.byHand.has(path, there))
      world.violate('law-1', `${path} shows what was never recorded`)
  }
}
