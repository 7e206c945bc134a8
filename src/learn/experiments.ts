import type { AttemptRow, ExperimentRow } from '../model/records-outcomes.ts'
import type { Records } from '../ports/records.ts'
import { recordIdOf } from '../model/records-sampling.ts'
import { trialVerdict } from '../workflows/workorder/routing/threshold-trial.ts'
import { daysBefore } from '../workflows/workorder/learning/generate.ts'

/** How an experiment with a threshold stands after the attempts so far. */
export function experimentNow(
  experiment: ExperimentRow,
  attempts: readonly AttemptRow[],
  at: string,
): ExperimentRow {
  if (experiment.status !== 'running') return experiment
  const recent = attempts.filter(({ created_at: when }) => when >= experiment.started_at)
  // the window of kept attempts may have moved on; what was counted before stays counted
  const count = Math.max(recent.length, experiment.attempts_count)
  const isNewer = recent.length >= experiment.attempts_count
  const successes = isNewer
    ? recent.filter(({ was_success: success }) => success).length
    : experiment.success_count
  const rate = count === 0 ? null : successes / count
  const counted = {
    ...experiment,
    attempts_count: count,
    success_count: successes,
    failure_count: count - successes,
    success_rate: rate,
  }
  const verdict = trialVerdict(counted, experiment)
  if (verdict.type === 'running') return counted
  const why = `${successes} of ${count} attempts succeeded; ${experiment.target_success_rate} is asked for`
  return verdict.type === 'reject'
    ? { ...counted, status: 'rejected', completed_at: at, promotion_reason: why }
    : { ...counted, promotion_reason: why }
}

export type ExperimentChange = { readonly before: ExperimentRow; readonly after: ExperimentRow }

/** Experiments of which something new is known. */
export async function experimentsDue(
  records: Records,
  at: string,
): Promise<readonly ExperimentChange[]> {
  const changes: ExperimentChange[] = []
  for (const before of await records.experiments()) {
    const { proposer_name: proposer, complexity_band: band } = before
    const after = experimentNow(before, await records.attempts({ proposer, band }), at)
    if (JSON.stringify(rounded(before)) !== JSON.stringify(rounded(after)))
      changes.push({ before, after })
  }
  return changes
}

/** As the records keep it. */
const rounded = (row: ExperimentRow): ExperimentRow => ({
  ...row,
  success_rate: row.success_rate === null ? null : Number(row.success_rate.toFixed(3)),
})

/** Saves an experiment. One that succeeded goes on until a person agrees to the new threshold. */
export async function saveExperiment(
  records: Records,
  { after }: ExperimentChange,
  at: string,
): Promise<void> {
  await records.saveExperiment(after)
  if (trialVerdict(after, after).type !== 'ask-a-person') return
  const { id, proposer_name: proposer, experimental_threshold: threshold } = after
  await records.proposeImprovement({
    id: recordIdOf('threshold', id),
    improvement_type: 'config_change',
    description: `raise the complexity threshold of ${proposer} from ${after.current_threshold} to ${threshold}`,
    expected_impact: after.promotion_reason,
    proposed_at: at,
    proposal_details: { experiment_id: id, proposer, complexity_threshold: threshold },
  })
}

const keptDays = 90

export const archiveOld = (records: Records, at: string): Promise<number> =>
  records.archiveExperiments(daysBefore(at, keptDays), at)
