import { stepWorker } from '../../../asking/work-within.ts'
import type { OrderStep } from '../machine.ts'
import type { OrderCommand, OrderRun } from '../state.ts'
import type { OrderBench, Outcome, StepBench } from './bench.ts'
import { brief } from './brief.ts'
import { compile } from './compile.ts'
import { deliver } from './deliver.ts'
import { measureBefore } from './measure-before.ts'
import { measure } from './measure.ts'
import { propose } from './propose.ts'
import { refine } from './refine.ts'
import { failedPhase } from '../../../asking/outcome.ts'

/** BASE: the commit to start from is recorded before anything is made from it. */
async function base(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const result = await bench.baseFor(run)
  return result.ok
    ? () => ({ type: 'record-base', base: result.value })
    : failedPhase('BASE', result.error, true)
}

export const work = stepWorker<OrderBench, OrderStep, OrderCommand>(doStep, (cost) => ({
  type: 'record-cap',
  cap: 'wall_time_s',
  cost,
}))

async function doStep(bench: StepBench, step: OrderStep): Promise<Outcome> {
  switch (step.do) {
    case 'BASE':
      return base(bench, step.run)
    case 'MEASURE_BEFORE':
      return measureBefore(bench, step.run)
    case 'BRIEF':
      return brief(bench, step.run)
    case 'PROPOSE':
      return propose(bench, step.run)
    case 'COMPILE':
      return compile(bench, step.run)
    case 'REFINE':
      return refine(bench, step.run)
    case 'MEASURE':
      return measure(bench, step.run)
    case 'DELIVER':
      return deliver(bench, step.run)
  }
}
