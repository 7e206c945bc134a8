import { reachOf } from '../checks/acceptance/change-reach.ts'
import { codeObligations } from '../checks/acceptance/code-obligations.ts'
import { judgeChange } from '../checks/acceptance/judge-change.ts'
import type { Judgement } from '../checks/acceptance/judgement.ts'
import type { Measurement } from '../checks/acceptance/measurement.ts'
import { proofsOf } from '../checks/acceptance/test-proof.ts'
import { readChange } from '../checks/integrity/change.ts'
import type { Asked, IntegrityFinding } from '../checks/integrity/finding.ts'
import { inspectChange } from '../checks/integrity/inspect-change.ts'
import { loadParser } from '../checks/integrity/source.ts'
import { testPairs } from '../checks/integrity/test-pairs.ts'
import type { MutationReport } from '../checks/mutation-sample/mutant.ts'
import type { FileTree } from '../model/file-tree.ts'
import type { Obligation } from '../model/obligation.ts'
import type { Workbench } from '../ports/workbench.ts'
import { mutateChange } from './code-mutation.ts'

/** A project, or a change of it where there is a `before`, after it was measured. */
export type CodeToJudge = {
  readonly before: { readonly tree: FileTree; readonly measured: Measurement } | null
  readonly after: { readonly tree: FileTree; readonly measured: Measurement }
  /** Paths that the change touched. */
  readonly paths: readonly string[]
  readonly asked?: Asked
  /** The task in its own words; null where nobody told. */
  readonly task: string | null
  readonly threshold: number
  readonly mutationSeconds: number
  readonly seed: string
  readonly at: string
  onProgress(what: string): void
}

export type CodeJudgement = {
  readonly judgement: Judgement
  readonly integrity: readonly IntegrityFinding[]
  readonly mutation: MutationReport | null
  /** What every project and every change owes, and how it stands. */
  readonly obligations: readonly Obligation[]
}

/** Judges code by its scores, by what the change did besides, and by what it owes. */
export async function judgeCode(
  workbench: Workbench,
  code: CodeToJudge,
  signal: AbortSignal,
): Promise<CodeJudgement> {
  const { before, after, paths, asked, task, threshold, at } = code
  const judgement = judgeChange(before?.measured ?? null, after.measured, {
    files: paths,
    at,
    threshold,
  })
  const trees = { before: before?.tree ?? new Map<string, string>(), after: after.tree }
  const change = readChange(trees, await loadParser())
  const read = (path: string) => change.source('after', path)
  code.onProgress('looking at the tests')
  const tests = proofsOf(after.tree, read)
  const known = {
    before: before?.measured ?? null,
    after: after.measured,
    judgement,
    threshold,
    tests,
    task,
  }
  if (before === null) {
    const none = { integrity: null, mutation: null, reach: null, newTests: null }
    const obligations = codeObligations({ ...known, ...none })
    return { judgement, integrity: [], mutation: null, obligations }
  }
  code.onProgress('looking for what the change did besides')
  const integrity = await inspectChange({ ...trees, ...(asked === undefined ? {} : { asked }) })
  const mutation = await planted(workbench, code, signal)
  const obligations = codeObligations({
    ...known,
    integrity,
    mutation,
    reach: await reachOf({ ...trees, paths, read }, after.measured, tests),
    newTests: new Set(
      testPairs(change).fresh.map(({ source, title }) => `${source.path}\0${title}`),
    ),
  })
  return { judgement, integrity, mutation, obligations }
}

async function planted(
  workbench: Workbench,
  { before, after, paths, mutationSeconds, seed, onProgress }: CodeToJudge,
  signal: AbortSignal,
): Promise<MutationReport | null> {
  if (mutationSeconds === 0 || before === null) return null
  onProgress('planting bugs in the change')
  const change = { before: before.tree, after: after.tree, paths, seconds: mutationSeconds, seed }
  return mutateChange(workbench, change, signal)
}
