import { judgeChange } from '../../src/checks/acceptance/judge-change.ts'
import { measure } from '../../src/checks/acceptance/measure.ts'
import { Measurement } from '../../src/checks/acceptance/measurement.ts'
import { inspectChange } from '../../src/checks/integrity/inspect-change.ts'
import { changedLines, isMutable } from '../../src/checks/mutation-sample/changed-lines.ts'
import type { MutationVerdict } from '../../src/checks/mutation-sample/mutant.ts'
import { sampleMutants } from '../../src/checks/mutation-sample/sample.ts'
import { testCommandOf } from '../../src/checks/mutation-sample/test-command.ts'
import { tryMutants } from '../../src/checks/mutation-sample/try-mutants.ts'
import { treesOf, type Change, type Trees } from './cases.ts'
import type { Tree } from './projects.ts'
import { withBench, type Kept } from './stage.ts'

export type Found = {
  readonly rule: string
  readonly path: string | null
  readonly line: number | null
  readonly message: string
}

/** What one layer says of one change. `null`: it was not asked. */
export type Said = { readonly found: readonly Found[]; readonly ms: number }

const forever = new AbortController().signal
const version = 1

/** The diff-aware layer, by itself. */
export async function integrityOf(change: Change): Promise<Said> {
  const { before, after } = treesOf(change)
  const begun = performance.now()
  const findings = await inspectChange({
    before: new Map(Object.entries(before)),
    after: new Map(Object.entries(after)),
    ...(change.asked === undefined ? {} : { asked: change.asked }),
  })
  const found = findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule, place, message }) => ({
      rule,
      path: place.path ?? null,
      line: place.line ?? null,
      message,
    }))
  return { found, ms: performance.now() - begun }
}

async function measured(tree: Tree, kept: Kept): Promise<Measurement> {
  const value = await kept(['measure', version, tree], () =>
    withBench(tree, async (bench) => {
      const done = await measure(bench, { elapsedMs: () => performance.now() }, forever)
      if (!done.ok) throw new Error(done.error.reason)
      return done.value
    }),
  )
  return Measurement.parse(value)
}

const limits = { coverage: 80, complexity: 10, lines: 500 }

/** Build, tests, coverage, lint, open work, complexity and size, with the limits that people use. */
export async function metricsOf(change: Change, kept: Kept): Promise<Said> {
  const { before, after } = treesOf(change)
  const was = await measured(before, kept)
  const is = await measured(after, kept)
  const files = changedPaths({ before, after })
  const { findings } = judgeChange(was, is, { files, at: '2026-01-01T00:00:00.000Z' })
  const found: Found[] = findings
    .filter(({ since, severity }) => since === 'change' && severity !== 'info')
    .filter(({ rule }) => !/^coverage|complexity/.test(rule))
    .map(({ rule, path, line, message }) => ({ rule: `metrics/${rule}`, path, line, message }))
  const say = (rule: string, message: string) =>
    found.push({ rule: `metrics/${rule}`, path: null, line: null, message })
  if (is.build.state !== 'passed') say('build', is.build.state)
  if (is.tests.state !== 'passed') say('tests', is.tests.state)
  const percent = is.coverage.percent ?? 0
  if (percent < limits.coverage) say('coverage', `${percent} %`)
  if (is.lint.errors + is.lint.warnings > 0) say('lint', `${is.lint.errors} errors`)
  for (const file of is.files.filter(({ path }) => files.includes(path))) {
    if (file.lines > limits.lines) say('size', file.path)
    const old = was.files.find(({ path }) => path === file.path)?.functions ?? []
    for (const { name, line, complexity } of file.functions)
      if (
        complexity > limits.complexity &&
        !old.some((each) => each.name === name && each.complexity > limits.complexity)
      )
        found.push({ rule: 'metrics/complexity', path: file.path, line, message: name })
  }
  return { found, ms: is.seconds * 1000 }
}

const changedPaths = ({ before, after }: Trees): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  )

const sampleLimits = { most: 6, seconds: 60 }

export type Tried = Said & { readonly verdict: MutationVerdict; readonly reason: string }

/** Bugs planted on the changed lines. */
export async function mutantsOf(change: Change, kept: Kept): Promise<Tried> {
  const trees = treesOf(change)
  const files = await Promise.all(
    changedPaths(trees)
      .filter((path) => trees.after[path] !== undefined && isMutable(path))
      .map(async (path) => {
        const text = trees.after[path] ?? ''
        const before = trees.before[path] ?? null
        return { path, text, before, lines: await changedLines(before, text) }
      }),
  )
  const sample = await sampleMutants(files, { seed: change.id, most: sampleLimits.most })
  return kept(['mutants', version + 3, sampleLimits, change.id, trees], async () => {
    const begun = performance.now()
    const report = await withBench(trees.after, (bench) =>
      tryMutants(
        bench,
        sample,
        {
          tests: testCommandOf(trees.after['package.json'] ?? null),
          compile: ['tsc', '--noEmit', '-p', 'tsconfig.json'],
          budgetSeconds: sampleLimits.seconds,
        },
        forever,
      ),
    )
    const found = report.findings.map(({ rule, place, message, evidence = '' }) => ({
      rule,
      path: place.path ?? null,
      line: place.line ?? null,
      message: `${message} ${evidence}`,
    }))
    const { verdict, reason } = report
    return { found, ms: performance.now() - begun, verdict, reason }
  })
}
