import { workWithin } from '../../../asking/work-within.ts'
import type { GanStep } from '../machine.ts'
import type { GanCommand } from '../state.ts'
import type { GanBench, StepBench } from './bench.ts'
import { build } from './build.ts'
import { evaluate, evaluateAgain } from './evaluate.ts'
import { propose, resolve, review } from './negotiate.ts'
import type { Outcome } from './outcome.ts'

/** Does one step within the run's remaining wall time and reports it; null when it was cancelled. */
export const work = (
  bench: GanBench,
  step: GanStep,
  signal: AbortSignal,
): Promise<GanCommand | null> =>
  workWithin<GanCommand>(
    {
      caps: step.run.setup.caps,
      spent: step.run.spent,
      signal,
      elapsedMs: () => bench.elapsedMs(),
      overtime: (cost) => ({ type: 'record-cap', cap: 'wall_time_s', cost }),
    },
    (means) => doStep({ ...bench, ...means }, step),
  )

async function doStep(bench: StepBench, step: GanStep): Promise<Outcome> {
  switch (step.do) {
    case 'PROPOSE':
      return propose(bench, step.run)
    case 'REVIEW':
      return review(bench, step.run)
    case 'RESOLVE':
      return resolve(bench, step.run)
    case 'BUILD':
      return build(bench, step.run)
    case 'EVALUATE':
      return evaluate(bench, step.run)
    case 'EVALUATE_AGAIN':
      return evaluateAgain(bench, step.run)
  }
}
