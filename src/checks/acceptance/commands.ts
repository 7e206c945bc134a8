import type { Workbench } from '../../ports/workbench.ts'
import { compilerAt, findCompiler, noCompiler } from '../code/compiler.ts'
import { withLintReports, withTestReports, type TestKit } from './instrument.ts'
import { isTestPath, sourcePaths } from './measure-files.ts'
import { managerOf, usableScript, type ProjectPackage } from './project-scripts.ts'
import { segmentsOf } from '../integrity/shell.ts'
import { programOf } from './shell-script.ts'

/** A command: as a person would type it, and as it is run. */
export type PlannedCommand = {
  readonly shown: string
  readonly script: string
  /** The user named it, and so what it prints is believed. */
  readonly isUsers?: true
  /** What it needs to see besides the project. */
  readonly show?: readonly { readonly from: string; readonly at: string }[]
}

export type BuildPlan =
  | (PlannedCommand & { readonly by: 'command' | 'type-check' })
  | { readonly by: 'nothing' }
  /** `missing`: why a compiler could not be asked besides. */
  | { readonly by: 'parse'; readonly missing?: string }

export type CommandPlan = {
  readonly build: BuildPlan
  readonly test: PlannedCommand | null
  /** The tests as they are meant, for where what is asked of the runner besides gets in their way. */
  readonly plainTest: PlannedCommand | null
  /** Node is asked which lines ran, since the runner is not. */
  readonly countsLines: boolean
  readonly lint: PlannedCommand | null
  readonly notes: readonly string[]
}

export type WantedCommands = {
  readonly build?: string
  readonly test?: string
  readonly lint?: string
}

/** Decides which commands say whether a project builds, passes its tests and is clean. */
export async function planCommands(
  bench: Workbench,
  project: ProjectPackage,
  wanted: WantedCommands,
): Promise<CommandPlan> {
  const files = new Set(await bench.list())
  const manager = managerOf(files)
  const script = (name: 'build' | 'test' | 'lint'): PlannedCommand | null => {
    const own = wanted[name]
    if (own !== undefined) return { shown: own, script: own, isUsers: true }
    const result = usableScript(project.scripts, name)
    return result === null ? null : { shown: `${manager} run ${name}`, script: result }
  }
  const test = script('test') ?? (await detectTests(bench, project, files))
  const lint = script('lint') ?? (await detectLint(bench, files))
  const coverage = await canCover(bench, test?.script ?? '')
  const report = (covered: boolean): PlannedCommand | null =>
    test === null
      ? null
      : { ...test, script: withTestReports(test.script, { root: bench.root, coverage: covered }) }
  return {
    build: await planBuild(bench, project, { own: script('build'), files }),
    test: report(coverage.can),
    plainTest:
      test === null
        ? null
        : (onlyTests(test, { root: bench.root, coverage: coverage.can }) ??
          plain(test, report(false))),
    countsLines: !countsByItself(test?.script ?? ''),
    lint: lint === null ? null : { ...lint, script: withLintReports(lint.script, bench.root) },
    notes: coverage.note === null ? [] : [coverage.note],
  }
}

/** Whether a script that ends well has made the type check of the whole project on its way. */
export function checksTypes(script: string): boolean {
  const segments = segmentsOf(script)
  return (
    segments.every(({ sign }) => sign === '' || sign === '&&') &&
    segments.map(programOf).some(
      ([program, ...rest]) =>
        program === 'tsc' &&
        // other settings may leave files out
        rest.every((word) =>
          /^(?:--noEmit|--pretty|true|false|-p|--project|(?:\.\/)?tsconfig\.json|\.)$/.test(word),
        ),
    )
  )
}

/** The type check of a project whose build makes none; null where it has no compiler. */
export async function planTypeCheck(
  bench: Workbench,
  project: ProjectPackage,
): Promise<BuildPlan | null> {
  const plan = await planBuild(bench, project, { own: null, files: new Set(await bench.list()) })
  return plan.by === 'type-check' ? plan : null
}

