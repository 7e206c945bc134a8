import type { Gate } from '../../model/gate.ts'
import type { At, Feature } from './state.ts'

/** Iterations that are left after the one in progress. */
export const remaining = ({ iteration, setup }: Pick<Feature, 'iteration' | 'setup'>): number =>
  Math.max(0, setup.maxIterations - iteration - 1)

/** The question only a person may answer: there is no default and no time-out. */
export function approvalGate(state: At<'CANDIDATE'>): Gate {
  const left = remaining(state)
  const { featureId, threshold } = state.setup
  return {
    id: `approval-${state.asked}`,
    question: `Freeze the design of ${featureId}? It scores ${state.judged.score} of 100 (threshold ${threshold}); ${left} of ${state.setup.maxIterations} iterations are left.`,
    options: [
      { name: 'approve', effect: 'the design is frozen and can not be changed any more' },
      {
        name: 'reject',
        effect:
          left > 0
            ? 'the next generation is told your feedback'
            : 'no iteration is left: the run ends as FAILED, your feedback is kept',
      },
      { name: 'abort', effect: 'the run ends as FAILED; every file stays as it is' },
    ],
    // the hash of the very intent that was judged: nobody approves what they did not see
    shown: state.judged.intent,
  }
}
