import { z } from 'zod'
import { onWorkbench, onceForTree } from '../../../checks/acceptance/measure-once.ts'
import { readTree } from '../../../checks/acceptance/own-files.ts'
import { inspectChange } from '../../../checks/integrity/inspect-change.ts'
import { askApplication, withoutAnswer } from '../../../checks/track/ask-application.ts'
import type { TrackFacts } from '../../../checks/track/facts.ts'
import { measureProject } from '../../../checks/track/measure-project.ts'
import { startApplication, type Started } from '../../../checks/track/start-application.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import type { Evidence } from './criteria.ts'
import type { ApplicationFacts, Planted } from './facts.ts'
import { judgeCriteria } from './judge-criteria.ts'
import { placed } from './losses.ts'
import { askQuestions, notAsked } from './questions.ts'
import { traceRequirements } from './requirements.ts'
import {
  hasPages,
  isServed,
  lookAgain,
  programsIn,
  type Tries,
  tryApi,
  tryPrograms,
} from './try-application.ts'
import { changedFiles } from '../../../checks/acceptance/mutate-change.ts'
import { isProduct } from '../../../checks/acceptance/test-proof.ts'
import { sampleMutants } from '../../../checks/mutation-sample/sample.ts'
import { testCommandOf } from '../../../checks/mutation-sample/test-command.ts'
import { tryMutants } from '../../../checks/mutation-sample/try-mutants.ts'
import type { Workbench } from '../../../ports/workbench.ts'

export type GatherOptions = {
  /** The path of the built project. */
  readonly folder: string
  readonly spec: string
  /** What the work orders owed, and what became of it. */
  readonly orders: readonly { readonly obligations: readonly Obligation[] }[]
  readonly isolation: ApplicationFacts['isolation']
  /** What came with the set-up and was not changed: scripts of agents, rules, settings. It is no part of the application. */
  readonly given?: ReadonlySet<string>
  /** The agents that built it, by their names in the configuration. */
  readonly producers?: readonly string[]
  readonly signal: AbortSignal
  readonly onProgress: (what: string) => void
}

