import { type AsyncResult, ok } from '../../model/result.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { checksTypes, isInstalled, planCommands, planTypeCheck } from './commands.ts'
import { measureBuild } from './measure-build.ts'
import { type MeasureContext } from './measure-context.ts'
import { measureFile, sourcePaths } from './measure-files.ts'
import { measureLint } from './measure-lint.ts'
import { measureTests } from './measure-tests.ts'
import type {
  BuildMeasure,
  CommandRun,
  MeasuredFile,
  Measurement,
  TestMeasure,
} from './measurement.ts'
import { type ProjectPackage, readPackage, scriptProblems } from './project-scripts.ts'

export type MeasureOptions = {
  /** Commands of the user's own; they go before what the project offers. */
  readonly commands?: { readonly build?: string; readonly test?: string; readonly lint?: string }
  /** Seconds for the first attempt; a time-out is tried again with at least 120 and then 300. */
  readonly seconds?: { readonly build?: number; readonly test?: number; readonly lint?: number }
  /** The least seconds of the second and the third attempt after a time-out. */
  readonly retrySeconds?: readonly number[]
  /** The project without the change: what ended there soon is not waited for long. */
  readonly before?: Measurement
  /** Whether a path belongs to the project; what git ignores does not. */
  readonly isOwn?: (path: string) => boolean
  readonly elapsedMs: () => number
  readonly onProgress?: (what: string) => void
  /** Called before the tests run, which wait for it. */
  readonly onBuilt?: (build: BuildMeasure) => void | Promise<void>
}

const firstSeconds = { build: 120, test: 180, lint: 60 } as const
const laterSeconds = [120, 300] as const

/** Measures a project with its own commands and a parser. */
export async function measure(
  bench: Workbench,
  options: MeasureOptions,
  signal: AbortSignal,
): AsyncResult<Measurement, SandboxRefusal> {
  const begun = options.elapsedMs()
  const tell = options.onProgress ?? (() => undefined)
  const packageText = await bench.read('package.json')
  const project = readPackage(packageText)
  tell('reading the sources')
  const files = await measureSources(bench, await ownFiles(bench, options))
  const plan = await planCommands(bench, project, options.commands ?? {})
  const within = await contextFor(bench, project, options, signal)

  if ('shown' in plan.build) tell(`building: ${plan.build.shown}`)
  const build = await measureBuild(within, plan.build, files)
  if (!build.ok) return build
  await options.onBuilt?.(build.value.build)
  if (plan.test !== null) tell(`testing: ${plan.test.shown}`)
  const tests = await measureTests(within, plan)
  if (!tests.ok) return tests
  if (plan.lint !== null) tell(`linting: ${plan.lint.shown}`)
  const lint = await measureLint(within, plan.lint)
  if (!lint.ok) return lint

  const parts = [build.value, tests.value, lint.value]
  return ok({
    version: 1,
    tree: bench.tree,
    sandbox: bench.kind,
    seconds: Math.round(options.elapsedMs() - begun) / 1000,
    files: [...files],
    build: build.value.build,
    tests: tests.value.tests,
    coverage: tests.value.coverage,
    lint: lint.value.lint,
    commands: parts.flatMap(({ commands }) => [...commands]),
    scripts: [...scriptProblems(project.scripts, packageText ?? '')],
    notes: [
      ...(project.problem === null ? [] : [project.problem]),
      ...plan.notes,
      ...parts.flatMap(({ notes }) => [...notes]),
    ],
  })
}

/** The type check of a project that was built, unless its build made it; null where it has no compiler. */
export async function measureTypes(
  bench: Workbench,
  options: MeasureOptions & { readonly built?: BuildMeasure },
  signal: AbortSignal,
): AsyncResult<BuildMeasure | null, SandboxRefusal> {
  const project = readPackage(await bench.read('package.json'))
  const plan = await planTypeCheck(bench, project)
  if (plan === null) return ok(null)
  const { built } = options
  const { build } = await planCommands(bench, project, options.commands ?? {})
  if (built?.state === 'passed' && build.by === 'command' && checksTypes(build.script))
    return ok({ ...built, decided_by: 'type-check' })
  const context = await contextFor(bench, project, options, signal)
  const measured = await measureBuild(context, plan, [])
  return measured.ok ? ok(measured.value.build) : measured
}

/** Only the tests, once more, for a bench whose files were changed since. */
export async function measureTestsAgain(
  bench: Workbench,
  options: MeasureOptions,
  signal: AbortSignal,
): AsyncResult<TestMeasure, SandboxRefusal> {
  const project = readPackage(await bench.read('package.json'))
  const tests = await measureTests(
    await contextFor(bench, project, options, signal),
    await planCommands(bench, project, options.commands ?? {}),
    { repeats: false },
  )
  return tests.ok ? ok(tests.value.tests) : tests
}

const atOnce = 32

/** Packages that the project asks for and that nobody installed. */
async function absentPackages(
  bench: Workbench,
  { dependencies }: ProjectPackage,
): Promise<ReadonlySet<string>> {
  const absent = new Set<string>()
  for (const name of dependencies) if (!(await isInstalled(bench, name))) absent.add(name)
  return absent
}

async function measureSources(
  bench: Workbench,
  own: readonly string[],
): Promise<readonly MeasuredFile[]> {
  const paths = sourcePaths(own)
  const files: MeasuredFile[] = []
  for (let next = 0; next < paths.length; next += atOnce) {
    const batch = paths.slice(next, next + atOnce)
    const texts = await Promise.all(batch.map((path) => bench.read(path)))
    for (const [index, path] of batch.entries()) {
      const text = texts[index]
      if (typeof text === 'string') files.push(await measureFile(path, text))
    }
  }
  return files
}

const ownFiles = async (bench: Workbench, { isOwn = () => true }: MeasureOptions) =>
  (await bench.list()).filter(isOwn)

async function contextFor(
  bench: Workbench,
  project: ProjectPackage,
  options: MeasureOptions,
  signal: AbortSignal,
): Promise<MeasureContext> {
  const { name, version } = project
  const { seconds, retrySeconds = laterSeconds, before } = options
  const env = { npm_package_name: name, npm_package_version: version, INIT_CWD: bench.root }
  return {
    bench,
    signal,
    places: { root: bench.root, files: new Set(await ownFiles(bench, options)) },
    absent: await absentPackages(bench, project),
    ladder: (purpose: CommandRun['purpose']) => ({
      purpose,
      seconds: seconds?.[purpose] ?? firstSeconds[purpose],
      retrySeconds: retrySeconds.filter((each) => each <= longestFor(purpose, before)),
      env,
    }),
  }
}

/** How much longer than before a command may take until it hangs rather than being slow. */
const slower = 20

/** A command that did not end before the change was given all its time then. */
function longestFor(purpose: CommandRun['purpose'], before: Measurement | undefined): number {
  const run = before?.commands.find((each) => each.purpose === purpose)
  if (run === undefined) return Infinity
  const ended = run.attempts.findLast(({ stopped }) => stopped === null)
  return ended === undefined ? 0 : ended.seconds * slower
}
