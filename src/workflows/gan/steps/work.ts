import { stepWorker } from '../../../asking/work-within.ts'
import type { GanStep } from '../machine.ts'
import type { GanCommand } from '../state.ts'
import type { GanBench, StepBench } from './bench.ts'
import { build } from './build.ts'
import { evaluate, evaluateAgain } from './evaluate.ts'
import { propose, resolve, review } from './negotiate.ts'
import type { Outcome } from './outcome.ts'

export const work = stepWorker<GanBench, GanStep, GanCommand>(doStep, (cost) => ({
  type: 'record-cap',
  cap: 'wall_time_s',
  cost,
}))

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
