import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import type { Workspace } from '../../../ports/workspace.ts'
import { Config } from '../../../model/config.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../../model/result.ts'
import type { ComplexityWeights } from '../../../model/workorder-config.ts'
import { lockWithin } from '../../../engine/command-run.ts'
import { type Suggestion, type TuningReport, tuningReport } from './tune.ts'
import { withWeights } from './weights-file.ts'
import { keepWeightsChange, type WeightsChange, weightsChanges } from './weights-log.ts'

export type Applied = { readonly report: TuningReport; readonly change: WeightsChange | null }

const configName = 'loopwright.yaml'
const patienceMs = 5_000

/** Writes suggested weights into loopwright.yaml, and keeps who did so. Without a suggestion nothing happens. */
export async function applyTuning(workspace: Workspace, by: string): AsyncResult<Applied> {
  if (by.trim() === '')
    return usageError('the weights need the name of whoever accepts them', 'use --by NAME')
  await workspace.hidePrivateFolder()
  const lock = await lockWithin(
    () => workspace.lock('workorder-weights'),
    workspace.clock,
    patienceMs,
  )
  if (!lock.ok) return usageError(`process ${lock.error.pid} is changing the weights; try again`)
  try {
    const report = await tuningReport(workspace)
    if (!report.ok) return report
    const { suggestion } = report.value
    if (suggestion === null) return ok({ report: report.value, change: null })
    const change = await write(workspace, { report: report.value, suggestion, by })
    return change.ok ? ok({ report: report.value, change: change.value }) : change
  } finally {
    await lock.value.release()
  }
}

type Accepted = {
  readonly report: TuningReport
  readonly suggestion: Suggestion
  readonly by: string
}

async function write(
  workspace: Workspace,
  { report, suggestion, by }: Accepted,
): AsyncResult<WeightsChange> {
  const { present, orders, accuracy, at } = report
  const { weights, correlations } = suggestion
  const changes = await weightsChanges(workspace)
  if (!changes.ok) return changes
  const path = join(workspace.root, configName)
  const byHand = (why: string): Result<never> =>
    usageError(
      `the weights were not written: ${why}`,
      `put this in yourself:\n${suggestion.yaml}`,
      configName,
    )
  const change: WeightsChange = {
    at,
    by,
    before: present,
    after: weights,
    orders: orders.told,
    accuracy: accuracy ?? 0,
    correlations,
  }
  try {
    const bytes = await workspace.disk.read(path)
    const text = bytes === null ? '' : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const next = checkedText(text, { present, weights })
    if (!next.ok) return byHand(next.error)
    await workspace.disk.writeDurably(path, next.value)
    try {
      await keepWeightsChange(workspace, changes.value, change)
    } catch (error) {
      // a change that nobody could look up later is none
      await (bytes === null
        ? workspace.disk.remove(path)
        : workspace.disk.writeDurably(path, bytes))
      throw error
    }
    return ok(change)
  } catch (error) {
    return byHand(error instanceof Error ? error.message : String(error))
  }
}

/** The new text, if it says what the old one said in everything but the weights. */
function checkedText(
  text: string,
  {
    present,
    weights,
  }: { readonly present: ComplexityWeights; readonly weights: ComplexityWeights },
): Result<string, string> {
  const before = configOf(text)
  if (before === null || !isDeepStrictEqual(before.workflows.workorder.weights, present))
    return err('the file has changed meanwhile')
  const next = withWeights(text, weights)
  if (!next.ok) return next
  const after = configOf(next.value)
  const { workflows } = before
  const wanted = {
    ...before,
    workflows: { ...workflows, workorder: { ...workflows.workorder, weights } },
  }
  return isDeepStrictEqual(after, wanted)
    ? next
    : err('the way it is written leaves no safe place for them')
}

function configOf(text: string): Config | null {
  try {
    return Config.safeParse(parse(text, { logLevel: 'error' }) ?? {}).data ?? null
  } catch {
    return null
  }
}
