import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
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
import { judgeWork } from '../asking/exam.ts'
import { asSite, boundInputs, type Eyes, openEyes } from './gan-bench.ts'
import { calibrate } from './gan-calibration.ts'
import type { GanInputs } from './gan-inputs.ts'
import { filesOf, ganProblem, type OpenGan } from './gan-places.ts'
import { describeGanAgents, type GanAgents, openGanAgents } from './gan-setup.ts'
import { editedByHand } from './gan-site.ts'
import { workOf } from '../checks/page/shown-work.ts'
import { changedSetup, takeUpRun, unheardDecision } from './take-up.ts'

export type GanWatch = RunWatch<GanLive, GanHappening>

export type GanResting = Resting<GanLive>

/** Drives a run under its lock until it rests. */
export async function carryGan(
  workspace: Workspace,
  open: OpenGan,
  watch: GanWatch,
): AsyncResult<GanResting> {
  const agents = await openGanAgents(workspace)
  if (!agents.ok) return agents
  const { store, files } = open
  const locked = {
    store,
    folders: [files.folder, files.site],
    patience: watch.patience ?? 0,
    busy: (holder: LockHolder) => ganProblem(workspace, open, { type: 'busy', holder }),
  }
  const rest = await underLock(workspace, locked, async () => {
    const ready = await takeUp(workspace, open, { agents: agents.value, watch })
    if (!ready.ok) return ready
    const eyes = openEyes(workspace)
    try {
      return await driveLocked(workspace, open, {
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
  const logged = await calibrate(workspace, state.setup.artifactDir, async () => {
    if (state.at === 'ended')
      await (await workspace.lessons()).observe(state.runId, observationsOf(state), state.updatedAt)
    return ok(state)
  })
  return logged.ok ? rest : logged
}

type Manned = { readonly agents: GanAgents; readonly watch: GanWatch }

/** What happened while nobody worked: a crash, a decision, an edit, or another set-up. */
const takeUp = (
  workspace: Workspace,
  open: OpenGan,
  { agents, watch }: Manned,
): AsyncResult<Run<GanState>> =>
  takeUpRun<GanState, GanCommand, GanStep>({
    machine: ganMachine,
    store: open.store,
    note: (text) => watch.note(text),
    broken: (failure) => ganProblem(workspace, open, failure),
    missed: async (state) =>
      (await unheardDecision(ganMachine, open.store, state)) ??
      changedSince(state, agents) ??
      (await editedSite(workspace, open, { state, watch })),
  })

function changedSince({ setup }: GanLive, agents: GanAgents): GanCommand | null {
  const detail = changedSetup(setup, { agents: describeGanAgents(agents), promptsSha256 })
  return detail === null ? null : { type: 'fault', detail }
}

/** A site that a person edited is taken as it is and judged; one a crash left behind is not. */
async function editedSite(
  workspace: Workspace,
  { files }: OpenGan,
  { state, watch }: { readonly state: GanLive; readonly watch: GanWatch },
): Promise<GanCommand | null> {
  if (state.at !== 'evaluating' && state.at !== 'asking') return null
  const edited = await editedByHand(workspace, files, state)
  if (edited === null) return null
  if (!edited.site.ok) {
    watch.note(`the edited site is not taken: ${edited.site.error}`)
    return null
  }
  const site = await workspace.blobs.put(siteText(edited.site.value))
  watch.note(`the site was edited by hand (${site.slice(0, 8)}); it is taken as it is and judged`)
  return { type: 'adopt-site', site, paths: edited.site.value.map(({ path }) => path) }
}

/** What people made of the site while the run rests is theirs; what a crash left of it is not. */
async function theirFiles(
  workspace: Workspace,
  { files }: OpenGan,
  state: GanState,
): Promise<ReadonlySet<string>> {
  const rests = state.at === 'ended' || state.at === 'asking'
  const edited = rests ? await editedByHand(workspace, files, state) : null
  return edited?.paths ?? new Set()
}

/** Nothing was asked of an agent yet, so nothing was paid for. */
const isUntouched = (state: GanState): boolean =>
  state.at === 'proposing' && state.iteration === 1 && state.spent.calls === 0

/** Nobody marks their own work, unless the configuration allows it by name; the embedded agent has no taste. */
function whoJudges(
  workspace: Workspace,
  { evaluator }: GanAgents,
): 'another' | 'itself' | 'nobody' {
  const name = workspace.agentNameFor('evaluator')
  if (evaluator.identity.kind === 'offline') return 'nobody'
  if (name !== workspace.agentNameFor('builder')) return 'another'
  return workspace.config.acceptance.self_judgement.includes(name) ? 'itself' : 'nobody'
}

type Parts = Pick<Manned, 'agents' | 'watch'> & {
  readonly open: OpenGan
  readonly eyes: Eyes
  readonly inputs: GanInputs
}

/** What the steps of a run work with. */
function benchOf(workspace: Workspace, { open, agents, watch, eyes, inputs }: Parts): GanBench {
  const { texts, brief, contract, tokens, exam } = inputs
  return {
    agentFor: (role) => agents[role],
    answers: open.store.answers,
    blobs: workspace.blobs,
    texts,
    brief,
    contract,
    tokens,
    exam,
    judges: whoJudges(workspace, agents),
    picture: async (viewport, png) => {
      const path = join(workspace.privateFolder, 'gan', open.runId, 'pictures', `${viewport}.png`)
      await workspace.disk.replace(path, png)
      return path
    },
    judge: eyes.judge,
    decide: (obligations, { files, verdict, pictures }, signal) =>
      judgeWork(workspace, obligations, {
        work: { ...workOf(verdict, asSite(files), 'index.html'), pictures, task: texts.brief },
        producer: workspace.agentNameFor('builder'),
        workflow: 'gan',
        signal,
      }),
    repair: workspace.config.workflows.gan.fixers ? eyes.repair : null,
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell: (happening) => watch.happening(happening),
  }
}

async function driveLocked(
  workspace: Workspace,
  open: OpenGan,
  { agents, watch, eyes, from }: Manned & { readonly eyes: Eyes; readonly from: Run<GanState> },
): AsyncResult<GanResting> {
  const inputs = await boundInputs(workspace, open.state)
  if (!inputs.ok) return inputs
  if (ganMachine.due(from.state).type === 'step') eyes.wake()
  const blind = isUntouched(from.state) ? await eyes.blindness() : null
  if (blind !== null) return err(blind)
  const bench = benchOf(workspace, { open, agents, watch, eyes, inputs: inputs.value })
  let theirs = await theirFiles(workspace, open, from.state)
  return driveToRest(workspace, {
    machine: ganMachine,
    store: open.store,
    from,
    work: (step, signal) => work(bench, step, signal),
    stopCommands: stopAfter,
    files(state) {
      const files = filesOf(workspace, state)
      const untouched = theirs
      theirs = new Set()
      return [
        ...projectRun(files, state, workspace.blobs),
        ...projectSite(files, state, workspace.blobs).filter(({ path }) => !untouched.has(path)),
      ]
    },
    watch: (state) => watch.state(state),
    pause: watch.pause,
    broken: (failure) => ganProblem(workspace, open, failure),
  })
}
