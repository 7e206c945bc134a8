import { stepWorker } from '../../../asking/work-within.ts'
import type { DesignStep } from '../machine.ts'
import type { DesignCommand } from '../state.ts'
import type { DesignBench, StepBench } from './bench.ts'
import { evaluate } from './evaluate.ts'
import { generate } from './generate.ts'
import type { Outcome } from './outcome.ts'
import { revise } from './revise.ts'

export const work = stepWorker<DesignBench, DesignStep, DesignCommand>(doStep, (cost) => ({
  type: 'record-failure',
  code: 'cap_reached',
  detail: 'wall_time_s is used up',
  cost,
}))

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
