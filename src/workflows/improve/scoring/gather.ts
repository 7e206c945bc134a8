import { z } from 'zod'
import { judgeWork } from '../../../asking/exam.ts'
import { onceForTree, onWorkbench } from '../../../checks/acceptance/measure-once.ts'
import { changedFiles } from '../../../checks/acceptance/mutate-change.ts'
import { readTree } from '../../../checks/acceptance/own-files.ts'
import { isProduct } from '../../../checks/acceptance/test-proof.ts'
import { inspectChange } from '../../../checks/integrity/inspect-change.ts'
import { sampleMutants } from '../../../checks/mutation-sample/sample.ts'
import { testCommandOf } from '../../../checks/mutation-sample/test-command.ts'
import { tryMutants } from '../../../checks/mutation-sample/try-mutants.ts'
import { askApplication } from '../../../checks/track/ask-application.ts'
import type { TrackFacts } from '../../../checks/track/facts.ts'
import { measureProject } from '../../../checks/track/measure-project.ts'
import { startApplication } from '../../../checks/track/start-application.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Workbench } from '../../../ports/workbench.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { criteria, type CriterionId, type Evidence, type Questions } from './criteria.ts'
import type { ApplicationFacts, JudgedPoint, Planted } from './facts.ts'
import { placed, placeIn } from './losses.ts'
import { askQuestions, notAsked, type Tried } from './questions.ts'
import { programsIn, tryApi, tryPrograms } from './try-application.ts'

export type GatherOptions = {
  /** The path of the built project. */
  readonly folder: string
  readonly spec: string
  /** What the work orders owed, and what became of it. */
  readonly orders: readonly { readonly obligations: readonly Obligation[] }[]
  readonly isolation: ApplicationFacts['isolation']
  /** The agents that built it, by their names in the configuration. */
  readonly producers?: readonly string[]
  readonly signal: AbortSignal
  readonly onProgress: (what: string) => void
}

/** Everything that the score of an application is made from. */
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

async function gather(workspace: Workspace, options: GatherOptions): Promise<ApplicationFacts> {
  const { folder: root, spec, orders, isolation, signal, onProgress } = options
  const files = await readTree(workspace, root)
  const order = { ...options, files }
  const project = await measureProject(workspace, { root, spec, folder: 'improve' }, order)
  const track = { root, spec, metadata: {} }
  const started = await startApplication(workspace, track, {
    files,
    signal,
    onProgress,
    isAsked: true,
  })
  try {
    const { application } = started
    const programs = application === null ? programsIn(files) : []
    const { planted, tried } = await onBench(workspace, {
      ...order,
      programs,
      passes: project.measured?.tests.state === 'passed',
    })
    const seen = {
      ...asTrack(files, spec),
      measured: project.measured,
      unmeasured: project.why,
      application,
      notStarted: started.why,
    }
    onProgress('looking at the whole')
    const isApi = application !== null && application.pages.size === 0
    const questions = await askQuestions(seen, isApi ? await tryApi(application, spec) : tried)
    const demands = await askApplication(project.ofSpec, application, files)
    return {
      measured: project.measured,
      unmeasured: project.why,
      questions,
      requirements: demands.map((each) => traced(each, orders)),
      planted,
      judged: await judge(workspace, questions, order),
      isolation,
      security: await flawsIn(files),
      lines: Object.fromEntries([...files].map(([path, text]) => [path, countLines(text)])),
      notes: started.notes,
    }
  } finally {
    await started.close()
  }
}

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')

const countLines = (text: string): number => linesOf(text).length

const made = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock)$/

/** The whole project as one track that wrote every line of it. */
function asTrack(files: FileTree, spec: string) {
  const touched = [...files.keys()].filter((path) => !made.test(path))
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
): Promise<{ readonly planted: Planted | string; readonly tried: Tried }> {
  const none = notAsked('it has no command line')
  const unknown = (reason: string) => {
    const open = programs.length === 0 ? none : { status: 'undecided' as const, reason }
    return { planted: reason, tried: { help: open, errors: open } }
  }
  const done = await onWorkbench(workspace, folder, {
    tries: 1,
    refused: (why) => why,
    drifted: (why) => why,
    work: async (bench) => {
      if (passes) onProgress('planting bugs')
      const about = { what: ['planted', 1], schema: PlantedSchema }
      const planted = passes
        ? await onceForTree(workspace, bench, about, () => plant(bench, files, signal))
        : err('the tests do not pass without them')
      const tried =
        programs.length === 0
          ? { help: none, errors: none }
          : await tryPrograms(bench, programs, signal)
      return ok({ planted: planted.ok ? planted.value : planted.error, tried })
    },
  })
  return done.ok ? done.value : unknown(done.error)
}

