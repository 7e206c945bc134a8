import { counted } from '../../model/counted.ts'
import type { Obligation } from '../../model/obligation.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { type Iteration, type ImproveRun, scoreOf } from './state.ts'

/** 2.26: what a score is worth nothing without. Each that does not hold, as a sentence. */
export function notYet({ score, built, obligations }: Iteration): readonly string[] {
  if (score === null) return ['it was not scored']
  const orders = built?.orders ?? []
  const open = orders.filter(({ status }) => status !== 'completed').length
  return [
    ...(score.builds ? [] : ['it does not build']),
    ...(score.testsPass ? [] : ['its tests do not pass']),
    ...(score.lintErrors === null || score.lintErrors >= 5
      ? [score.lintErrors === null ? 'nobody linted it' : `${score.lintErrors} lint errors`]
      : []),
    ...openDemands(obligations),
    ...(score.isolationVerified ? [] : ['isolation is not verified']),
    ...(orders.length === 0 ? ['no work order was worked on'] : []),
    ...(open > 0 ? [`${open} of ${orders.length} work orders are not completed`] : []),
  ]
}

/** Laws 12 and 13: what the spec demands is met, and nothing of it is undecided. */
function openDemands(obligations: Iteration['obligations']): readonly string[] {
  const { verdict, must } = verdictOf(obligations)
  if (verdict === 'accepted') return []
  return [
    ...(must.unmet > 0 ? [`${counted(must.unmet, 'demand')} of the spec not met`] : []),
    ...(must.unmet === 0
      ? [`nobody decided ${counted(must.undecided, 'demand')} of the spec`]
      : []),
  ]
}

/** Everything that must hold for an application: what its spec demands, and that all work orders are completed. */
export function owedBy({ built, obligations }: Iteration): readonly Obligation[] {
  const orders = built?.orders ?? []
  if (orders.length === 0 || obligations.length === 0) return obligations
  const open = orders.filter(({ status }) => status !== 'completed')
  const statement = 'all work orders are completed'
  return [
    ...obligations,
    {
      id: 'workflow.orders',
      statement,
      source: { kind: 'workflow', text: statement },
      weight: 'must',
      decided_by: 'check',
      status: open.length === 0 ? 'met' : 'unmet',
      reason:
        open.length === 0
          ? orders.length === 1
            ? 'the only one is'
            : `all ${orders.length} are`
          : `${open.length} of ${orders.length} are not: ${open.map(({ title, status }) => `${title} (${status})`).join(', ')}`,
      evidence: (open.length === 0 ? orders : open)
        .slice(0, 20)
        .map(({ runId, status }) => ({ text: status, where: runId })),
    },
  ]
}

/** Whether an iteration counts towards the end. */
export const reaches = (iteration: Iteration, target: number): boolean =>
  (scoreOf(iteration) ?? 0) >= target && notYet(iteration).length === 0

/** How many iterations in a row reached the target, up to the last one. */
export function inARow({
  iterations,
  setup: { target },
}: Pick<ImproveRun, 'iterations' | 'setup'>): number {
  const missed = iterations.findLastIndex((each) => !reaches(each, target))
  return iterations.length - 1 - missed
}