async function planBuild(
  bench: Workbench,
  project: ProjectPackage,
  { own, files }: { readonly own: PlannedCommand | null; readonly files: ReadonlySet<string> },
): Promise<BuildPlan> {
  if (own !== null) return { ...own, by: 'command' }
  const settings = files.has('tsconfig.json') ? await bench.read('tsconfig.json') : null
  const compiler = settings === null ? null : await compilerFor(bench, project)
  if (settings !== null && compiler !== null) {
    const options = /"references"\s*:\s*\[\s*\{/.test(settings)
      ? '-b --pretty false'
      : '--noEmit -p tsconfig.json --pretty false'
    const { program, show } = compiler
    return { by: 'type-check', shown: `tsc ${options}`, script: `${program} ${options}`, show }
  }
  if (sourcePaths([...files]).length === 0) return { by: 'nothing' }
  if (settings === null) return { by: 'parse' }
  if (project.dependencies.size === 0)
    return { by: 'parse', missing: `the build could not run: ${noCompiler}` }
  if (!project.dependencies.has('typescript')) return { by: 'parse' }
  return {
    by: 'parse',
    missing:
      "the build could not run: typescript is not installed; install the project's packages first",
  }
}

/** The project's own compiler; the one beside Loopwright where the project asks for no packages at all, so that none is missing. */
async function compilerFor(
  bench: Workbench,
  { dependencies }: ProjectPackage,
): Promise<{
  readonly program: string
  readonly show: NonNullable<PlannedCommand['show']>
} | null> {
  if (await isInstalled(bench, 'typescript')) return { program: 'tsc', show: [] }
  if (dependencies.size > 0) return null
  const from = findCompiler()?.folder
  if (from === undefined) return null
  if (bench.kind === 'none') return { program: `'${from}/tsc'`, show: [] }
  return { program: `${compilerAt}/tsc`, show: [{ from, at: compilerAt }] }
}

const plain = (test: PlannedCommand, bare: PlannedCommand | null): PlannedCommand =>
  /\b(?:vitest|jest)\b/.test(test.script) ? (bare ?? test) : test

const runnerNames =
  /^(?:vitest|jest|mocha|ava|tap|tape|uvu|jasmine|c8|nyc|playwright|borp|lab|qunit|tsx|node|bun)$/

/** `lint && test && types`: the tests by themselves, for where something before them stops the script. */
function onlyTests(test: PlannedCommand, kit: TestKit): PlannedCommand | null {
  const segments = segmentsOf(test.script)
  const own = segments.filter((segment) => runnerNames.test(programOf(segment)[0] ?? ''))
  if (own.length === 0 || own.length === segments.length) return null
  if (segments.some(({ sign }) => sign !== '' && sign !== '&&')) return null
  const script = own.map(({ text }) => text.trim()).join(' && ')
  return { ...test, shown: script, script: withTestReports(script, kit) }
}

/** Runners that count coverage, and those that run something else than the files as they are written. */
const countsByItself = (script: string): boolean =>
  /\b(?:vitest|jest|react-scripts|c8|nyc|tap|bun|playwright|cypress)\b|--test\b|--coverage\b/.test(
    script,
  )

export const isInstalled = async (bench: Workbench, name: string): Promise<boolean> =>
  (await bench.read(`node_modules/${name}/package.json`)) !== null

async function detectTests(
  bench: Workbench,
  { dependencies }: ProjectPackage,
  files: ReadonlySet<string>,
): Promise<PlannedCommand | null> {
  const tests = sourcePaths([...files]).filter(isTestPath)
  if (tests.length === 0) return null
  for (const [name, script] of [
    ['vitest', 'vitest run'],
    ['jest', 'jest'],
    ['mocha', 'mocha'],
    ['ava', 'ava'],
    ['tap', 'tap'],
    ['uvu', 'uvu'],
    ['jasmine', 'jasmine'],
  ] as const)
    if (dependencies.has(name) && (await isInstalled(bench, name))) return { shown: script, script }
  const text = await bench.read(tests[0] ?? '')
  if (text === null) return null
  if (/['"]vitest['"]/.test(text) && (await isInstalled(bench, 'vitest')))
    return { shown: 'vitest run', script: 'vitest run' }
  return /['"]node:test['"]/.test(text) ? { shown: 'node --test', script: 'node --test' } : null
}

const lintSettings: readonly (readonly [file: RegExp, name: string, script: string])[] = [
  [/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?)$/, 'eslint', 'eslint .'],
  [/^(?:\.oxlintrc\.jsonc?|oxlint\.config\.ts)$/, 'oxlint', 'oxlint'],
  [/^biome\.jsonc?$/, '@biomejs/biome', 'biome lint .'],
]

async function detectLint(
  bench: Workbench,
  files: ReadonlySet<string>,
): Promise<PlannedCommand | null> {
  for (const [file, name, script] of lintSettings)
    if ([...files].some((path) => file.test(path)) && (await isInstalled(bench, name)))
      return { shown: script, script }
  return null
}

/** vitest counts coverage only with one of its two packages; without it, asking would fail the tests. */
async function canCover(
  bench: Workbench,
  script: string,
): Promise<{ readonly can: boolean; readonly note: string | null }> {
  const usesVitest = segmentsOf(script).some((segment) => programOf(segment).includes('vitest'))
  if (!usesVitest) return { can: true, note: null }
  for (const name of ['@vitest/coverage-v8', '@vitest/coverage-istanbul'])
    if (await isInstalled(bench, name)) return { can: true, note: null }
  return {
    can: false,
    note: 'vitest cannot count coverage without @vitest/coverage-v8 or @vitest/coverage-istanbul: coverage is unknown',
  }
}
