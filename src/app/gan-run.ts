import { join } from 'node:path'
import type { House } from '../app.ts'
import type { Run } from '../engine/run.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { LockHolder } from '../ports/run-store.ts'
import { projectRun, projectSite } from '../workflows/gan/files.ts'
import { ganMachine, type GanStep } from '../workflows/gan/machine.ts'
import { observationsOf } from '../workflows/gan/observations.ts'
import { promptsSha256 } from '../workflows/gan/prompts.ts'
import { siteText } from '../workflows/gan/site.ts'
import type { GanCommand, GanLive, GanState } from '../workflows/gan/state.ts'
import type { GanBench, GanHappening } from '../workflows/gan/steps/bench.ts'
import { work } from '../workflows/gan/steps/work.ts'
import { driveToRest, type Resting, type RunWatch, stopAfter, underLock } from './drive-frame.ts'
import { judgeWork } from './exam.ts'
import { asSite, boundInputs, type Eyes, openEyes } from './gan-bench.ts'
import { calibrate } from './gan-calibration.ts'
import type { GanInputs } from './gan-inputs.ts'
import { filesOf, ganProblem, type OpenGan } from './gan-places.ts'
import { describeGanAgents, type GanAgents, openGanAgents } from './gan-setup.ts'
import { editedByHand } from './gan-site.ts'
import { workOf } from './page-exam.ts'
import { changedSetup, takeUpRun, unheardDecision } from './take-up.ts'

export type GanWatch = RunWatch<GanLive, GanHappening>

export type GanResting = Resting<GanLive>

/** Drives a run under its lock until it rests. */
export async function carryGan(
  house: House,
  open: OpenGan,
  watch: GanWatch,
): AsyncResult<GanResting> {
  const agents = await openGanAgents(house)
  if (!agents.ok) return agents
  const { store, files } = open
  const locked = {
    store,
    folders: [files.folder, files.site],
    patience: watch.patience ?? 0,
    busy: (holder: LockHolder) => ganProblem(house, open, { type: 'busy', holder }),
  }
  const rest = await underLock(house, locked, async () => {
    const ready = await takeUp(house, open, { agents: agents.value, watch })
    if (!ready.ok) return ready
    const eyes = openEyes(house)
    try {
      return await driveLocked(house, open, {
        agents: agents.value,
        watch,
        eyes,
        from: ready.value,
      })
    } finally {
      await eyes.close()
    }
  })
  if (!rest.ok) return rest
  const { state } = rest.value
  const logged = await calibrate(house, state.setup.artifactDir, async () => {
    if (state.at === 'ended')
      await (await house.lessons()).observe(state.runId, observationsOf(state), state.updatedAt)
    return ok(state)
  })
  return logged.ok ? rest : logged
}

type Manned = { readonly agents: GanAgents; readonly watch: GanWatch }

/** What happened while nobody worked: a crash, a decision, an edit, or another set-up. */
const takeUp = (
  house: House,
  open: OpenGan,
  { agents, watch }: Manned,
): AsyncResult<Run<GanState>> =>
  takeUpRun<GanState, GanCommand, GanStep>({
    machine: ganMachine,
    store: open.store,
    note: (text) => watch.note(text),
    broken: (failure) => ganProblem(house, open, failure),
    missed: async (state) =>
      (await unheardDecision(ganMachine, open.store, state)) ??
      changedSince(state, agents) ??
      (await editedSite(house, open, { state, watch })),
  })

function changedSince({ setup }: GanLive, agents: GanAgents): GanCommand | null {
  const detail = changedSetup(setup, { agents: describeGanAgents(agents), promptsSha256 })
  return detail === null ? null : { type: 'fault', detail }
}

