import type { Cost } from '../../../asking/meter.ts'
import { stepWorker } from '../../../asking/work-within.ts'
import type { ReflexStep } from '../machine.ts'
import type { Begun, ReflexCommand } from '../state.ts'
import type { AskFailure, Outcome } from './ask.ts'
import type { Bench, StepBench } from './bench.ts'
import { critique } from './critique.ts'
import { evaluate } from './evaluate.ts'
import { plan } from './plan.ts'
import { prepareAgain, produceAndPrepare } from './produce-prepare.ts'
import { refine } from './refine.ts'

/** Does one step within the run's remaining wall time and reports it; null when it was cancelled. */
export const work = stepWorker<Bench, ReflexStep, ReflexCommand>(
  async (bench, { do: name, run }) => {
    const outcome = await steps[name](bench, run)
    if (outcome.ok) return outcome.value
    return (cost) => (bench.signal.aborted ? null : reportFailures(outcome.error, cost))
  },
  (cost) => ({ type: 'record-cap', cap: 'wall_time_s', cost }),
)

const steps: Record<ReflexStep['do'], (bench: StepBench, run: Begun) => Promise<Outcome>> = {
  PLAN: plan,
  PRODUCE_PREPARE: produceAndPrepare,
  PREPARE: prepareAgain,
  EVALUATE: evaluate,
  CRITIQUE: critique,
  REFINE: refine,
}

function reportFailures(failures: readonly AskFailure[], cost: Cost): ReflexCommand | null {
  if (failures.some(({ type }) => type === 'cancelled')) return null
  const cap = failures.find((failure) => failure.type === 'cap')
  if (cap) return { type: 'record-cap', cap: cap.cap, cost }
  const failed = failures.filter((failure) => failure.type === 'failed')
  return {
    type: 'record-failure',
    failures: failed.map(({ phase, error }) => ({ phase, error: error.slice(0, 2_000) })),
    final: failed.some(({ final }) => final),
    cost,
  }
}
