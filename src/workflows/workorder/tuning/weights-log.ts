import { join } from 'node:path'
import { z } from 'zod'
import type { Workspace } from '../../../ports/workspace.ts'
import { type Problem, usageProblem } from '../../../model/problem.ts'
import { Moment } from '../../../model/records-values.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { ComplexityWeights } from '../../../model/workorder-config.ts'
import { jsonOf } from '../../../kit/parse.ts'

/** Weights that a person accepted: who, when, and on what grounds. */
export const WeightsChange = z.object({
  at: Moment,
  by: z.string().min(1),
  before: ComplexityWeights,
  after: ComplexityWeights,
  orders: z.int().nonnegative(),
  accuracy: z.number().min(0).max(1),
  correlations: z.record(z.string(), z.number()),
})
export type WeightsChange = z.infer<typeof WeightsChange>

const logOf = (workspace: Pick<Workspace, 'privateFolder'>): string =>
  join(workspace.privateFolder, 'workorder-weights.jsonl')

/** All changes of weights that were accepted here, the oldest first. */
export async function weightsChanges(
  workspace: Pick<Workspace, 'disk' | 'privateFolder' | 'relative'>,
): AsyncResult<readonly WeightsChange[]> {
  const path = logOf(workspace)
  const text = await textOf(workspace, path)
  if (!text.ok) return text
  const lines = text.value.split('\n')
  const changes: WeightsChange[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = WeightsChange.safeParse(jsonOf(line))
    if (!read.success) return err(damaged(workspace.relative(path), index + 1, read.error))
    changes.push(read.data)
  }
  return ok(changes)
}

async function textOf(
  workspace: Pick<Workspace, 'disk' | 'relative'>,
  path: string,
): AsyncResult<string> {
  try {
    const bytes = await workspace.disk.read(path)
    return ok(bytes === null ? '' : new TextDecoder().decode(bytes))
  } catch (error) {
    return err({
      exit: 2,
      what: `it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      where: workspace.relative(path),
    })
  }
}

function damaged(path: string, line: number, { issues }: z.ZodError): Problem {
  const [issue] = issues
  const field = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.')
  return usageProblem(
    `the line is no change of weights: ${field}: ${issue?.message ?? ''}`,
    'take the line out; then the weights count as never changed at that time',
    `${path}:${line}`,
  )
}

/** Whole or not at all: a line that was half written could not be read again. */
export async function keepWeightsChange(
  workspace: Pick<Workspace, 'disk' | 'hidePrivateFolder' | 'privateFolder'>,
  before: readonly WeightsChange[],
  change: WeightsChange,
): Promise<void> {
  await workspace.hidePrivateFolder()
  const lines = [...before, change].map((each) => JSON.stringify(each))
  await workspace.disk.writeDurably(logOf(workspace), `${lines.join('\n')}\n`)
}
