import type { OrderRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'
import { cancelled, failedPhase } from '../../../asking/outcome.ts'

const phase = 'MEASURE_BEFORE'

/** MEASURE_BEFORE: what the project is like without the change, so that it is neither blamed nor excused for it. */
export async function measureBefore(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const { base } = run
  if (base === null) return failedPhase(phase, 'there is no commit to start from', true)
  const tree = await bench.openTree(base)
  if (!tree.ok) return failedPhase(phase, tree.error.what, true)
  const place = await tree.value.checkOut(base)
  if (!place.ok) return failedPhase(phase, place.error.what)
  bench.tell({ type: 'doing', what: 'measuring the project before the change' })
  const measured = await bench
    .measure(place.value.folder, run.setup.commands, bench.signal)
    .finally(() => place.value.close())
  if (bench.signal.aborted) return cancelled
  if (!measured.ok) return failedPhase(phase, measured.error, true)
  const { measurement, errors } = measured.value
  const files = await tree.value.files(base)
  if (!files.ok) return failedPhase(phase, files.error.what)
  const conflicts = await bench.conflicts(run.setup.order, files.value.files)
  const hash = await bench.blobs.put(JSON.stringify({ measurement, errors }))
  return (cost) => ({
    type: 'record-baseline',
    measurement: hash,
    build: measurement.build.state,
    tests: measurement.tests.state,
    compilerErrors: errors.length,
    notes: measurement.notes.slice(0, 20),
    ...(conflicts.length === 0 ? {} : { conflicts: [...conflicts] }),
    cost,
  })
}
