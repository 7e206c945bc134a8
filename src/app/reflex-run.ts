import type { Workspace } from '../ports/workspace.ts'
import { handle, load, type Run } from '../engine/run.ts'
import type { GateAnswer } from '../model/gate.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { LockHolder } from '../ports/run-store.ts'
import type { Setup } from '../workflows/reflex/events.ts'
import { projectRun, runJson } from '../workflows/reflex/files.ts'
import { reflexMachine, type ReflexStep } from '../workflows/reflex/machine.ts'
import type { ReflexCommand, ReflexState } from '../workflows/reflex/state.ts'
import type { Happening, Role } from '../workflows/reflex/steps/bench.ts'
import { work } from '../workflows/reflex/steps/work.ts'
import { driveToRest, type Resting, underLock } from './drive-frame.ts'
import {
  busyLoop,
  evolutionRoot,
  journalProblem,
  type Live,
  otherIsActive,
  type Place,
} from './reflex-places.ts'
import { openAgents, type Agents, describeAgents } from './reflex-agents.ts'
import type { Watch } from './reflex-watch.ts'
import { viewOf } from './reflex-view.ts'
import { isSameAgent } from '../model/same-agent.ts'
import { createHash } from 'node:crypto'
import { promptsSha256 } from '../workflows/reflex/prompts/prompts.ts'

/** Drives a run under its lock until it rests. */
export async function carryOn(
  workspace: Workspace,
  place: Place,
  watch: Watch,
): AsyncResult<Resting<Live>> {
  const agents = await openAgents(workspace)
  if (!agents.ok) return agents
  const { store, files } = place
  const busy = (holder: LockHolder) => busyLoop(place, holder)
  return underLock(workspace, { store, folders: [files.folder], busy }, async () => {
    const ready = await prepareToResume(workspace, place, { watch, agents: agents.value })
    if (!ready.ok) return ready
    return driveLocked(workspace, place, { watch, agents: agents.value, from: ready.value })
  })
}

type Manned = Crew & { readonly from: Run<ReflexState> }

async function driveLocked(
  workspace: Workspace,
  place: Place,
  { watch, agents, from }: Manned,
): AsyncResult<Resting<Live>> {
  const bench = {
    agentFor: (role: Role): Agent => {
      const agent = agents.get(role)
      if (!agent) throw new Error(`no agent for ${role}`)
      return agent
    },
    answers: place.store.answers,
    blobs: workspace.blobs,
    project: workspace.project,
    sandbox: await workspace.sandbox(),
    cache: workspace.cache,
    concurrency: workspace.concurrency,
    context: await readContext(workspace),
    parallel: workspace.config.workflows.reflex.parallel,
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell: (happening: Happening) => watch.happening(happening),
  }
  return driveToRest(workspace, {
    machine: reflexMachine,
    store: place.store,
    from,
    work: (step: ReflexStep, signal: AbortSignal) => work(bench, step, signal),
    stopCommands: (request, result: ReflexCommand | null): readonly ReflexCommand[] => {
      const stop: ReflexCommand = { type: 'stop', reason: request.reason }
      if (result?.type === 'record-evaluation')
        return [{ ...result, userStop: { reason: request.reason } }, stop]
      return result === null ? [stop] : [result, stop]
    },
    files: (state) => [
      artifactFile(workspace, place, state),
      ...projectRun(evolutionRoot(workspace), state, () => otherIsActive(workspace, place.alias)),
    ],
    watch: (state) => watch.state(viewOf(workspace, place, state)),
    pause: watch.pause,
    broken(failure) {
      if (failure.type === 'refused')
        throw new Error(`the run refused its own step: ${failure.reason}`)
      return journalProblem(workspace, place, failure)
    },
  })
}

/** Where the private folder was lost, artifact.md may be the only copy: it is left alone. */
const artifactFile = (workspace: Workspace, place: Place, { artifact }: Live) => ({
  path: place.files.artifact,
  durable: true,
  content:
    artifact === null ? null : async () => (await workspace.blobs.get(artifact)) ?? undefined,
})

/** Starts a run that was confirmed, or parks it at its first question. The caller holds the creation lock. */
export async function begin(
  place: Place,
  setup: Setup,
  confirmed: readonly GateAnswer[],
  artifact: string | undefined,
): AsyncResult<Live, string> {
  const loaded = await load(reflexMachine, place.store)
  if (!loaded.ok) return err(loaded.error.type)
  const command: ReflexCommand = {
    type: 'start',
    runId: place.runId,
    setup,
    confirmed,
    ...(artifact === undefined ? {} : { artifact }),
  }
  const started = await handle(reflexMachine, place.store, { run: loaded.value, seen: 0, command })
  if (started.ok && started.value.state.at !== 'nowhere') return ok(started.value.state)
  if (started.ok) throw new Error('a run went nowhere')
  return err('detail' in started.error ? started.error.detail : started.error.type)
}

