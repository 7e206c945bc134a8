import { z } from 'zod'
import type { ImprovementRow } from '../model/records-improvements.ts'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import type { Word } from './decide.ts'

/** A threshold that proved itself and waits for a person. */
export type PendingThreshold = {
  readonly improvement: string
  readonly experiment: string
  readonly proposer: string
  readonly threshold: number
  readonly description: string
  readonly why: string
}

const Details = z.object({
  experiment_id: z.string(),
  proposer: z.string(),
  complexity_threshold: z.number(),
})

export async function pendingThresholds(records: Records): Promise<readonly PendingThreshold[]> {
  const pending = await records.improvements('pending_approval')
  return pending.flatMap((row) => thresholdIn(row) ?? [])
}

function thresholdIn(row: ImprovementRow): PendingThreshold | null {
  const details = Details.safeParse(row.proposal_details)
  if (!details.success) return null
  return {
    improvement: row.id,
    experiment: details.data.experiment_id,
    proposer: details.data.proposer,
    threshold: details.data.complexity_threshold,
    description: row.description,
    why: row.expected_impact ?? '',
  }
}

/** Takes a person's word about the threshold of a proposer; null where none of that name waits. */
export async function answerThreshold(
  records: Records,
  name: string,
  option: 'approve' | 'reject',
  { by, at, reason }: Word,
): AsyncResult<PendingThreshold | null> {
  const asked = (await pendingThresholds(records)).find(
    ({ proposer, improvement }) => proposer === name || improvement === name.toLowerCase(),
  )
  if (asked === undefined) return ok(null)
  const word = { id: asked.improvement, by, at, ...(reason === undefined ? {} : { reason }) }
  const decided =
    option === 'approve'
      ? await records.approveImprovement(word)
      : await records.rejectImprovement(word)
  if (!decided.ok) return usageError('somebody decided before', 'see: loopwright gates')
  const experiment = (await records.experiments()).find(({ id }) => id === asked.experiment)
  if (experiment !== undefined)
    await records.saveExperiment({
      ...experiment,
      status: option === 'approve' ? 'promoted' : 'rejected',
      completed_at: at,
      promotion_reason: `${experiment.promotion_reason ?? ''}; ${option === 'approve' ? 'approved' : 'declined'} by ${by}`,
    })
  return ok(asked)
}
