import { totalmem } from 'node:os'
import { askApplication, wantedAnswer } from '../../../checks/track/ask-application.ts'
import { readCommits } from '../../../checks/track/commits.ts'
import type { evaluateTrack } from '../../../checks/track/evaluate.ts'
import { readSyncFlag } from '../../../checks/track/impact.ts'
import { measureProject } from '../../../checks/track/measure-project.ts'
import { startApplication } from '../../../checks/track/start-application.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { readTree } from '../../../checks/acceptance/own-files.ts'
import type { GatherOrder, TrackFiles } from './read-track.ts'

export type Gathered = {
  readonly facts: Parameters<typeof evaluateTrack>[0]
  readonly notes: readonly string[]
  /** Stops the application. */
  close(): Promise<void>
}

const businessDocument =
  /^conductor\/[^/]+\.md$|(?:^|\/)(?:pricing|plans|tiers)\.(?:json|ya?ml|ts|js)$/

/** Everything that the specialists look at. */
export async function gather(
  workspace: Workspace,
  track: TrackFiles,
  order: GatherOrder,
): Promise<Gathered> {
  const { root, spec, plan, planText, metadata, folder, id } = track
  const git = (args: readonly string[]) => workspace.git(root, args)
  const files = await readTree(workspace, root)
  const start = (isAsked: boolean) =>
    startApplication(workspace, track, { ...order, files, isAsked })
  const starting = isRoomy(workspace) ? start(false) : Promise.resolve(null)
  const [{ commits, repository }, project, early] = await Promise.all([
    readCommits(git, shasOf(track)),
    measureProject(workspace, track, { ...order, files }),
    starting,
  ]).catch(async (error: unknown) => {
    await (await starting.catch(() => null))?.close()
    throw error
  })
  const isAsked = project.ofSpec.some(({ source }) => wantedAnswer(source.text) !== null)
  const app =
    early === null || (isAsked && early.application === null) ? await start(isAsked) : early
  const touched = [...new Set(commits.flatMap((commit) => commit.files))].filter((path) =>
    files.has(path),
  )
  const summaries = [
    ...track.others,
    { path: 'plan.md', text: planText },
    { path: 'metadata.json', text: textsIn(metadata.loop_state?.checkpoints?.['EXECUTE']) },
  ]
  const facts: Gathered['facts'] = {
    id,
    folder,
    spec,
    plan,
    planText,
    metadata,
    commits,
    repository,
    touched,
    files,
    measured: project.measured,
    unmeasured: project.why,
    ...(project.types === null ? {} : { types: project.types }),
    application: app.application,
    notStarted: app.why,
    ...(app.withUpstream === undefined ? {} : { withUpstream: app.withUpstream }),
    ofSpec: await askApplication(project.ofSpec, app.application, files),
    documents: new Map([...files].filter(([path]) => businessDocument.test(path))),
    syncFlag: readSyncFlag(summaries),
  }
  return {
    facts,
    notes: [...(project.measured?.notes ?? []), ...app.notes],
    close: () => app.close(),
  }
}

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
