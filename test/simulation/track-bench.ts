import type { FileTree } from '../../src/model/file-tree.ts'
import { met } from '../../src/checks/track/evaluation.ts'
import type { Obligation } from '../../src/model/obligation.ts'
import { err, ok } from '../../src/model/result.ts'
import { verdictOf } from '../../src/obligations/verdict.ts'
import { utf8Of } from '../../src/ports/disk.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import type { TrackStep } from '../../src/workflows/track/machine.ts'
import type { TrackReport } from '../../src/workflows/track/report.ts'
import { directors, type TrackBench } from '../../src/workflows/track/steps/bench.ts'
import { openTreeAt, sweepTrees } from '../../src/workflows/track/sweep.ts'
import type { OpenTrack } from '../../src/workflows/track/tracks.ts'
import { trackAgent } from './track-agents.ts'
import type { SimulatedRepository } from './track-repository.ts'
import type { Process, World } from './world.ts'

export type TrackScene = {
  readonly world: World
  readonly repository: SimulatedRepository
  /** Whether directors are bound to agents. */
  readonly hasBoard: boolean
  /** Questions whose answers were kept, and how many power cuts ago. */
  readonly asked: Map<string, { readonly key: string; readonly cuts: number }>
}

/** What the real steps of a track work with, in a simulated world. */
export function trackBenchFor(
  scene: TrackScene,
  process: Process,
  { workspace, store, step }: { workspace: Workspace; store: OpenTrack['store']; step: TrackStep },
): TrackBench {
  const { world, repository } = scene
  const git = repository.openFor(process)
  const agent = trackAgent(world, process, repository)
  return {
    agentFor: () => agent,
    nameOf: (role) => role,
    isBound: (role) => scene.hasBoard && (role === 'cto' || Object.hasOwn(directors, role)),
    answers: askedOnce(scene, store.answers, step),
    blobs: workspace.blobs,
    async headCommit() {
      const facts = await git.inspect()
      return facts.ok ? ok(facts.value.head) : err(facts.error.what)
    },
    openTree: (id, base) => openTreeAt(git, { id, base }),
    sweepTrees: (track, keep) => sweepTrees(git, track, keep),
    append: (next) => git.append(next),
    fingerprint: () => git.fingerprint(),
    async filesAt(commit) {
      const files = await git.filesAt(commit)
      return files.ok ? ok(files.value.files) : err(files.error.what)
    },
    otherTracks: async () => [],
    async document(path) {
      const shared = path.startsWith('conductor/') ? path : `conductor/${path}`
      const bytes = await workspace.disk.read(`${workspace.root}/${shared}`)
      return bytes === null ? null : utf8Of(bytes)
    },
    allowsSelfJudgement: () => false,
    evaluate: async (_, folder) => reportOn(repository.at(folder)?.files ?? new Map()),
    now: () => workspace.clock.now().toISOString(),
    elapsedMs: () => (world.isSteady ? 0 : world.clock.elapsedMs()),
    tell: () => undefined,
  }
}

/** Law 2: a question whose answer was kept is put in the same words after a crash. */
function askedOnce(
  { world, asked }: TrackScene,
  answers: TrackBench['answers'],
  { run }: TrackStep,
): TrackBench['answers'] {
  const placeOf = (key: string) =>
    JSON.stringify([key.slice(0, key.lastIndexOf(':')), run.plan, run.spec, run.guidance])
  return {
    async get(key) {
      const before = asked.get(placeOf(key))
      if (before !== undefined && before.key !== key && before.cuts === world.powerCuts())
        world.violate('law-2', `${before.key} was asked again in other words`)
      return answers.get(key)
    },
    async keep(key, answer) {
      await answers.keep(key, answer)
      asked.set(placeOf(key), { key, cuts: world.powerCuts() })
    },
  }
}

/** The files of a project that were made by a track, with what each is worth. */
export const worthOf = (files: FileTree): ReadonlyMap<string, string> =>
  new Map(
    [...files]
      .filter(([path]) => path.startsWith('src/'))
      .map(([path, text]) => [path, text.split(' ')[0] ?? '']),
  )

const statuses: Readonly<Record<string, Obligation['status']>> = { bad: 'unmet', odd: 'undecided' }

function reportOn(files: FileTree): TrackReport {
  const worth = [...worthOf(files)]
  const prices = worth.filter(([, each]) => each === 'price').map(([path]) => path)
  const part = (id: string) => met(id, id, 'looked at')
  const obligations = worth.map(([path, each]): Obligation => {
    const status = statuses[each] ?? 'met'
    return {
      id: `task.${path}`,
      statement: `${path} is good`,
      source: { kind: 'task', text: path },
      weight: 'must',
      decided_by: 'judge',
      status,
      reason: each,
      evidence: status === 'met' ? [{ text: each }] : [],
      self_reported: each === 'thin',
    }
  })
  const build: Obligation = {
    id: 'structural.build',
    statement: 'it builds',
    source: { kind: 'workflow', text: 'structural checks' },
    weight: 'must',
    decided_by: 'check',
    status: 'met',
    reason: 'it builds',
    evidence: [{ text: 'exit 0' }],
  }
  const all = [build, ...obligations]
  const verdicts = { accepted: 'PASS', not_accepted: 'FAIL', undecided: 'NOT DECIDED' } as const
  return {
    evaluations: [],
    structural: {
      planUpdated: part('plan-updated'),
      scope: part('scope'),
      noSkipped: part('no-skipped'),
      build: part('build'),
      businessDocs: part('business-docs'),
      impact: prices.map((path) => ({ kind: 'pricing', what: 'a price', path })),
      syncRequired: prices.length > 0,
    },
    id: 'sim-run',
    folder: 'conductor/tracks/sim-run',
    at: '2026-03-01T10:00:00.000Z',
    verdict: verdicts[verdictOf(all).verdict],
    affectedDocs: [],
    obligations: all,
    notes: [],
  }
}
