import { openMeter } from '../../../asking/meter.ts'
import { wallTimer } from '../../../asking/wall-time.ts'
import { openLedger } from '../../../loop/budget.ts'
import type { GanStep } from '../machine.ts'
import type { GanCommand } from '../state.ts'
import type { GanBench, StepBench } from './bench.ts'
import { build } from './build.ts'
import { evaluate, evaluateAgain } from './evaluate.ts'
import { propose, resolve, review } from './negotiate.ts'
import type { Outcome } from './outcome.ts'

/** Does one step within the run's remaining wall time and reports it; null when it was cancelled. */
export async function work(
  bench: GanBench,
  step: GanStep,
  signal: AbortSignal,
): Promise<GanCommand | null> {
  const { setup, spent } = step.run
  const started = bench.elapsedMs()
  const wall = wallTimer(setup.caps, spent)
  const meter = openMeter()
  try {
    const outcome = await doStep(
      {
        ...bench,
        ledger: openLedger(setup.caps, spent),
        meter,
        signal: AbortSignal.any([signal, wall.signal]),
      },
      step,
    )
    const cost = meter.cost(Math.max(0, bench.elapsedMs() - started))
    const command = outcome(cost)
    if (command === null && wall.signal.aborted && !signal.aborted)
      return { type: 'record-cap', cap: 'wall_time_s', cost }
    return command
  } finally {
    wall.end()
  }
}

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
