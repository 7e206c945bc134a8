import { workBy } from '../../../asking/work-within.ts'
import type { TrackStep } from '../machine.ts'
import type { TrackCommand } from '../state.ts'
import type { TrackBench } from './bench.ts'
import { complete } from './complete.ts'
import { evaluatePlan } from './evaluate-plan.ts'
import { evaluate } from './evaluate.ts'
import { execute } from './execute.ts'
import { fix } from './fix.ts'
import { base, plan } from './plan.ts'
import { sync } from './sync.ts'

export const work = workBy<TrackBench, TrackStep, TrackCommand>({
  BASE: base,
  PLAN: plan,
  EVALUATE_PLAN: evaluatePlan,
  EXECUTE: execute,
  EVALUATE_EXECUTION: evaluate,
  FIX: fix,
  BUSINESS_SYNC: sync,
  COMPLETE: complete,
})
