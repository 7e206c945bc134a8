import { type Ledger, openLedger } from '../loop/budget.ts'
import type { Caps, Spent } from '../model/caps.ts'
import { type Cost, type Meter, openMeter } from './meter.ts'

/** What belongs to one step: its budget ledger, its meter and its cancel signal. */
export type StepMeans = {
  readonly ledger: Ledger
  readonly meter: Meter
  readonly signal: AbortSignal
}

type Run = { readonly setup: { readonly caps: Caps }; readonly spent: Spent }
type Timed = { elapsedMs(): number }

/**
 * Does steps, each within its run's remaining wall time; null where one was cancelled. `overtime` is
 * what is recorded where the wall time ran out under the step.
 */
export const stepWorker =
  <Bench extends Timed, Step extends { readonly run: Run }, Command>(
    doStep: (bench: Bench & StepMeans, step: Step) => Promise<(cost: Cost) => Command | null>,
    overtime: (cost: Cost) => Command,
  ) =>
  async (bench: Bench, step: Step, signal: AbortSignal): Promise<Command | null> => {
    const { setup, spent } = step.run
    const started = bench.elapsedMs()
    const wall = wallTimer(setup.caps, spent)
    const meter = openMeter()
    try {
      const means = {
        ledger: openLedger(setup.caps, spent),
        meter,
        signal: AbortSignal.any([signal, wall.signal]),
      }
      const outcome = await doStep({ ...bench, ...means }, step)
      const cost = meter.cost(Math.max(0, bench.elapsedMs() - started))
      const command = outcome(cost)
      return command === null && wall.signal.aborted && !signal.aborted ? overtime(cost) : command
    } finally {
      wall.end()
    }
  }

type AnyStep = { readonly do: string; readonly run: Run }

/** The run of a step by its name, where several names may share one. */
type RunOf<Step extends AnyStep, Name> = Step extends AnyStep
  ? Name extends Step['do']
    ? Step['run']
    : never
  : never

/** The same, from a table of what each step does; wall time that runs out is a cap that was reached. */
export const workBy = <
  Bench extends Timed,
  Step extends AnyStep,
  Command extends { readonly type: string },
>(steps: {
  readonly [Name in Step['do']]: (
    bench: Bench & StepMeans,
    run: RunOf<Step, Name>,
  ) => Promise<(cost: Cost) => Command | null>
}) =>
  stepWorker<Bench, Step, Command | { type: 'record-cap'; cap: string; cost: Cost }>(
    (bench, step) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs each name with its run
      const name = step.do as Step['do']
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
      return steps[name](bench, step.run as RunOf<Step, typeof name>)
    },
    (cost) => ({ type: 'record-cap', cap: 'wall_time_s', cost }),
  )

type WallTimer = { readonly signal: AbortSignal; end(): void }

/** Aborts when the run's wall time is used up, counted over all its sittings. */
function wallTimer(caps: Caps, spent: Spent): WallTimer {
  const controller = new AbortController()
  const cap = caps.wall_time_s
  if (cap === 'unlimited') return { signal: controller.signal, end: () => undefined }
  const left = Math.max(0, cap * 1000 - spent.activeMs)
  const timer = setTimeout(() => controller.abort(), Math.min(left, 2 ** 31 - 1))
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}
