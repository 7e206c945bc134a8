import { workWithin } from '../../../asking/work-within.ts'
import type { DesignStep } from '../machine.ts'
import type { DesignCommand } from '../state.ts'
import type { DesignBench, StepBench } from './bench.ts'
import { evaluate } from './evaluate.ts'
import { generate } from './generate.ts'
import type { Outcome } from './outcome.ts'
import { revise } from './revise.ts'

/** Does one step within the run's remaining wall time and reports it; null when it was cancelled. */
export const work = (
  bench: DesignBench,
  step: DesignStep,
  signal: AbortSignal,
): Promise<DesignCommand | null> =>
  workWithin<DesignCommand>(
    {
      caps: step.run.setup.caps,
      spent: step.run.spent,
      signal,
      elapsedMs: () => bench.elapsedMs(),
      overtime: (cost) => ({
        type: 'record-failure',
        code: 'cap_reached',
        detail: 'wall_time_s is used up',
        cost,
      }),
    },
    (means) => doStep({ ...bench, ...means }, step),
  )

async function doStep(bench: StepBench, step: DesignStep): Promise<Outcome> {
  switch (step.do) {
    case 'GENERATE':
      return generate(bench, step.run)
    case 'EVALUATE':
      return evaluate(bench, step.run)
    case 'REVISE':
      return revise(bench, step.run)
    case 'FREEZE': {
      const seal = await bench.freeze(step.run)
      return () => ({ type: 'record-freeze', seal })
    }
  }
}
