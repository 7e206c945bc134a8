import type { House } from '../app.ts'
import { handle, load, type Run } from '../engine/run.ts'
import type { GateAnswer } from '../model/gate.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { LockHolder } from '../ports/run-store.ts'
import type { Setup } from '../workflows/reflex/events.ts'
import { projectRun } from '../workflows/reflex/files.ts'
import { reflexMachine, type ReflexStep } from '../workflows/reflex/machine.ts'
import type { ReflexCommand, ReflexState } from '../workflows/reflex/state.ts'
import type { Happening, Role } from '../workflows/reflex/steps/bench.ts'
import { work } from '../workflows/reflex/steps/work.ts'
import { driveToRest, type Resting, underLock } from './drive-frame.ts'
import { readContext } from './reflex-context.ts'
import {
  busyLoop,
  evolutionRoot,
  journalProblem,
  type Live,
  otherIsActive,
  type Place,
} from './reflex-places.ts'
import { openAgents } from './reflex-agents.ts'
import { type Crew, prepareToResume } from './reflex-resume.ts'
import type { Watch } from './reflex-watch.ts'
import { viewOf } from './reflex-view.ts'

/** Drives a run under its lock until it rests. */
export async function carryOn(
  house: House,
  place: Place,
  watch: Watch,
): Promise<Result<Resting<Live>, Problem>> {
  const agents = await openAgents(house)
  if (!agents.ok) return agents
  const { store, files } = place
  const busy = (holder: LockHolder) => busyLoop(place, holder)
  return underLock(house, { store, folders: [files.folder], busy }, async () => {
    const ready = await prepareToResume(house, place, { watch, agents: agents.value })
    if (!ready.ok) return ready
    return driveLocked(house, place, { watch, agents: agents.value, from: ready.value })
  })
}

type Manned = Crew & { readonly from: Run<ReflexState> }

async function driveLocked(
  house: House,
  place: Place,
  { watch, agents, from }: Manned,
): Promise<Result<Resting<Live>, Problem>> {
  const bench = {
    agentFor: (role: Role): Agent => {
      const agent = agents.get(role)
      if (!agent) throw new Error(`no agent for ${role}`)
      return agent
    },
    answers: place.store.answers,
    blobs: house.blobs,
    project: house.project,
    sandbox: await house.sandbox(),
    cache: house.cache,
    concurrency: house.concurrency,
    context: await readContext(house),
    parallel: house.config.workflows.reflex.parallel,
    elapsedMs: () => house.clock.elapsedMs(),
    tell: (happening: Happening) => watch.happening(happening),
  }
  return driveToRest(house, {
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
      artifactFile(house, place, state),
      ...projectRun(evolutionRoot(house), state, () => otherIsActive(house, place.alias)),
    ],
    watch: (state) => watch.state(viewOf(house, place, state)),
    pause: watch.pause,
    broken(failure) {
      if (failure.type === 'refused')
        throw new Error(`the run refused its own step: ${failure.reason}`)
      return journalProblem(house, place, failure)
    },
  })
}

/** Where the private folder was lost, artifact.md may be the only copy: it is left alone. */
const artifactFile = (house: House, place: Place, { artifact }: Live) => ({
  path: place.files.artifact,
  durable: true,
  content: artifact === null ? null : async () => (await house.blobs.get(artifact)) ?? undefined,
})

/** Starts a run that was confirmed, or parks it at its first question. The caller holds the creation lock. */
export async function begin(
  place: Place,
  setup: Setup,
  confirmed: readonly GateAnswer[],
  artifact: string | undefined,
): Promise<Result<Live, string>> {
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
