import { z } from 'zod'
import { counted } from '../../model/counted.ts'
import type { Gate, GateAnswer } from '../../model/gate.ts'
import { undecidedOf, unmetOf } from './obligations.ts'
import type { At, Feature } from './state.ts'

/** Iterations that are left after the one in progress. */
export const remaining = ({ iteration, setup }: Pick<Feature, 'iteration' | 'setup'>): number =>
  Math.max(0, setup.maxIterations - iteration - 1)

/** The question only a person may answer: there is no default and no time-out. */
export function approvalGate(state: At<'CANDIDATE'>): Gate {
  const left = remaining(state)
  const { featureId, threshold } = state.setup
  const [unmet, open] = [unmetOf(state.judged), undecidedOf(state.judged)]
  return {
    id: `approval-${state.asked}`,
    question: `Freeze the design of ${featureId}? It scores ${state.judged.score} of 100 (threshold ${threshold}); ${left} of ${state.setup.maxIterations} iterations are left.${openWords(unmet.length, open.length)}`,
    options: [
      {
        name: 'approve',
        effect: `the design is frozen and cannot be changed any more${open.length === 0 ? '' : `; you decide that ${counted(open.length, 'open obligation')} ${open.length === 1 ? 'is' : 'are'} met`}`,
      },
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

const openWords = (unmet: number, open: number): string =>
  [
    ...(unmet === 0
      ? []
      : [` ${counted(unmet, 'obligation')} ${unmet === 1 ? 'is' : 'are'} unmet.`]),
    ...(open === 0 ? [] : [` ${counted(open, 'obligation')} nobody decided: by approving you do.`]),
  ].join('')

const Despite = z.object({ despite: z.string().trim().min(1) })

/** Why a person approves a design that does not meet all it was asked for. */
export const despiteOf = ({ change }: GateAnswer): string | null =>
  Despite.safeParse(change).data?.despite ?? null
