import { totalmem } from 'node:os'
import { completeExam, judgeWork } from '../../../asking/exam.ts'
import { codeVocabulary } from '../../../checks/acceptance/exam.ts'
import { judgeCode } from '../../../checks/acceptance/judge-code.ts'
import { measureTypes } from '../../../checks/acceptance/measure.ts'
import { measureOnce, onWorkbench } from '../../../checks/acceptance/measure-once.ts'
import type { BuildMeasure, Measurement } from '../../../checks/acceptance/measurement.ts'
import { readCommits } from '../../../checks/track/commits.ts'
import type { evaluateTrack } from '../../../checks/track/evaluate.ts'
import type { TrackFacts } from '../../../checks/track/facts.ts'
import { readSyncFlag } from '../../../checks/track/impact.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { err, ok } from '../../../model/result.ts'
import { examFrom } from '../../../obligations/exam.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { onlyOwn, readTree } from '../../../checks/acceptance/own-files.ts'
import { askApplication, wantedAnswer } from './ask-application.ts'
import { demandsIn } from './demands.ts'
import type { GatherOrder, TrackFiles } from './read-track.ts'
import { startApplication } from './start-application.ts'

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

/** An agent that made the work judges it as the one who made it. */
function producerOf(
  { agentNameFor }: Pick<Workspace, 'agentNameFor'>,
  { producers = [] }: GatherOrder,
  role: string,
): { readonly producer?: string } {
  const name = agentNameFor(role)
  return producers.includes(name) ? { producer: name } : {}
}

type Measured = {
  readonly measured: Measurement | null
  readonly types: BuildMeasure | null
  readonly why: string | null
  readonly ofSpec: readonly Obligation[]
}

async function measureProject(
  workspace: Workspace,
  { root, spec, folder }: TrackFiles,
  { files, ...order }: GatherOrder & Pick<TrackFacts, 'files'>,
): Promise<Measured> {
  const own = await onlyOwn(workspace, root)
  const settings = {
    elapsedMs: () => workspace.clock.elapsedMs(),
    onProgress: (what: string) => order.onProgress(what),
    ...own,
  }
  const common = { workflow: 'check', signal: order.signal } as const
  const asking = { ...common, ...producerOf(workspace, order, 'judge') }
  const asked = examFrom(demandsIn(spec), 'task', codeVocabulary)
  const reading = { ...common, ...producerOf(workspace, order, 'reader') }
  const { exam } = await completeExam(workspace, asked, reading)
  const result = await onWorkbench<Measured, string>(workspace, root, {
    tries: 1,
    refused: (why) => why,
    drifted: (why) => why,
    work: async (bench) => {
      const measured = await measureOnce(workspace, bench, settings, order.signal)
      if (!measured.ok) return err(measured.error.reason)
      const types =
        measured.value.build.decided_by === 'command'
          ? await measureTypes(bench, settings, order.signal)
          : ok(null)
      const judged = await judgeCode(
        bench,
        {
          asking: { exam, judge: (open, work) => judgeWork(workspace, open, { ...asking, work }) },
          before: null,
          after: { tree: files, measured: measured.value },
          paths: [],
          task: spec,
          threshold: 0,
          mutationSeconds: 0,
          seed: folder,
          at: workspace.clock.now().toISOString(),
          onProgress: (what) => order.onProgress(what),
          options: settings,
        },
        order.signal,
      )
      return ok({
        measured: measured.value,
        types: types.ok ? types.value : null,
        why: null,
        ofSpec: judged.obligations.filter(({ source }) => source.kind === 'task'),
      })
    },
  })
  return result.ok ? result.value : { measured: null, types: null, why: result.error, ofSpec: [] }
}