/** A site that a person edited is taken as it is and judged; one a crash left behind is not. */
async function editedSite(
  house: House,
  { files }: OpenGan,
  { state, watch }: { readonly state: GanLive; readonly watch: GanWatch },
): Promise<GanCommand | null> {
  if (state.at !== 'evaluating' && state.at !== 'asking') return null
  const edited = await editedByHand(house, files, state)
  if (edited === null) return null
  if (!edited.site.ok) {
    watch.note(`the edited site is not taken: ${edited.site.error}`)
    return null
  }
  const site = await house.blobs.put(siteText(edited.site.value))
  watch.note(`the site was edited by hand (${site.slice(0, 8)}); it is taken as it is and judged`)
  return { type: 'adopt-site', site, paths: edited.site.value.map(({ path }) => path) }
}

/** What people made of the site while the run rests is theirs; what a crash left of it is not. */
async function theirFiles(
  house: House,
  { files }: OpenGan,
  state: GanState,
): Promise<ReadonlySet<string>> {
  const rests = state.at === 'ended' || state.at === 'asking'
  const edited = rests ? await editedByHand(house, files, state) : null
  return edited?.paths ?? new Set()
}

/** Nothing was asked of an agent yet, so nothing was paid for. */
const isUntouched = (state: GanState): boolean =>
  state.at === 'proposing' && state.iteration === 1 && state.spent.calls === 0

/** Nobody marks their own work, unless the configuration allows it by name; the embedded agent has no taste. */
function whoJudges(house: House, { evaluator }: GanAgents): 'another' | 'itself' | 'nobody' {
  const name = house.agentNameFor('evaluator')
  if (evaluator.identity.kind === 'offline') return 'nobody'
  if (name !== house.agentNameFor('builder')) return 'another'
  return house.config.acceptance.self_judgement.includes(name) ? 'itself' : 'nobody'
}

type Parts = Pick<Manned, 'agents' | 'watch'> & {
  readonly open: OpenGan
  readonly eyes: Eyes
  readonly inputs: GanInputs
}

/** What the steps of a run work with. */
function benchOf(house: House, { open, agents, watch, eyes, inputs }: Parts): GanBench {
  const { texts, brief, contract, tokens, exam } = inputs
  return {
    agentFor: (role) => agents[role],
    answers: open.store.answers,
    blobs: house.blobs,
    texts,
    brief,
    contract,
    tokens,
    exam,
    judges: whoJudges(house, agents),
    picture: async (viewport, png) => {
      const path = join(house.privateFolder, 'gan', open.runId, 'pictures', `${viewport}.png`)
      await house.disk.replace(path, png)
      return path
    },
    judge: eyes.judge,
    decide: (obligations, { files, verdict, pictures }, signal) =>
      judgeWork(house, obligations, {
        work: { ...workOf(verdict, asSite(files), 'index.html'), pictures, task: texts.brief },
        producer: house.agentNameFor('builder'),
        workflow: 'gan',
        signal,
      }),
    repair: house.config.workflows.gan.fixers ? eyes.repair : null,
    elapsedMs: () => house.clock.elapsedMs(),
    tell: (happening) => watch.happening(happening),
  }
}

async function driveLocked(
  house: House,
  open: OpenGan,
  { agents, watch, eyes, from }: Manned & { readonly eyes: Eyes; readonly from: Run<GanState> },
): AsyncResult<GanResting> {
  const inputs = await boundInputs(house, open.state)
  if (!inputs.ok) return inputs
  if (ganMachine.due(from.state).type === 'step') eyes.wake()
  const blind = isUntouched(from.state) ? await eyes.blindness() : null
  if (blind !== null) return err(blind)
  const bench = benchOf(house, { open, agents, watch, eyes, inputs: inputs.value })
  let theirs = await theirFiles(house, open, from.state)
  return driveToRest(house, {
    machine: ganMachine,
    store: open.store,
    from,
    work: (step, signal) => work(bench, step, signal),
    stopCommands: stopAfter,
    files(state) {
      const files = filesOf(house, state)
      const untouched = theirs
      theirs = new Set()
      return [
        ...projectRun(files, state, house.blobs),
        ...projectSite(files, state, house.blobs).filter(({ path }) => !untouched.has(path)),
      ]
    },
    watch: (state) => watch.state(state),
    pause: watch.pause,
    broken: (failure) => ganProblem(house, open, failure),
  })
}
