import type { FileTree } from '../../model/file-tree.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { isTestKind, kindOfFile } from '../integrity/file-kind.ts'
import { functionsOf } from '../integrity/functions.ts'
import { all, type ParseSource } from '../integrity/source.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { isMirror } from './mirror.ts'
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

export type Rerun = {
  readonly tests: readonly TestFileProof[]
  readonly after: TestMeasure
  readonly parse: ParseSource
  readonly options: MeasureOptions
  readonly signal: AbortSignal
  /** The tests while the code gives other results; null where that cannot be had. */
  readonly bent: () => Promise<TestMeasure | null>
}

/**
 * Tests that show something: they assert something about the project, nothing switches them off and they
 * pass. Those of a change also fail on the code before it, run by the engine. Where they could only fail
 * for want of a name, and where there is no code before, they must notice other results.
 */
export async function tellingTests(
  bench: Workbench,
  trees: TreesToMix | null,
  { tests, after, bent, ...run }: Rerun,
): Promise<readonly TestCase[]> {
  const green = tests
    .flatMap(({ cases }) => cases)
    .filter(({ looks, test }) => looks && test.switches.length === 0 && isNamed(after.passes, test))
    .map(({ test }) => test)
    .filter((test) => !isMirror(test))
  if (green.length === 0) return green
  const paths = (trees?.paths ?? []).filter((path) => !isTest(path))
  const before = trees === null ? null : await withOldFiles(bench, trees, { ...run, paths })
  const failed = before?.failures ?? []
  const isUnloaded = ({ source }: TestCase) =>
    failed.some(({ path, name }) => path === source.path && isFile(name, path))
  const red = green.filter(
    (test) => trees === null || isUnloaded(test) || isNamed(namesOf(failed), test),
  )
  const fresh = trees === null ? null : freshNames(trees, paths, run.parse)
  const doubtful = new Set(
    red.filter((test) => fresh === null || isUnloaded(test) || namesAny(test, fresh)),
  )
  const noticed = doubtful.size === 0 ? null : await bent()
  return red.filter(
    (test) => noticed === null || !doubtful.has(test) || isNamed(namesOf(noticed.failures), test),
  )
}

const namesOf = (failures: TestMeasure['failures']) => failures.map(({ name }) => name)

/** Names that the changed files did not have before. */
function freshNames(
  { before, after }: TreesToMix,
  paths: readonly string[],
  parse: ParseSource,
): ReadonlySet<string> {
  const namesIn = (path: string, text: string | undefined): ReadonlySet<string> => {
    const source = text === undefined ? null : parse(path, text)
    if (source === null) return new Set()
    const exported = source.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName }) => exportName.name ?? []),
    )
    return new Set([...exported, ...functionsOf(source).map(({ short }) => short)])
  }
  return new Set(
    paths.flatMap((path) => {
      const old = namesIn(path, before.get(path))
      return [...namesIn(path, after.get(path))].filter((name) => !old.has(name))
    }),
  )
}

const namesAny = ({ source }: TestCase, names: ReadonlySet<string>): boolean =>
  all(source, 'Identifier').some(({ name }) => names.has(name))

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
