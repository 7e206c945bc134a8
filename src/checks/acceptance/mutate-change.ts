import { changedLines } from '../mutation-sample/changed-lines.ts'
import type { ChangedFile, MutationReport } from '../mutation-sample/mutant.ts'
import { sampleMutants } from '../mutation-sample/sample.ts'
import { testCommandOf } from '../mutation-sample/test-command.ts'
import { tryMutants } from '../mutation-sample/try-mutants.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Workbench } from '../../ports/workbench.ts'

/** More are not tried in any budget a person would wait for. */
const mostMutants = 60

/** A bug that does not compile is none that the tests should have noticed. */
const compile = ['tsc', '--noEmit', '-p', 'tsconfig.json'] as const

type ChangeToMutate = {
  readonly before: FileTree
  readonly after: FileTree
  readonly paths: readonly string[]
  readonly seconds: number
  /** The same seed plants the same bugs. */
  readonly seed: string
}

/** Plants small bugs in the lines of a change and sees whether the project's tests notice. */
export async function mutateChange(
  workbench: Workbench,
  { before, after, paths, seconds, seed }: ChangeToMutate,
  signal: AbortSignal,
): Promise<MutationReport> {
  const files = await changedFiles({ before, after }, paths)
  const sample = await sampleMutants(files, { seed, most: mostMutants })
  const tests = testCommandOf(await workbench.read('package.json'))
  const plan = { tests, budgetSeconds: seconds, ...(after.has('tsconfig.json') ? { compile } : {}) }
  return tryMutants(workbench, sample, plan, signal)
}

export async function changedFiles(
  { before, after }: Pick<ChangeToMutate, 'before' | 'after'>,
  paths: readonly string[],
): Promise<readonly ChangedFile[]> {
  const files: ChangedFile[] = []
  for (const path of paths) {
    const text = after.get(path)
    if (text === undefined) continue
    const old = before.get(path) ?? null
    files.push({ path, text, before: old, lines: await changedLines(old, text) })
  }
  return files
}
