import type { BenchCommand, Workbench } from '../../ports/workbench.ts'
import type { Fate, Mutant, MutantSample, MutationReport, Trial, TrialPlan } from './mutant.ts'
import { probed, reachedFile, unreached, wasLoaded } from './probes.ts'
import { couldNotCheck, nothingToTry, reportOf, withoutTests } from './report.ts'
import { mutated } from './sample.ts'
import { couldNotRead, relatedSuite, sawNoTests, wholeSuite } from './test-command.ts'

type Argv = readonly [string, ...string[]]

/** How the tests of one mutated file are run, and how long they take without a bug. */
type Suite = {
  readonly of: (paths: readonly string[]) => Argv
  readonly ms: number
  /** The runner says that no test imports any of the files. */
  readonly stranger: boolean
}

/** Runs the project's tests against each mutant, one at a time, until the budget is used. */
export async function tryMutants(
  workbench: Workbench,
  sample: MutantSample,
  plan: TrialPlan,
  signal: AbortSignal,
): Promise<MutationReport> {
  if (sample.mutants.length === 0) return nothingToTry(sample)
  const watch = openStopwatch(workbench, plan.budgetSeconds * 1000, signal)
  const suite = await unmutated(watch, sample, plan)
  if ('refusal' in suite) return couldNotCheck(suite.refusal, sample, watch.spent())
  if ('empty' in suite) return withoutTests(sample, watch.spent())
  const idle = await placesNoTestRuns(workbench, watch, sample, suite)
  // nobody imports the files: what survives there is not run, whatever the compiler says of it
  const compiles = suite.stranger ? async () => true : compiler(workbench, watch, plan)
  const trials: Trial[] = []
  for (const mutant of sample.mutants) {
    const isProgram = sample.programs.includes(mutant.path)
    const reached = !idle.has(mutant.id) && !(isProgram && suite.stranger)
    const fate = reached
      ? await tryOne(workbench, watch, mutant, { sample, suite, compiles })
      : 'no-tests'
    if (fate === 'no-tests')
      trials.push({ mutant, fate: isProgram ? 'not-run' : 'survived', reached: false })
    else trials.push({ mutant, fate, reached: !(suite.stranger && fate === 'survived') })
  }
  return reportOf(sample, trials, watch.spent())
}

async function unmutated(
  watch: Stopwatch,
  sample: MutantSample,
  { tests }: TrialPlan,
): Promise<Suite | { readonly refusal: string } | { readonly empty: true }> {
  const paths = [...new Set(sample.mutants.map(({ path }) => path))]
  const related = relatedSuite(tests, paths)
  const ran = related === null ? null : await watch.run(related, null)
  if (ran !== null && ran.type === 'refused') return { refusal: ran.reason }
  if (ran?.type === 'exited' && ran.code === 0 && !sawNoTests(ran.output))
    return {
      of: (some) => relatedSuite(tests, some) ?? wholeSuite(tests),
      ms: ran.ms,
      stranger: false,
    }
  const all = await watch.run(wholeSuite(tests), null)
  const stranger = ran?.type === 'exited' && sawNoTests(ran.output)
  if (all.type === 'exited' && all.code === 0)
    return { of: () => wholeSuite(tests), ms: all.ms, stranger }
  if (all.type === 'exited' && sawNoTests(all.output)) return { empty: true }
  return { refusal: whyNot(all) }
}

function whyNot(ran: Ran): string {
  if (ran.type === 'refused') return ran.reason
  if (ran.type === 'late') return 'the budget is used before the tests have run once without a bug'
  if (ran.type === 'stopped') return `the tests were stopped without a bug in them: ${ran.limit}`
  const said = /^.*(?:FAIL|Error:|not ok|✗|×).*$/m.exec(ran.output)?.[0].trim().slice(0, 200)
  return `the tests fail without a bug in them (exit ${ran.code})${said === undefined ? '' : `: ${said}`}`
}

async function placesNoTestRuns(
  workbench: Workbench,
  watch: Stopwatch,
  sample: MutantSample,
  suite: Suite,
): Promise<ReadonlySet<string>> {
  const touched = sample.files.filter(({ path }) =>
    sample.mutants.some((each) => each.path === path),
  )
  // one more run pays off only where it may save several
  if (sample.mutants.length < 3) return new Set()
  try {
    for (const file of touched) {
      const text = await probed(file, sample.mutants, workbench.root)
      if (text === null) return new Set()
      await workbench.write(file.path, text)
    }
    const ran = await watch.run(suite.of(touched.map(({ path }) => path)), suite.ms)
    if (ran.type !== 'exited' || ran.code !== 0) return new Set()
    const notes = await workbench.read(reachedFile)
    const silent = touched.filter((file) => !wasLoaded(file, notes))
    for (const { path } of silent) await workbench.write(path, brokenText)
    const paths = silent.map(({ path }) => path)
    const broken = paths.length === 0 ? null : await watch.run(suite.of(paths), suite.ms)
    // tests that pass without the files would pass with any bug in them
    const unread = broken?.type === 'exited' && broken.code === 0 ? paths : []
    return new Set([
      ...unreached(sample, notes),
      ...sample.mutants.filter(({ path }) => unread.includes(path)).map(({ id }) => id),
    ])
  } finally {
    for (const file of touched) await workbench.write(file.path, file.text)
    await workbench.write(reachedFile, null)
  }
}

