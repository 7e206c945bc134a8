import { join, posix } from 'node:path'
import { tellTo } from '../../asking/ask-role.ts'
import type { OtherTrack } from '../../checks/track/evaluate-plan.ts'
import { readPlan } from '../../checks/track/plan.ts'
import type { Bench, Watch } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { readText } from '../../ports/disk.ts'
import { below, seenFrom } from '../../ports/repository-prefix.ts'
import { type Repository, type RepositoryFacts, repositoryProblem } from '../../ports/repository.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { sharedFolder } from './documents-of.ts'
import { evaluateFiles } from './evaluation/evaluate-files.ts'
import type { TrackStep } from './machine.ts'
import { metadataOf } from './metadata-of.ts'
import type { TrackCommand, TrackRun, TrackState } from './state.ts'
import { directors, type TrackBench, trackRoles } from './steps/bench.ts'
import { work } from './steps/work.ts'
import { openTreeAt, sweepTrees } from './sweep.ts'
import { foreignTracks, type OpenTrack, readKeptTrack, trackNames } from './tracks.ts'

/** What the steps of a track work with, for one sitting. */
export async function openBench(
  workspace: Workspace,
  { state, store }: OpenTrack,
  watch: Pick<Watch<never>, 'progress' | 'note'>,
): AsyncResult<Bench<TrackState, TrackCommand, TrackStep>> {
  const agents = await openAgents(workspace)
  if (!agents.ok) return agents
  const repository = await workspace.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  const tell = tellTo(watch)
  const parts = {
    agents: agents.value,
    repository,
    facts: facts.value,
    answers: store.answers,
    tell,
  }
  const bench = trackBench(workspace, state, parts)
  return ok({
    // a track lives for days: whoever is bound today is asked, and every event says who it was
    bound: null,
    async begin(from) {
      if (from.at === 'basing') notesOf(facts.value, state).forEach((note) => watch.note(note))
      return ok(null)
    },
    work: (step, signal) => work(bench, step, signal),
  })
}

/** Documents of tracks are Loopwright's to write; that they are not committed says nothing. */
function notesOf({ notes, uncommitted, prefix }: RepositoryFacts, { setup }: TrackRun) {
  const own = `${posix.join(prefix, sharedFolder(setup))}/`
  const isTheirs = uncommitted.some((path) => !path.startsWith(own))
  return isTheirs ? notes : notes.filter((note) => !note.startsWith('Uncommitted'))
}

/** Opens everybody who may be asked, so that a wrong binding is told before anything is done. */
async function openAgents(
  workspace: Pick<Workspace, 'config' | 'openAgent' | 'agentNameFor'>,
): AsyncResult<ReadonlyMap<string, Agent>> {
  const seats = [...Object.keys(directors), 'cto'].filter((role) => isBound(workspace, role))
  const agents = new Map<string, Agent>()
  for (const role of [...trackRoles, ...seats]) {
    const opened = await workspace.openAgent(workspace.agentNameFor(role))
    if (!opened.ok) return opened
    agents.set(role, opened.value)
  }
  return ok(agents)
}

const isBound = ({ config }: Pick<Workspace, 'config'>, role: string): boolean =>
  Object.hasOwn(config.roles, role)

type Parts = {
  readonly agents: ReadonlyMap<string, Agent>
  readonly repository: Repository
  readonly facts: RepositoryFacts
  readonly answers: TrackBench['answers']
  readonly tell: TrackBench['tell']
}

function trackBench(
  workspace: Workspace,
  { setup }: Pick<TrackRun, 'setup'>,
  { agents, repository, facts: { prefix }, answers, tell }: Parts,
): TrackBench {
  const shared = sharedFolder(setup)
  return {
    agentFor(role) {
      const agent = agents.get(role)
      if (agent === undefined) throw new Error(`nobody is bound to ${role}`)
      return agent
    },
    nameOf: (role) => workspace.agentNameFor(role),
    isBound: (role) => isBound(workspace, role),
    answers,
    blobs: workspace.blobs,
    async headCommit() {
      const now = await repository.inspect()
      return now.ok ? ok(now.value.head) : err(now.error.what)
    },
    async openTree(id, base) {
      const tree = await openTreeAt(repository, { id, base })
      return tree.ok ? ok(seenFrom(prefix, tree.value)) : tree
    },
    sweepTrees: (track, keep) => sweepTrees(repository, track, keep),
    append: (next) => repository.append(next),
    async fingerprint() {
      const print = await repository.fingerprint()
      if (!print.ok) return print
      const own = posix.join(prefix, shared)
      return ok(
        Object.fromEntries(Object.entries(print.value).filter(([key]) => !key.includes(`${own}/`))),
      )
    },
    async filesAt(commit) {
      const files = await repository.filesAt(commit)
      if (!files.ok) return err(files.error.what)
      return ok(prefix === '' ? files.value.files : below(prefix, files.value.files))
    },
    otherTracks: (track) => otherTracks(workspace, track),
    document(path) {
      const from = path.startsWith(`${shared}/`) ? path : posix.join(shared, path)
      return readText(workspace.disk, join(workspace.root, from))
    },
    allowsSelfJudgement: () =>
      ['executor', 'fixer'].some((role) =>
        workspace.config.acceptance.self_judgement.includes(workspace.agentNameFor(role)),
      ),
    evaluate: (run, folder, signal) =>
      evaluateFiles(workspace, filesToEvaluate(run, folder), {
        signal,
        producers: ['executor', 'fixer'].map((role) => workspace.agentNameFor(role)),
        onProgress: (what) => tell({ type: 'doing', what }),
      }),
    now: () => workspace.clock.now().toISOString(),
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell,
  }
}

/** A track as the run knows it: nothing that an agent wrote into its documents is looked at. */
const filesToEvaluate = (run: TrackRun, root: string) => ({
  id: run.setup.trackId,
  at: join(root, run.setup.folder),
  root,
  folder: run.setup.folder,
  spec: run.spec,
  plan: readPlan(run.plan),
  planText: run.plan,
  metadata: metadataOf({ ...run, at: 'evaluating' }),
  others: [],
  notes: [],
})

/** The other tracks of the folder, whoever made them. */
async function otherTracks(
  workspace: Pick<Workspace, 'root' | 'config' | 'disk' | 'privateFolder'>,
  track: string,
): Promise<readonly OtherTrack[]> {
  const names = [...(await trackNames(workspace)), ...(await foreignTracks(workspace))]
  const others: OtherTrack[] = []
  for (const name of names.filter((each) => each !== track)) {
    const { plan, metadata } = await readKeptTrack(workspace, name)
    others.push({
      id: name,
      isComplete: metadata.ok && /^(?:complete|done)/.test(metadata.value.status ?? ''),
      tasks: plan.tasks.map(({ title, files }) => ({ title, files })),
    })
  }
  return others
}
