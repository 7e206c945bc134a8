import { z } from 'zod'
import { onceForTree } from '../../../checks/acceptance/measure-once.ts'
import { changedFiles } from '../../../checks/acceptance/mutate-change.ts'
import { isProduct } from '../../../checks/acceptance/test-proof.ts'
import { sampleMutants } from '../../../checks/mutation-sample/sample.ts'
import { testCommandOf } from '../../../checks/mutation-sample/test-command.ts'
import { tryMutants } from '../../../checks/mutation-sample/try-mutants.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Workbench } from '../../../ports/workbench.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import type { Planted } from './facts.ts'
import { placed } from './losses.ts'

const place = { path: z.string().optional(), line: z.int().optional() }
const Schema: z.ZodType<Planted> = z.object({
  noticed: z.int(),
  of: z.int(),
  survivors: z.array(z.object({ text: z.string(), ...place })),
})

const mostBugs = 16
const budgetSeconds = 240

/** Plants the same bugs in the same project, and keeps what the tests noticed. */
export const plantBugs = (
  workspace: Workspace,
  bench: Workbench,
  files: FileTree,
  signal: AbortSignal,
): AsyncResult<Planted, string> =>
  onceForTree(workspace, bench, { what: ['planted', 1], schema: Schema }, async () => {
    const trees = { before: new Map<string, string>(), after: files }
    const changed = await changedFiles(trees, [...files.keys()].filter(isProduct))
    const sample = await sampleMutants(changed, { seed: 'improve', most: mostBugs })
    const tests = testCommandOf(await bench.read('package.json'))
    const report = await tryMutants(bench, sample, { tests, budgetSeconds }, signal)
    if (report.verdict === 'na') return ok({ noticed: 0, of: 0, survivors: [] })
    if (report.score === null) return err(report.reason)
    const survivors = report.findings
      .filter(({ rule }) => rule !== 'mutation/nothing-noticed')
      .map((each) => placed(each.message, each.place.path ?? null, each.place.line ?? null))
    return ok({ noticed: report.score.noticed, of: report.score.of, survivors })
  })