/** Everything that the score of an application is made from. It never throws. */
export async function gatherFacts(
  workspace: Workspace,
  options: GatherOptions,
): AsyncResult<ApplicationFacts, string> {
  try {
    const facts = await gather(workspace, options)
    return options.signal.aborted ? err('it was stopped before it was scored') : ok(facts)
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

/** All files but what tells agents what to do, and those that agents made. What a set-up says to agents meets no demand of a spec. */
async function filesOf(workspace: Workspace, { folder, given = new Set() }: GatherOptions) {
  const commands = Object.values(workspace.config.agents).flatMap((agent) =>
    'command' in agent ? (agent.command ?? []) : [],
  )
  const scripts = new Set(commands.map((word) => word.replace(/^\.\//, '')))
  const isTold = (path: string) => given.has(path) && (statement.test(path) || scripts.has(path))
  const files = new Map([...(await readTree(workspace, folder))].filter(([path]) => !isTold(path)))
  return { files, own: new Map([...files].filter(([path]) => !given.has(path))) }
}

const statement =
  /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|SKILL)\.md$|(?:^|\/)(?:prompts|skills)\/|^loopwright(?:\.rules)?(?:\.ya?ml$|\/)/i

async function gather(workspace: Workspace, options: GatherOptions): Promise<ApplicationFacts> {
  const { folder: root, spec, orders, isolation, signal, onProgress } = options
  const { files, own } = await filesOf(workspace, options)
  const order = { ...options, files }
  const owed = orders.flatMap(({ obligations }) => obligations)
  const project = { root, spec, folder: 'improve' }
  const { measured, why, ofSpec } = await measureProject(workspace, project, order)
  const app = await startApplication(
    workspace,
    { root, spec, metadata: {} },
    { files, signal, onProgress, isAsked: true, pictures: true },
  )
  try {
    const { application } = app
    const programs = application === null ? programsIn(files) : []
    const tries = await onBench(workspace, {
      ...order,
      files: own,
      programs,
      passes: measured?.tests.state === 'passed',
    })
    const isApi = application !== null && !(await hasPages(application))
    const { answered, wrong } = await askIt(app, { ofSpec, spec, files, isApi })
    const tried = wrong ?? tries.tried
    const pages = [...(application?.pages.values() ?? [])]
    const isHidden =
      application === null ? programs.length === 0 && isServed(files) : !isApi && pages.length === 0
    const unseen = isHidden ? ([app.why, ...app.notes].find(Boolean) ?? null) : null
    const again = application === null ? [] : await lookAgain(workspace, application, signal)
    onProgress('looking at the whole')
    const track = { ...asTrack(files, own, spec), application, notStarted: app.why }
    const questions = await askQuestions(
      { ...track, measured, unmeasured: why },
      { ...tried, unseen, again },
    )
    return {
      measured,
      unmeasured: why,
      questions,
      requirements: [
        ...startIn(app.starts, files),
        ...tries.tried.runs,
        ...(await traceRequirements(answered, spec, { pages, orders: owed })),
      ],
      planted: tries.planted,
      isBuilt: own.size > 0,
      judged: await judgeCriteria(workspace, questions, order),
      isolation,
      security: await flawsIn(own),
      lines: Object.fromEntries([...files].map(([path, text]) => [path, linesOf(text).length])),
      screens: pages[0]?.screenshots ?? [],
      // a library has nothing to start, and nobody asks for it
      notes: app.starts?.status === 'not_applicable' && unseen === null ? [] : app.notes,
    }
  } finally {
    await app.close()
  }
}

type Asked = Pick<TrackFacts, 'spec' | 'files'> & {
  readonly ofSpec: readonly Obligation[]
  readonly isApi: boolean
}

/** What it answers to what the specification asks, and then, since that may end it, to wrong input. */
async function askIt({ application, starts }: Started, { ofSpec, spec, files, isApi }: Asked) {
  const answered =
    starts?.status === 'unmet'
      ? withoutAnswer(ofSpec, starts.reason)
      : await askApplication(ofSpec, application, files)
  return { answered, wrong: application === null ? null : await tryApi(application, spec, isApi) }
}

/** Whoever is meant to be started must start; what people call by its name is tried by itself. */
const startIn = (starts: Obligation | undefined, files: FileTree): readonly Obligation[] =>
  starts === undefined ||
  starts.status === 'not_applicable' ||
  !isServed(files) ||
  programsIn(files).length > 0
    ? []
    : [{ ...starts, source: { kind: 'workflow', text: starts.statement } }]

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')

const made = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock)$/

/** The whole project as one track that wrote every line of its own files. */
function asTrack(files: FileTree, own: FileTree, spec: string) {
  const touched = [...own.keys()].filter((path) => !made.test(path))
  const changes = touched.flatMap((path) =>
    linesOf(files.get(path) ?? '').map((text, index) => ({
      path,
      type: 'added' as const,
      line: index + 1,
      text,
    })),
  )
  return {
    id: 'improve',
    folder: '.loopwright',
    spec,
    plan: { tasks: [], dag: null, dagProblem: null, discovered: [] },
    planText: '',
    metadata: {},
    commits: [{ sha: '', subject: '', files: touched, isMerged: true, changes }],
    touched,
    files,
    documents: new Map(),
  } satisfies Partial<TrackFacts>
}

type OnBench = GatherOptions & {
  readonly files: FileTree
  readonly programs: readonly string[]
  readonly passes: boolean
}

/** Bugs are planted and programs are started in a copy of the project. */
async function onBench(
  workspace: Workspace,
  { folder, files, programs, passes, signal, onProgress }: OnBench,
): Promise<{
  readonly planted: Planted | string
  readonly tried: Tries
}> {
  const none = notAsked('it has no command line')
  const nothing = {
    planted: 'the tests do not pass without them',
    tried: { help: none, errors: none, runs: [] },
  }
  if (!passes && programs.length === 0) return nothing
  const done = await onWorkbench(workspace, folder, {
    tries: 1,
    refused: (why) => why,
    drifted: (why) => why,
    work: async (bench) => {
      if (passes) onProgress('planting bugs')
      const bugs = passes ? await plantBugs(workspace, bench, files, signal) : err(nothing.planted)
      const tried =
        programs.length === 0 ? nothing.tried : await tryPrograms(bench, programs, signal)
      return ok({ planted: bugs.ok ? bugs.value : bugs.error, tried })
    },
  })
  if (done.ok) return done.value
  const open = programs.length === 0 ? none : ({ status: 'undecided', reason: done.error } as const)
  return { planted: done.error, tried: { help: open, errors: open, runs: [] } }
}

const critical = /^integrity\/(?:code-from-text|protection-off|secret-added)$/

async function flawsIn(files: FileTree): Promise<readonly Evidence[]> {
  const findings = await inspectChange({ before: new Map(), after: files })
  return findings
    .filter(({ rule, severity }) => severity === 'error' && critical.test(rule))
    .map(({ message, place }) => placed(message, place.path ?? null, place.line ?? null))
}

const place = { path: z.string().optional(), line: z.int().optional() }
const Schema: z.ZodType<Planted> = z.object({
  noticed: z.int(),
  of: z.int(),
  survivors: z.array(z.object({ text: z.string(), ...place })),
})

const mostBugs = 16
const budgetSeconds = 240

/** Plants the same bugs in the same project, and keeps what the tests noticed. */
const plantBugs = (
  workspace: Workspace,
  bench: Workbench,
  files: FileTree,
  signal: AbortSignal,
): AsyncResult<Planted, string> =>
  onceForTree(workspace, bench, { what: ['planted', 1], schema: Schema }, async () => {
    const trees = { before: new Map<string, string>(), after: files }
    const changed = await changedFiles(trees, [...files.keys()].filter(isProduct))
    const sample = await sampleMutants(changed, { seed: 'improve', most: mostBugs })
    const tests = testCommandOf(await bench.read('package.json'))
    const report = await tryMutants(bench, sample, { tests, budgetSeconds }, signal)
    if (report.verdict === 'na') return ok({ noticed: 0, of: 0, survivors: [] })
    if (report.score === null) return err(report.reason)
    const survivors = report.findings
      .filter(({ rule }) => rule !== 'mutation/nothing-noticed')
      .map((each) => placed(each.message, each.place.path ?? null, each.place.line ?? null))
    return ok({ noticed: report.score.noticed, of: report.score.of, survivors })
  })
