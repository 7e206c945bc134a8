import {
  applicationOf,
  enhancementOf,
  fullEnhancement,
  fullIteration,
  fullLog,
  improvementOf,
  promptOf,
} from './records-samples-lessons.contract.ts'
import {
  at,
  attemptOf,
  experimentOf,
  failureOf,
  fullMetrics,
  fullOrder,
  idOf,
} from './records-samples.contract.ts'
import type { Records } from './records.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

export type OpenedRecords = {
  readonly records: Records
  /** The same database, opened once more. */
  again(): Promise<Records>
  /** Someone who goes past the records. Fails where the database refuses. */
  sql(text: string): Promise<Rows>
}

const tables = [
  'work_orders',
  'proposer_failures',
  'prompt_enhancements',
  'proposer_success_metrics',
  'proposer_attempts',
  'prompt_versions',
  'threshold_experiments',
  'test_iterations',
  'iteration_work_order_logs',
  'moose_improvements',
  'enhancement_applications',
  'enhancement_activations',
] as const

/** One row of everything, with a value in every field. */
export async function saveAll(records: Records): Promise<void> {
  await records.saveOrder(fullOrder)
  await records.addFailure(failureOf(1))
  await records.recordAttempt(attemptOf(1))
  await records.saveSuccessMetrics(fullMetrics)
  await records.saveExperiment(experimentOf(1))
  await records.saveEnhancement(enhancementOf('parent'))
  await records.saveEnhancement(fullEnhancement)
  await records.recordApplications([applicationOf('parent', 'full')])
  await records.savePromptVersion(promptOf(1))
  await records.activatePrompt(idOf('prompt', 1), at(1))
  await records.saveIteration(fullIteration)
  await records.saveIterationLogs([fullLog])
  await records.proposeImprovement(improvementOf('parent'))
}

export async function dump({ sql }: OpenedRecords): Promise<string> {
  const rows: [string, Rows][] = []
  for (const table of tables) rows.push([table, await sql(`select * from ${table} order by 1, 2`)])
  return JSON.stringify(rows)
}
