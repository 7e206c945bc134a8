import { workBy } from '../../../asking/work-within.ts'
import type { GanStep } from '../machine.ts'
import type { GanCommand } from '../state.ts'
import type { GanBench } from './bench.ts'
import { build } from './build.ts'
import { evaluate, evaluateAgain } from './evaluate.ts'
import { propose, resolve, review } from './negotiate.ts'

export const work = workBy<GanBench, GanStep, GanCommand>({
  PROPOSE: propose,
  REVIEW: review,
  RESOLVE: resolve,
  BUILD: build,
  EVALUATE: evaluate,
  EVALUATE_AGAIN: evaluateAgain,
})