const brokenText = "throw new Error('this file was loaded')\n"

type Setting = {
  readonly sample: MutantSample
  readonly suite: Suite
  readonly compiles: (path: string, text: string, bad: string) => Promise<boolean>
}

async function tryOne(
  workbench: Workbench,
  watch: Stopwatch,
  mutant: Mutant,
  { sample, suite, compiles }: Setting,
): Promise<Fate | 'no-tests'> {
  const text = sample.files.find(({ path }) => path === mutant.path)?.text ?? ''
  if (!watch.affords(suite.ms)) return 'not-run'
  const bad = mutated(text, mutant)
  await workbench.write(mutant.path, bad)
  try {
    const ran = await watch.run(suite.of([mutant.path]), suite.ms)
    const fate = fateOf(ran)
    if (fate === 'survived' && !(await compiles(mutant.path, text, bad))) return 'broken'
    return fate
  } finally {
    await workbench.write(mutant.path, text)
  }
}

function fateOf(ran: Ran): Fate | 'no-tests' {
  if (ran.type === 'refused' || ran.type === 'late') return 'not-run'
  if (ran.type === 'stopped') {
    if (ran.limit === 'cancelled') return 'not-run'
    return ran.limit === 'time' ? 'timed-out' : 'killed'
  }
  if (sawNoTests(ran.output)) return 'no-tests'
  if (ran.code === 0) return 'survived'
  return couldNotRead(ran.output) ? 'broken' : 'killed'
}

/** Asks the compiler about survivors, if it is content with the project as it is. */
function compiler(
  workbench: Workbench,
  watch: Stopwatch,
  { compile }: TrialPlan,
): Setting['compiles'] {
  let useful: boolean | null = compile === undefined ? false : null
  return async (path, text, bad) => {
    if (compile === undefined) return true
    if (useful === null) {
      await workbench.write(path, text)
      const plain = await watch.run(compile, null)
      useful = plain.type === 'exited' && plain.code === 0
      await workbench.write(path, bad)
    }
    if (!useful || !watch.affords(1000)) return true
    const ran = await watch.run(compile, null)
    return ran.type !== 'exited' || ran.code === 0
  }
}

type Ran =
  | { readonly type: 'exited'; readonly code: number; readonly output: string; readonly ms: number }
  | { readonly type: 'stopped'; readonly limit: string; readonly ms: number }
  /** The budget ended the run, not the time that a run of its kind may take. */
  | { readonly type: 'late' }
  | { readonly type: 'refused'; readonly reason: string }

/** Runs commands while the budget lasts, and counts what they take. */
type Stopwatch = {
  readonly spent: () => number
  readonly affords: (ms: number) => boolean
  /** `usual`: how long such a run takes; it is stopped when it takes far longer. */
  readonly run: (argv: BenchCommand['argv'], usual: number | null) => Promise<Ran>
}

const slack = { times: 4, ms: 3_000 }

function openStopwatch(workbench: Workbench, budgetMs: number, signal: AbortSignal): Stopwatch {
  let spent = 0
  const left = () => budgetMs - spent
  return {
    spent: () => spent,
    affords: (ms) => left() >= ms && left() > 0,
    run: async (argv, usual) => {
      if (left() <= 0) return { type: 'late' }
      const patience = usual === null ? Infinity : usual * slack.times + slack.ms
      const wallMs = Math.ceil(Math.min(patience, left()))
      const env = { CI: '1', NO_COLOR: '1', npm_lifecycle_event: 'test' }
      const ran = await workbench.run({ argv, env, limits: { wallMs } }, signal)
      if (!ran.ok) return { type: 'refused', reason: ran.error.reason }
      const { value } = ran
      spent += value.ms
      if (value.type === 'exited')
        return {
          type: 'exited',
          code: value.code,
          output: `${value.stdout}\n${value.stderr}`,
          ms: value.ms,
        }
      if (value.limit === 'time' && patience > wallMs) return { type: 'late' }
      return { type: 'stopped', limit: value.limit, ms: value.ms }
    },
  }
}
