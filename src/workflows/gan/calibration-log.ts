import { join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { jsonOf } from '../../kit/parse.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import { CalibrationLog, emptyLog, withRun } from './calibration.ts'
import type { GanLive } from './state.ts'
import { lockWithin } from '../../engine/command-run.ts'

const pathOf = (workspace: Pick<Workspace, 'root'>, artifactDir: string): string =>
  join(workspace.root, artifactDir, 'calibration-log.json')

/** The log of the workspace. One that cannot be read is never written over: it counts projects. */
export async function readCalibration(
  workspace: Pick<Workspace, 'disk' | 'relative' | 'root'>,
  artifactDir: string,
): AsyncResult<CalibrationLog> {
  const path = pathOf(workspace, artifactDir)
  const bytes = await workspace.disk.read(path)
  if (bytes === null) return ok(emptyLog)
  const parsed = CalibrationLog.safeParse(jsonOf(Buffer.from(bytes).toString('utf8')))
  if (parsed.success) return ok(parsed.data)
  return usageError(
    'the calibration log cannot be read',
    'restore it from version control, or move it away to begin a new count',
    workspace.relative(path),
  )
}

/** Writes what is now known of a run into the log, while nobody else does. */
export async function calibrate(
  workspace: Workspace,
  artifactDir: string,
  run: (log: CalibrationLog) => AsyncResult<GanLive>,
): AsyncResult<GanLive> {
  const take = () => workspace.lock('gan-calibration.lock')
  const lock = await lockWithin(take, workspace.clock, patienceMs)
  if (!lock.ok)
    return usageError('another process holds the calibration log', 'try again in a moment')
  try {
    const log = await readCalibration(workspace, artifactDir)
    if (!log.ok) return log
    const state = await run(log.value)
    if (!state.ok) return state
    const next = withRun(log.value, state.value)
    await workspace.disk.writeDurably(
      pathOf(workspace, artifactDir),
      `${JSON.stringify(next, null, 2)}\n`,
    )
    return state
  } finally {
    await lock.value.release()
  }
}

const patienceMs = 10_000
