import type { FileTree } from '../../model/file-tree.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { isTestKind, kindOfFile } from '../integrity/file-kind.ts'
import { slice } from '../integrity/source.ts'
import { measureTestsAgain, type MeasureOptions } from './measure.ts'
import type { TestMeasure } from './measurement.ts'
import type { CaseProof, TestFileProof } from './test-proof.ts'

export type TreesToMix = {
  readonly before: FileTree
  readonly after: FileTree
  readonly paths: readonly string[]
}

/** Runs the tests with some files as they were before the change, and puts them back. */
async function withOldFiles(
  bench: Workbench,
  { before, after }: TreesToMix,
  {
    paths,
    options,
    signal,
  }: { paths: readonly string[]; options: MeasureOptions; signal: AbortSignal },
): Promise<TestMeasure | null> {
  for (const path of paths) await bench.write(path, before.get(path) ?? null)
  const ran = await measureTestsAgain(bench, options, signal)
  for (const path of paths) await bench.write(path, after.get(path) ?? null)
  return ran.ok ? ran.value : null
}

const isTest = (path: string): boolean =>
  isTestKind(kindOfFile(path)) || /(?:^|\/)tests?\.[cm]?[jt]s$/.test(path)

/**
 * A criterion that a new test names, that fails on the code before the change and passes on the code after
 * it, is met. The test must hold every value that the criterion tells.
 */
export async function metByTests(
  bench: Workbench,
  trees: TreesToMix,
  { asked, tests }: { asked: readonly Obligation[]; tests: readonly TestFileProof[] },
  run: {
    readonly options: MeasureOptions
    readonly after: TestMeasure
    readonly signal: AbortSignal
  },
): Promise<readonly Obligation[]> {
  const open = asked.flatMap((each) => {
    if (each.status !== 'undecided' || each.decided_by !== 'judge') return []
    const found = caseFor(each.source.text, tests)
    return found === null ? [] : [{ id: each.id, found }]
  })
  if (open.length === 0 || run.after.state !== 'passed') return asked
  const paths = trees.paths.filter((path) => !isTest(path))
  const before = await withOldFiles(bench, trees, { ...run, paths })
  const named = (names: readonly string[], title: string) =>
    names.some((name) => name === title || name.endsWith(` ${title}`))
  return asked.map((each) => {
    const one = open.find(({ id }) => id === each.id)
    if (one === undefined) return each
    const { leaf, source } = one.found.test
    const wasRed =
      before?.state === 'failed' &&
      (named(
        before.failures.map(({ name }) => name),
        leaf,
      ) ||
        before.failures.some(
          ({ path, name }) => path === source.path && name.includes('the file itself'),
        ))
    if (!wasRed || !named(run.after.passes, leaf)) return each
    const text = `the test "${leaf}" fails before the change and passes after it`
    const evidence = [{ text, where: source.path }]
    return { ...each, status: 'met' as const, decided_by: 'test' as const, reason: text, evidence }
  })
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The test whose title says the criterion, and whose body holds the values in it. */
function caseFor(criterion: string, tests: readonly TestFileProof[]): CaseProof | null {
  const words = plain(criterion)
  const values = criterion.match(/\d+(?:\.\d+)?|"[^"]+"|`[^`]+`/g) ?? []
  for (const { cases } of tests)
    for (const each of cases) {
      const { title, body, source } = each.test
      if (!each.looks || body === null || !plain(title).includes(words)) continue
      const text = slice(source, body)
      if (values.every((value) => text.includes(value.replace(/^["`]|["`]$/g, '')))) return each
    }
  return null
}
