import { createHash } from 'node:crypto'
import type { Workspace } from '../ports/workspace.ts'
import { readIntent } from '../checks/design/read-intent.ts'
import { handle, load, type Run } from '../engine/run.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../model/result.ts'
import type { LockHolder } from '../ports/run-store.ts'
import type { IntentVersion } from '../workflows/design/events.ts'
import { projectArtifacts, projectState } from '../workflows/design/files.ts'
import { designMachine } from '../workflows/design/machine.ts'
import { approvalGate, remaining } from '../workflows/design/gate.ts'
import type { At, DesignState, Live } from '../workflows/design/state.ts'
import type { DesignBench, DesignHappening } from '../workflows/design/steps/bench.ts'
import { work } from '../workflows/design/steps/work.ts'
import { writeFrozen } from './design-freeze.ts'
import { designProblem, type FeaturePlace } from './design-places.ts'
import { judgeWork } from '../asking/exam.ts'
import { driveToRest, type Resting, type RunWatch, stopAfter, underLock } from './drive-frame.ts'
import { type DesignAgents, openDesignAgents, readPrompt } from './design-setup.ts'

export type DesignWatch = RunWatch<Live, DesignHappening>

export type { DesignHappening, Live }
export type DesignResting = Resting<Live>

/** Drives a feature under its lock until it rests. */
export async function carryFeature(
  workspace: Workspace,
  place: FeaturePlace,
  watch: DesignWatch,
): AsyncResult<DesignResting> {
  const agents = await openDesignAgents(workspace)
  if (!agents.ok) return agents
  const { store, files } = place
  const locked = {
    store,
    folders: [files.folder, files.final],
    patience: watch.patience ?? 0,
    busy: (holder: LockHolder) => designProblem(workspace, place, { type: 'busy', holder }),
  }
  return underLock(workspace, locked, async () => {
    const ready = await takeEdits(workspace, place, watch)
    if (!ready.ok) return ready
    return driveLocked(workspace, place, { agents: agents.value, watch, from: ready.value })
  })
}

/** An intent that was edited while nobody worked is taken as it is, and judged anew. */
async function takeEdits(
  workspace: Workspace,
  place: FeaturePlace,
  watch: DesignWatch,
): AsyncResult<Run<DesignState>> {
  const loaded = await load(designMachine, place.store)
  if (!loaded.ok) return err(designProblem(workspace, place, loaded.error))
  const { state, notes } = loaded.value
  notes.forEach((text) => watch.note(text))
  const decided = await takeDecision(workspace, place, loaded.value)
  if (decided !== null) return decided
  if (state.at === 'nowhere' || resting.has(state.at)) return ok(loaded.value)
  const edited = await editedIntent(workspace, place, state)
  if (!edited.ok) return edited
  if (edited.value === null) return ok(loaded.value)
  if (state.at === 'CANDIDATE' && remaining(state) === 0)
    return err(noneLeft(workspace, place, state, edited.value))
  watch.note(
    `intent.json was edited by hand (${edited.value.hash.slice(0, 8)}); it is taken as it is`,
  )
  const adopted = await handle(designMachine, place.store, {
    run: loaded.value,
    seen: loaded.value.mark.events,
    command: { type: 'adopt-edit', intent: edited.value, by: 'hand' },
  })
  return adopted.ok ? adopted : err(designProblem(workspace, place, adopted.error))
}

/** A person decided, and the machine died before the run heard of it. */
async function takeDecision(
  workspace: Workspace,
  place: FeaturePlace,
  run: Run<DesignState>,
): Promise<Result<Run<DesignState>> | null> {
  if (run.state.at !== 'CANDIDATE') return null
  const answer = await place.store.decision(approvalGate(run.state).id)
  if (answer === null) return null
  const command = { type: 'answer-gate', answer } as const
  const taken = await handle(designMachine, place.store, { run, seen: run.mark.events, command })
  if (taken.ok) return taken
  // a decision on something else than what the gate shows now is none
  return taken.error.type === 'refused' ? null : err(designProblem(workspace, place, taken.error))
}

/** What lies there now belongs to people again. */
const resting: ReadonlySet<string> = new Set(['IDLE', 'FROZEN', 'FAILED'])

