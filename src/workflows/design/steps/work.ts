import { openMeter } from '../../../asking/meter.ts'
import { wallTimer } from '../../../asking/wall-time.ts'
import { openLedger } from '../../../loop/budget.ts'
import type { DesignStep } from '../machine.ts'
import type { DesignCommand } from '../state.ts'
import type { DesignBench, StepBench } from './bench.ts'
import { evaluate } from './evaluate.ts'
import { generate } from './generate.ts'
import type { Outcome } from './outcome.ts'
import { revise } from './revise.ts'

/** Does one step within the run's remaining wall time and reports it; null when it was cancelled. */
export async function work(
  bench: DesignBench,
  step: DesignStep,
  signal: AbortSignal,
): Promise<DesignCommand | null> {
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
      return { type: 'record-failure', code: 'cap_reached', detail: 'wall_time_s is used up', cost }
    return command
  } finally {
    wall.end()
  }
}

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
