import { type Ledger, openLedger } from '../loop/budget.ts'
import type { Caps, Spent } from '../model/caps.ts'
import { type Cost, type Meter, openMeter } from './meter.ts'
import { wallTimer } from './wall-time.ts'

/** What belongs to one step: its budget ledger, its meter and its cancel signal. */
export type StepMeans = {
  readonly ledger: Ledger
  readonly meter: Meter
  readonly signal: AbortSignal
}

type Frame<Command> = {
  readonly caps: Caps
  readonly spent: Spent
  readonly signal: AbortSignal
  readonly elapsedMs: () => number
  /** What is recorded where the wall time ran out under the step. */
  readonly overtime: (cost: Cost) => Command
}

/** Does one step within the run's remaining wall time; null when it was cancelled. */
export async function workWithin<Command>(
  { caps, spent, signal, elapsedMs, overtime }: Frame<Command>,
  doStep: (means: StepMeans) => Promise<(cost: Cost) => Command | null>,
): Promise<Command | null> {
  const started = elapsedMs()
  const wall = wallTimer(caps, spent)
  const meter = openMeter()
  try {
    const outcome = await doStep({
      ledger: openLedger(caps, spent),
      meter,
      signal: AbortSignal.any([signal, wall.signal]),
    })
    const cost = meter.cost(Math.max(0, elapsedMs() - started))
    const command = outcome(cost)
    return command === null && wall.signal.aborted && !signal.aborted ? overtime(cost) : command
  } finally {
    wall.end()
  }
}
