import { totalmem } from 'node:os'
import { readTree } from '../../../checks/acceptance/own-files.ts'
import { type GitFacts, readCommits } from '../../../checks/track/commits.ts'
import type { FactsInTime } from '../../../checks/track/evaluate.ts'
import type { TrackFacts } from '../../../checks/track/facts.ts'
import { readSyncFlag } from '../../../checks/track/impact.ts'
import type { Workbench } from '../../../ports/workbench.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { askApplication, wantedAnswer } from '../../../checks/track/ask-application.ts'
import { wantedText } from '../../../checks/track/shown-text.ts'
import { examOf, measureProject } from '../../../checks/track/measure-project.ts'
import type { GatherOrder, TrackFiles } from './read-track.ts'
import {
  needsApplication,
  startApplication,
  type Started,
} from '../../../checks/track/start-application.ts'

export type Gathered = {
  readonly facts: FactsInTime
  readonly notes: () => Promise<readonly string[]>
  /** Stops the application. */
  close(): Promise<void>
}

const businessDocument =
  /^conductor\/[^/]+\.md$|(?:^|\/)(?:pricing|plans|tiers)\.(?:json|ya?ml|ts|js)$/

/** Everything that the specialists look at, as it comes: the commands of the project and its pages side by side. */
export async function gather(
  workspace: Workspace,
  track: TrackFiles,
  order: GatherOrder,
): Promise<Gathered> {
  const { root, spec } = track
  const files = await readTree(workspace, root)
  const exam = await examOf(workspace, spec, order)
  const isAsked = exam.items.some(
    ({ source: { text } }) => wantedAnswer(text) !== null || wantedText(text) !== null,
  )
  const built = Promise.withResolvers<Workbench | null>()
  const early = Promise.withResolvers<Early | null>()
  const measuring = measured(workspace, track, {
    ...order,
    files,
    exam,
    ...(needsApplication(track, isAsked) ? { onBuilt: built.resolve } : {}),
  }).finally(() => built.resolve(null))
  const settled = isRoomy(workspace) ? Promise.resolve() : measuring
  const starting = settled.then(() =>
    startApplication(workspace, track, {
      ...order,
      files,
      isAsked,
      built: built.promise,
      ...(isRoomy(workspace) ? { onRunning: early.resolve } : {}),
    }),
  )
  void starting.catch(() => null).then(() => early.resolve(null))
  const base = readCommits((args) => workspace.git(root, args), shasOf(track)).then((commits) =>
    staticFacts(track, { ...commits, files, isRoomy: isRoomy(workspace) }),
  )
  const started = Promise.all([base, starting]).then(([facts, app]) => ({
    ...facts,
    ...startedFacts(app),
  }))
  const running = Promise.all([base, early.promise]).then(([facts, app]) =>
    app === null ? started : { ...facts, ...app },
  )
  const commanded = Promise.all([base, measuring]).then(([facts, project]) => ({
    ...facts,
    ...project,
  }))
  const whole = Promise.all([started, measuring]).then(async ([facts, project]) => ({
    ...facts,
    ...project,
    ofSpec: await askApplication(project.ofSpec, facts.application, files),
  }))
  for (const each of [running, started, commanded, whole]) void each.catch(() => null)
  return {
    facts: { running, started, measured: commanded, whole },
    notes: async () => [...((await measuring).measured?.notes ?? []), ...(await starting).notes],
    async close() {
      await Promise.allSettled([measuring])
      await (await starting.catch(() => null))?.close()
      await (await built.promise)?.close()
    },
  }
}

const startedFacts = ({ application, why, starts, withUpstream }: Started) => ({
  application,
  notStarted: why,
  ...(starts === undefined ? {} : { starts }),
  ...(withUpstream === undefined ? {} : { withUpstream }),
})

type Early = Pick<TrackFacts, 'application' | 'withUpstream'>

/** What the commands of the project say, as facts. */
async function measured(
  workspace: Workspace,
  track: TrackFiles,
  order: Parameters<typeof measureProject>[2],
) {
  const { why, types, ...project } = await measureProject(workspace, track, order)
  return { ...project, unmeasured: why, ...(types === null ? {} : { types }) }
}

/** All that needs no command. */
const staticFacts = (
  { id, folder, spec, plan, planText, metadata, others }: TrackFiles,
  { commits, repository, files, isRoomy: roomy }: GitFacts & Pick<TrackFacts, 'files' | 'isRoomy'>,
) => ({
  isRoomy: roomy === true,
  id,
  folder,
  spec,
  plan,
  planText,
  metadata,
  commits,
  repository,
  touched: [...new Set(commits.flatMap((commit) => commit.files))].filter((path) =>
    files.has(path),
  ),
  files,
  measured: null,
  unmeasured: null,
  application: null,
  notStarted: null,
  documents: new Map([...files].filter(([path]) => businessDocument.test(path))),
  syncFlag: readSyncFlag([
    ...others,
    { path: 'plan.md', text: planText },
    { path: 'metadata.json', text: textsIn(metadata.loop_state?.checkpoints?.['EXECUTE']) },
  ]),
})

const roomyBytes = 16 * 1024 ** 3

/** Elsewhere the application starts behind the tests: it keeps memory that they would wait for. */
const isRoomy = ({ config }: Pick<Workspace, 'config'>): boolean =>
  totalmem() * config.resources.machine.memory_share >= roomyBytes

const textsIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textsIn).join('\n')
      : ''

/** Commits of tasks, and those that the executor recorded. */
function shasOf({ plan, metadata }: TrackFiles): readonly string[] {
  const recorded =
    JSON.stringify(metadata.loop_state?.checkpoints?.['EXECUTE'] ?? '').match(
      /"sha":"([0-9a-f]{7,40})"/g,
    ) ?? []
  return [
    ...plan.tasks.flatMap(({ sha }) => sha ?? []),
    ...recorded.map((each) => each.slice(7, -1)),
  ]
}