const sources = [
  '.ai-factory/DESCRIPTION.md',
  '.ai-factory/ARCHITECTURE.md',
  '.ai-factory/RULES.md',
  // rules the project has learned for this loop; they come last, so they win
  '.ai-factory/skill-context/aif-loop/SKILL.md',
]
const mostCharacters = 20_000

/** The project's own conventions, for every prompt. Files that are not there are left out. */
async function readContext(workspace: Workspace): Promise<string> {
  const parts: string[] = []
  for (const path of sources) {
    const bytes = await workspace.disk.read(`${workspace.root}/${path}`)
    if (bytes === null) continue
    parts.push(
      `## ${path}\n\n${Buffer.from(bytes).toString('utf8').slice(0, mostCharacters).trim()}`,
    )
  }
  return parts.join('\n\n')
}

/** Who watches a run, and who answers for its roles. */
type Crew = { readonly watch: Watch; readonly agents: Agents }

/** Looks at what changed while nobody worked: files edited by hand, agents or prompts exchanged. */
async function prepareToResume(
  workspace: Workspace,
  place: Place,
  { watch, agents }: Crew,
): AsyncResult<Run<ReflexState>> {
  const loaded = await load(reflexMachine, place.store)
  if (!loaded.ok) return err(journalProblem(workspace, place, loaded.error))
  const { state, notes } = loaded.value
  if (state.at === 'nowhere' || state.at === 'ended') return ok(loaded.value)
  notes.forEach((text) => watch.note(text))

  const changed = changedSince(state.setup, agents)
  if (changed !== null)
    return usageError(
      `${changed} changed since ${place.alias} started; a run keeps what it started with`,
      `set it back and resume, or stop this run and go on with: loopwright new --from ${place.alias}`,
      'loopwright.yaml',
    )
  await tellRunFile(workspace, place, { state, watch })

  const edited = await editedArtifact(workspace, place, state)
  if (edited === null) return ok(loaded.value)
  watch.note(
    `artifact.md was edited by hand (${edited.slice(0, 8)}); it is taken as a new version and evaluated`,
  )
  const adopted = await handle(reflexMachine, place.store, {
    run: loaded.value,
    seen: loaded.value.mark.events,
    command: { type: 'adopt-artifact', artifact: edited },
  })
  if (adopted.ok) return ok(adopted.value)
  if (adopted.error.type === 'refused') return ok(loaded.value)
  return err(journalProblem(workspace, place, adopted.error))
}

function changedSince(setup: Setup, agents: Agents): string | null {
  const now = describeAgents(agents)
  const role = Object.keys(setup.agents).find((each) => !isSameAgent(setup.agents[each], now[each]))
  if (role !== undefined)
    return `the agent of the role "${role}" (${JSON.stringify(setup.agents[role])} → ${JSON.stringify(now[role])})`
  return setup.prompts_sha256 === promptsSha256
    ? null
    : 'the prompts (another version of Loopwright)'
}

async function tellRunFile(
  workspace: Workspace,
  place: Place,
  { state, watch }: { state: Live; watch: Watch },
): Promise<void> {
  const bytes = await workspace.disk.read(place.files.run)
  if (bytes === null) return watch.note('run.json was missing; it is rebuilt from history.jsonl')
  const expected = JSON.stringify(runJson(state))
  try {
    if (JSON.stringify(JSON.parse(Buffer.from(bytes).toString('utf8'))) === expected) return
    watch.note('run.json did not match the history; it is rebuilt from history.jsonl')
  } catch {
    watch.note('run.json was unreadable; it is rebuilt from history.jsonl')
  }
}

/** The hash of an artifact.md that is no version of this run, kept as one; null where nothing was edited. */
async function editedArtifact(
  workspace: Workspace,
  place: Place,
  state: Live,
): Promise<string | null> {
  if (state.artifact === null) return null
  const bytes = await workspace.disk.read(place.files.artifact)
  if (bytes === null) return null
  const text = Buffer.from(bytes).toString('utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  // a private folder that was lost gets its version back from the file
  if (state.versions.includes(hash)) await workspace.blobs.put(text)
  if (state.versions.includes(hash) || text.trim() === '') return null
  return workspace.blobs.put(text)
}
