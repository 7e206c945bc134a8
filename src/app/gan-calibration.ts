import { join } from 'node:path'
import type { House } from '../app.ts'
import { jsonOf } from '../kit/parse.ts'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import { CalibrationLog, emptyLog, withRun } from '../workflows/gan/calibration.ts'
import type { GanLive } from '../workflows/gan/state.ts'
import { lockWithin } from './order.ts'

const pathOf = (house: House, artifactDir: string): string =>
  join(house.root, artifactDir, 'calibration-log.json')

/** The log of the workspace. One that can't be read is never written over: it counts projects. */
export async function readCalibration(
  house: House,
  artifactDir: string,
): AsyncResult<CalibrationLog> {
  const path = pathOf(house, artifactDir)
  const bytes = await house.disk.read(path)
  if (bytes === null) return ok(emptyLog)
  const parsed = CalibrationLog.safeParse(jsonOf(Buffer.from(bytes).toString('utf8')))
  if (parsed.success) return ok(parsed.data)
  return usageError(
    'the calibration log can not be read',
    'restore it from version control, or move it away to begin a new count',
    house.relative(path),
  )
}

/** Writes what is now known of a run into the log, while nobody else does. */
export async function calibrate(
  house: House,
  artifactDir: string,
  run: (log: CalibrationLog) => AsyncResult<GanLive>,
): AsyncResult<GanLive> {
  const take = () => house.lock('gan-calibration.lock')
  const lock = await lockWithin(take, () => house.clock.elapsedMs(), patienceMs)
  if (!lock.ok)
    return usageError('another process holds the calibration log', 'try again in a moment')
  try {
    const log = await readCalibration(house, artifactDir)
    if (!log.ok) return log
    const state = await run(log.value)
    if (!state.ok) return state
    const next = withRun(log.value, state.value)
    await house.disk.writeDurably(pathOf(house, artifactDir), `${JSON.stringify(next, null, 2)}\n`)
    return state
  } finally {
    await lock.value.release()
  }
}

const patienceMs = 10_000
