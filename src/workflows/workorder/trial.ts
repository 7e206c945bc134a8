import type { Workspace } from '../../ports/workspace.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import type { Records } from '../../ports/records.ts'
import type { ExperimentRow, NewExperiment } from '../../model/records-outcomes.ts'
import { recordIdOf } from '../../model/records-sampling.ts'
import { bandOf } from '../../model/records-values.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { proposersOf } from './agents.ts'
import { openHealedRecords } from './records.ts'

/** Every trial of a threshold that was not put away. */
export async function trials(workspace: Workspace): AsyncResult<readonly ExperimentRow[]> {
  const records = await openHealedRecords(workspace)
  return records.ok ? ok(await records.value.experiments()) : records
}

/** Tries a proposer on orders somewhat harder than it is trusted with. Only a person makes it last. */
export async function beginTrial(
  workspace: Workspace,
  name: string,
  threshold: number,
): AsyncResult<NewExperiment> {
  const proposer = proposersOf(workspace).find((each) => each.name === name)
  if (proposer === undefined) return err(unknown(workspace, name))
  const current = proposer.complexity_threshold
  const band = bandOf((current + threshold) / 2)
  if (!(threshold > current && threshold <= 1) || bandOf(threshold - tiny) !== band)
    return usageError(
      `${threshold} is no threshold to try: ${name} is trusted up to ${current}`,
      `name one above ${current} in the next band of a tenth, such as ${next(current)}`,
    )
  const { trial } = workspace.config.workflows.workorder
  const records = await openHealedRecords(workspace)
  if (!records.ok) return records
  const running = await runningTrial(records.value, name)
  if (running !== undefined)
    return usageError(
      `${name} is being tried already, up to ${running.experimental_threshold}`,
      `end that first: loopwright workorder trial ${name} --stop`,
    )
  const at = workspace.clock.now().toISOString()
  const experiment: NewExperiment = {
    id: recordIdOf('trial', name, threshold, at),
    proposer_name: name,
    current_threshold: current,
    experimental_threshold: threshold,
    complexity_band: band,
    started_at: at,
    ...trial,
  }
  await records.value.saveExperiment(experiment)
  return ok(experiment)
}

const runningTrial = async (records: Records, name: string): Promise<ExperimentRow | undefined> =>
  (await records.experiments()).find(
    ({ proposer_name: other, status }) => other === name && status === 'running',
  )

/** Scores have three decimals, so this lies within the same band. */
const tiny = 0.0005

/** The end of the band that begins with a threshold. */
const next = (current: number): number =>
  Math.min(1, Math.round((Math.floor(current * 10 + 1e-9) + 1) * 100) / 1000)

const unknown = (workspace: Pick<Workspace, 'agentNameFor' | 'config'>, name: string): Problem =>
  usageProblem(
    `there is no proposer called "${name}"`,
    `known: ${proposersOf(workspace)
      .map((each) => each.name)
      .join(', ')}; see workflows.workorder.proposers`,
  )

export async function stopTrial(workspace: Workspace, name: string): AsyncResult<ExperimentRow> {
  const records = await openHealedRecords(workspace)
  if (!records.ok) return records
  const running = await runningTrial(records.value, name)
  if (running === undefined)
    return usageError(`"${name}" is not being tried`, 'see: loopwright workorder trial')
  const at = workspace.clock.now().toISOString()
  const ended: ExperimentRow = { ...running, status: 'paused', completed_at: at }
  await records.value.saveExperiment(ended)
  return ok(ended)
}