export const editedSince = (state: At<'CANDIDATE'>, intent: IntentVersion): string =>
  `intent.json was edited after its evaluation (${state.judged.intent.slice(0, 12)} → ${intent.hash.slice(0, 12)})`

export const noneLeft = (
  workspace: Workspace,
  place: FeaturePlace,
  state: At<'CANDIDATE'>,
  intent: IntentVersion,
): Problem =>
  usageProblem(
    `${editedSince(state, intent)}, and no iteration is left to judge it`,
    `go on in a new run: loopwright design reject ${place.featureId} --feedback "…" --extend 5`,
    workspace.relative(place.files.intent),
  )

/** The intent on the disk, where it says something else than any version of this run; kept as one. */
export async function editedIntent(
  workspace: Workspace,
  place: FeaturePlace,
  state: Live,
): AsyncResult<IntentVersion | null> {
  if (state.intent === null) return ok(null)
  const bytes = await workspace.disk.read(place.files.intent)
  if (bytes === null) return ok(null)
  const read = readIntent(bytes)
  if (!read.ok) {
    const [first] = read.error
    return usageError(
      `intent.json was edited and is not valid:\n${read.error.map(({ path, message }) => `${path === '' ? 'the file' : path}: ${message}`).join('\n')}`,
      'correct it, or take the recorded one back: loopwright save ' +
        `${place.featureId} ${workspace.relative(place.files.intent)} --force`,
      `${workspace.relative(place.files.intent)}:${first?.line ?? 1}:${first?.column ?? 1}`,
    )
  }
  // the same design in another spelling, or a version a crash left behind, is no edit
  if (
    read.value.hash === state.intent.hash ||
    (await leftBehind(workspace, place, state, read.value))
  )
    return ok(null)
  if (read.value.intent.featureId !== place.featureId)
    return usageError(
      `intent.json was edited and is now of the feature "${read.value.intent.featureId}"`,
      `set featureId back to "${place.featureId}"`,
      workspace.relative(place.files.intent),
    )
  const text = await workspace.blobs.put(Buffer.from(bytes).toString('utf8'))
  return ok({ hash: read.value.hash, text })
}

/** The preview is written after its intent: where it is the judged one, no crash came between. */
async function leftBehind(
  workspace: Workspace,
  place: FeaturePlace,
  state: Live,
  { hash }: { readonly hash: string },
): Promise<boolean> {
  const shown = state.at === 'CANDIDATE' ? await workspace.disk.read(place.files.preview) : null
  const settled =
    shown !== null &&
    createHash('sha256').update(shown).digest('hex') === state.judged?.preview.sha256
  if (settled) return false
  for (const text of state.intents) {
    const known = await workspace.blobs.get(text)
    const read = known === null ? null : readIntent(known)
    if (read?.ok && read.value.hash === hash) return true
  }
  return false
}

type Manned = {
  readonly agents: DesignAgents
  readonly watch: DesignWatch
  readonly from: Run<DesignState>
}

async function driveLocked(
  workspace: Workspace,
  place: FeaturePlace,
  { agents, watch, from }: Manned,
): AsyncResult<DesignResting> {
  const bench: DesignBench = {
    agentFor: (role) => agents[role],
    answers: place.store.answers,
    blobs: workspace.blobs,
    readPrompt: ({ path }) => readPrompt(workspace, path),
    previewMaker: await workspace.previewMaker(),
    judge: (obligations, judged, signal) =>
      judgeWork(workspace, obligations, {
        work: judged,
        producer: workspace.agentNameFor('generator'),
        workflow: 'design',
        signal,
      }),
    freeze: (state) => writeFrozen(workspace, place, state),
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell: (happening) => watch.happening(happening),
  }
  let moved = false
  return driveToRest(workspace, {
    machine: designMachine,
    store: place.store,
    from,
    work: (step, signal) => work(bench, step, signal),
    stopCommands: stopAfter,
    files(state) {
      const untouched = resting.has(state.at) && !moved
      moved = true
      return [
        ...(untouched ? [] : projectArtifacts(place.files, state, workspace.blobs)),
        ...projectState(place.files, state, workspace.blobs),
      ]
    },
    watch: (state) => watch.state(state),
    pause: watch.pause,
    broken: (failure) => designProblem(workspace, place, failure),
  })
}