const PlantedSchema: z.ZodType<Planted> = z.object({
  noticed: z.int(),
  of: z.int(),
  survivors: z.array(
    z.object({
      text: z.string(),
      path: z.string().optional(),
      line: z.int().optional(),
    }),
  ),
})

const mostMutants = 24
const plantSeconds = 180

/** The same bugs for the same project. */
async function plant(
  bench: Workbench,
  files: FileTree,
  signal: AbortSignal,
): AsyncResult<Planted, string> {
  const trees = { before: new Map<string, string>(), after: files }
  const product = [...files.keys()].filter(isProduct)
  const sample = await sampleMutants(await changedFiles(trees, product), {
    seed: 'improve',
    most: mostMutants,
  })
  const tests = testCommandOf(await bench.read('package.json'))
  const plan = { tests, budgetSeconds: plantSeconds }
  const { verdict, reason, score, findings } = await tryMutants(bench, sample, plan, signal)
  if (verdict === 'na') return ok({ noticed: 0, of: 0, survivors: [] })
  if (score === null) return err(reason)
  const survivors = findings
    .filter(({ rule }) => rule !== 'mutation/nothing-noticed')
    .map(({ message, place }) => placed(message, place.path ?? null, place.line ?? null))
  return ok({ noticed: score.noticed, of: score.of, survivors })
}

const critical = /^integrity\/(?:code-from-text|protection-off|secret-added)$/

async function flawsIn(files: FileTree): Promise<readonly Evidence[]> {
  const findings = await inspectChange({ before: new Map(), after: files })
  return findings
    .filter(({ rule, severity }) => severity === 'fail' && critical.test(rule))
    .map(({ message, place }) => placed(message, place.path ?? null, place.line ?? null))
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, ' ')
    .trim()

/** What nobody can decide of the whole may have been shown by the work order for the same sentence. */
function traced(demand: Obligation, orders: GatherOptions['orders']): Obligation {
  if (demand.status !== 'undecided') return demand
  const words = plain(demand.source.text)
  const same = orders
    .flatMap(({ obligations }) => obligations)
    .filter(({ source }) => plain(source.text) === words)
  const shown = same.find(
    ({ status, evidence, self_reported }) =>
      status === 'met' && evidence.length > 0 && self_reported !== true,
  )
  return shown === undefined || same.some(({ status }) => status !== 'met')
    ? demand
    : { ...demand, ...shown, id: demand.id, source: demand.source }
}

/** Lets the judge's agent decide what no check could; only a quote with a place counts. */
async function judge(
  workspace: Workspace,
  questions: Questions,
  { files, spec, signal, producers = [] }: GatherOptions & { readonly files: FileTree },
): Promise<readonly JudgedPoint[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the questions
  const ids = Object.keys(questions) as CriterionId[]
  const open = ids.flatMap((id): readonly Obligation[] => {
    const question = questions[id]
    if (question.status !== 'undecided') return []
    const source = { kind: 'rule' as const, text: criteria[id].about }
    const asked = { id, statement: criteria[id].about, source, reason: question.reason }
    return [{ ...asked, weight: 'should', decided_by: 'judge', status: 'undecided', evidence: [] }]
  })
  if (open.length === 0) return []
  const name = workspace.agentNameFor('judge')
  const text = [...files].map(([path, each]) => `--- ${path}\n${each}`).join('\n')
  const judged = await judgeWork(workspace, open, {
    work: { text: text.slice(0, 400_000), task: '', facts: [spec] },
    workflow: 'improve',
    signal,
    ...(producers.includes(name) ? { producer: name } : {}),
  })
  return judged.flatMap(({ id, status, evidence: [first], self_reported, reason }) => {
    const criterion = ids.find((each) => each === id)
    const quoted = first === undefined ? null : quotedIn(files, first.text)
    if (criterion === undefined || quoted === null || self_reported === true) return []
    if (status !== 'met' && status !== 'unmet') return []
    return [{ criterion, isMet: status === 'met', evidence: { text: reason, ...quoted } }]
  })
}

function quotedIn(files: FileTree, quote: string): Pick<Evidence, 'path' | 'line'> | null {
  const [words = ''] = quote.trim().split('\n')
  for (const [path, text] of files) {
    const index = text.indexOf(words)
    if (index >= 0) return placeIn(`${path}:${text.slice(0, index).split('\n').length}`)
  }
  return null
}
