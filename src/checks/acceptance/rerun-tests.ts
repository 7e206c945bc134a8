import type { FileTree } from '../../model/file-tree.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { isTestKind, kindOfFile } from '../integrity/file-kind.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { measureTestsAgain, type MeasureOptions } from './measure.ts'
import type { TestMeasure } from './measurement.ts'
import type { TestFileProof } from './test-proof.ts'

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
 * Tests that show something: they assert something about the project, nothing switches them off and they
 * pass. Those of a change also fail on the code before it, run by the engine.
 */
export async function tellingTests(
  bench: Workbench,
  trees: TreesToMix | null,
  {
    tests,
    after,
    ...run
  }: {
    readonly tests: readonly TestFileProof[]
    readonly after: TestMeasure
    readonly options: MeasureOptions
    readonly signal: AbortSignal
  },
): Promise<readonly TestCase[]> {
  const green = tests
    .flatMap(({ cases }) => cases)
    .filter(({ looks, test }) => looks && test.switches.length === 0 && isNamed(after.passes, test))
    .map(({ test }) => test)
  if (trees === null || green.length === 0) return green
  const paths = trees.paths.filter((path) => !isTest(path))
  const before = await withOldFiles(bench, trees, { ...run, paths })
  const failed = before?.failures ?? []
  return green.filter(
    (test) =>
      failed.some(({ path, name }) => path === test.source.path && isFile(name, path)) ||
      isNamed(
        failed.map(({ name }) => name),
        test,
      ),
  )
}

/** A file that could not be loaded fails under its own name. */
const isFile = (name: string, path: string): boolean =>
  name.endsWith('(the file itself)') || name === path || name.endsWith(`/${path}`)

/** Whether a runner names this test; a title with holes stands for many. */
export function isNamed(names: readonly string[], { leaf }: TestCase): boolean {
  const holes = /\$\{[^}]*\}|%[sdifjop#]|\$[A-Za-z_][\w.]*/
  if (leaf === '' || !holes.test(leaf))
    return names.some((name) => name === leaf || name.endsWith(` ${leaf}`))
  const parts = leaf
    .replace(/^`|`$/g, '')
    .split(new RegExp(holes, 'g'))
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?:^| )${parts.join('.*')}$`, 's')
  return parts.join('').trim().length > 3 && names.some((name) => pattern.test(name))
}
