import type { Evaluator } from '../../checks/track/evaluators.ts'
import type { Metadata, Patch } from './metadata.ts'

export const dispatcher = 'loop-execution-evaluator'

export type EvaluatorRun = {
  readonly evaluator: Evaluator | 'structural'
  readonly verdict: 'PASS' | 'FAIL' | 'NOT DECIDED'
  readonly issues: readonly string[]
}

export type Outcome = {
  readonly verdict: 'PASS' | 'FAIL' | 'NOT DECIDED'
  readonly runs: readonly EvaluatorRun[]
  readonly failureItems: readonly string[]
  readonly undecided: readonly string[]
  readonly syncRequired: boolean
}

/** What the source writes when the evaluation starts. */
export const onStart = (at: string): Patch => ({
  updated_at: at,
  loop_state: {
    current_step: 'EVALUATE_EXECUTION',
    step_status: 'IN_PROGRESS',
    step_started_at: at,
    checkpoints: {
      EVALUATE_EXECUTION: {
        status: 'IN_PROGRESS',
        started_at: at,
        // of the evaluation before
        completed_at: undefined,
        agent: dispatcher,
        last_updated: at,
      },
    },
  },
})

/** What the source writes at the end (3.1 to 3.5, 3.7, 3.19). Undecided is neither: a person is waited for. */
export function onEnd(outcome: Outcome, metadata: Metadata, at: string): Patch {
  const { verdict, runs, failureItems, undecided, syncRequired } = outcome
  const ran = runs.map(({ evaluator, verdict: own, issues }) => ({
    evaluator,
    verdict: own,
    issues,
  }))
  const common = {
    completed_at: at,
    last_updated: at,
    evaluators_run: ran,
    business_sync_required: syncRequired,
  }
  if (verdict === 'PASS')
    return {
      updated_at: at,
      loop_state: {
        current_step: syncRequired ? 'BUSINESS_SYNC' : 'COMPLETE',
        step_status: syncRequired ? 'NOT_STARTED' : 'PASSED',
        checkpoints: {
          EVALUATE_EXECUTION: { status: 'PASSED', verdict, ...common, failure_items: [] },
          BUSINESS_SYNC: {
            status: syncRequired ? 'NOT_STARTED' : 'SKIPPED',
            required: syncRequired,
          },
        },
      },
    }
  const cycles = metadata.loop_state?.fix_cycle_count ?? 0
  const most = metadata.loop_state?.max_fix_cycles ?? 3
  if (verdict === 'NOT DECIDED')
    return {
      updated_at: at,
      loop_state: {
        current_step: 'EVALUATE_EXECUTION',
        step_status: 'BLOCKED',
        checkpoints: {
          EVALUATE_EXECUTION: { status: 'BLOCKED', ...common, not_decided: undecided },
        },
      },
    }
  const failed = { status: 'FAILED', verdict, ...common, failure_items: failureItems }
  const isOver = cycles >= most
  return {
    updated_at: at,
    ...(isOver ? { blockers: [...blockersOf(metadata), blocker(metadata, at)] } : {}),
    loop_state: {
      current_step: 'FIX',
      step_status: isOver ? 'BLOCKED' : 'NOT_STARTED',
      ...(isOver ? {} : { fix_cycle_count: cycles + 1 }),
      checkpoints: {
        EVALUATE_EXECUTION: failed,
        FIX: { status: isOver ? 'BLOCKED' : 'NOT_STARTED', cycle: isOver ? cycles : cycles + 1 },
      },
    },
  }
}

const blockersOf = (metadata: Metadata): readonly unknown[] =>
  Array.isArray(metadata['blockers']) ? metadata['blockers'] : []

const blocker = (metadata: Metadata, at: string) => ({
  id: `blocker-${blockersOf(metadata).length + 1}`,
  description:
    'The evaluation failed again after all fix cycles; a person must decide how to go on.',
  blocked_at: at,
  blocked_step: 'FIX',
  status: 'ACTIVE',
})
