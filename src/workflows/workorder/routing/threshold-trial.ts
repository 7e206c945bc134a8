import type { ExperimentRow } from '../../../model/records-outcomes.ts'
import type {
  ProposerConfig,
  ThresholdTrial as TrialLimits,
} from '../../../model/workorder-config.ts'

/** A proposer is tried on orders somewhat harder than it is trusted with. */
export type ThresholdExperiment = Pick<
  ExperimentRow,
  | 'proposer_name'
  | 'current_threshold'
  | 'experimental_threshold'
  | 'attempts_count'
  | 'success_count'
  | 'status'
>

/** Only orders between both thresholds say something about the new one. */
const belongsToTrial = (trial: ThresholdExperiment, score: number): boolean =>
  trial.status === 'running' &&
  score > trial.current_threshold &&
  score <= trial.experimental_threshold

/** The proposers, each trusted with an order of this score as far as its trial goes. */
export const onTrial = (
  proposers: readonly ProposerConfig[],
  trials: readonly ThresholdExperiment[],
  score: number,
): readonly ProposerConfig[] =>
  proposers.map((proposer) => {
    const trial = trials.find(
      (each) => each.proposer_name === proposer.name && belongsToTrial(each, score),
    )
    return trial === undefined
      ? proposer
      : { ...proposer, complexity_threshold: trial.experimental_threshold }
  })

export type TrialVerdict =
  | { readonly type: 'running'; readonly left: number }
  /** It proved itself; the new threshold holds once a person agrees. */
  | { readonly type: 'ask-a-person'; readonly success_rate: number }
  | { readonly type: 'reject'; readonly success_rate: number }

export function trialVerdict(trial: ThresholdExperiment, limits: TrialLimits): TrialVerdict {
  const { attempts_count, success_count } = trial
  if (attempts_count < limits.min_attempts)
    return { type: 'running', left: limits.min_attempts - attempts_count }
  const success_rate = Math.round((success_count / attempts_count) * 1_000) / 1_000
  // compared as whole numbers: 21 of 30 is 70 %, not a hair less
  const reached = success_count >= limits.target_success_rate * attempts_count - 1e-9
  return { type: reached ? 'ask-a-person' : 'reject', success_rate }
}
