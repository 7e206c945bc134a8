import { workBy } from '../../../asking/work-within.ts'
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

export const work = workBy<OrderBench, OrderStep, OrderCommand>({
  BASE: base,
  MEASURE_BEFORE: measureBefore,
  BRIEF: brief,
  PROPOSE: propose,
  COMPILE: compile,
  REFINE: refine,
  MEASURE: measure,
  DELIVER: deliver,
})
