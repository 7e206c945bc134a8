import { stepWorker } from '../../../asking/work-within.ts'
import type { TrackStep } from '../machine.ts'
import type { TrackCommand } from '../state.ts'
import type { Outcome, StepBench, TrackBench } from './bench.ts'
import { complete } from './complete.ts'
import { evaluatePlan } from './evaluate-plan.ts'
import { evaluate } from './evaluate.ts'
import { execute } from './execute.ts'
import { fix } from './fix.ts'
import { base, plan } from './plan.ts'
import { sync } from './sync.ts'

export const work = stepWorker<TrackBench, TrackStep, TrackCommand>(doStep, (cost) => ({
  type: 'record-cap',
  cap: 'wall_time_s',
  cost,
}))

async function doStep(bench: StepBench, step: TrackStep): Promise<Outcome> {
  switch (step.do) {
    case 'BASE':
      return base(bench)
    case 'PLAN':
      return plan(bench, step.run)
    case 'EVALUATE_PLAN':
      return evaluatePlan(bench, step.run)
    case 'EXECUTE':
      return execute(bench, step.run)
    case 'EVALUATE_EXECUTION':
      return evaluate(bench, step.run)
    case 'FIX':
      return fix(bench, step.run)
    case 'BUSINESS_SYNC':
      return sync(bench, step.run)
    case 'COMPLETE':
      return complete(bench, step.run)
  }
}
