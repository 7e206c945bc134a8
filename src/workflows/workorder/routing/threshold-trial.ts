import type { ThresholdTrial as TrialLimits } from '../../../model/workorder-config.ts'

/** A proposer is tried on orders somewhat harder than it is trusted with. */
export type ThresholdExperiment = {
  readonly proposer_name: string
  readonly current_threshold: number
  readonly experimental_threshold: number
  readonly attempts_count: number
  readonly success_count: number
  readonly status: 'running' | 'promoted' | 'rejected' | 'paused'
}

/** A new trial, or why there is none. */
export function beginTrial(
  proposer: { readonly name: string; readonly complexity_threshold: number },
  experimental: number,
  running: readonly ThresholdExperiment[],
): ThresholdExperiment | string {
  if (!(experimental > proposer.complexity_threshold && experimental <= 1))
    return `the new threshold must be above ${proposer.complexity_threshold} and at most 1`
  if (running.some((each) => each.proposer_name === proposer.name && each.status === 'running'))
    return `${proposer.name} is in another trial`
  return {
    proposer_name: proposer.name,
    current_threshold: proposer.complexity_threshold,
    experimental_threshold: experimental,
    attempts_count: 0,
    success_count: 0,
    status: 'running',
  }
}

/** Only orders between both thresholds say something about the new one. */
export const belongsToTrial = (trial: ThresholdExperiment, score: number): boolean =>
  trial.status === 'running' &&
  score > trial.current_threshold &&
  score <= trial.experimental_threshold

export const afterAttempt = (trial: ThresholdExperiment, success: boolean): ThresholdExperiment =>
  trial.status === 'running'
    ? {
        ...trial,
        attempts_count: trial.attempts_count + 1,
        success_count: trial.success_count + (success ? 1 : 0),
      }
    : trial

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

/** The end of a trial. A threshold is raised only with somebody's name to it. */
export function concludeTrial(
  trial: ThresholdExperiment,
  verdict: TrialVerdict,
  approvedBy: string | null,
): ThresholdExperiment {
  if (trial.status !== 'running' || verdict.type === 'running') return trial
  if (verdict.type === 'reject') return { ...trial, status: 'rejected' }
  return approvedBy === null || approvedBy.trim() === '' ? trial : { ...trial, status: 'promoted' }
}
