import { basename } from 'node:path'
import type { House } from '../app.ts'
import { aliasFor } from '../model/ids.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { HarnessLevel } from '../workflows/gan/inputs/harness.ts'
import { type CalibrationLog, withRun } from '../workflows/gan/calibration.ts'
import { calibrate, readCalibration } from './gan-calibration.ts'
import { parseGanInputs, projectFolder, readGanTexts } from './gan-inputs.ts'
import { ganPlace, type GanPlace, ganRunIds, nextRunId, openGan, orderGan } from './gan-places.ts'
import { type GanWishes, openGanAgents, prepareGanSetup, readGanSettings } from './gan-setup.ts'

export const levels = HarnessLevel.options

export type GanStartWishes = GanWishes & { readonly by: string }

export type StartedGan = { readonly place: GanPlace; readonly notes: readonly string[] }

/** Starts a run for the page whose BRIEF lies in a folder. */
export async function startGan(
  house: House,
  named: string,
  wishes: GanStartWishes,
): AsyncResult<StartedGan> {
  const folder = projectFolder(house, named)
  if (!folder.ok) return folder
  const found = await readGanSettings(house)
  if (!found.ok) return found
  const { settings, artifactDir } = found.value
  const texts = await readGanTexts(house, folder.value, settings.design.brand_context.dir)
  if (!texts.ok) return texts
  const shown = house.relative(folder.value)
  const inputs = await parseGanInputs(texts.value, shown)
  if (!inputs.ok) return inputs
  const agents = await openGanAgents(house)
  if (!agents.ok) return agents
  const log = await readCalibration(house, artifactDir)
  if (!log.ok) return log
  await house.hidePrivateFolder()
  const projectId = projectIdFor(shown)
  let place: GanPlace | null = null
  // the number of the project is taken and counted in one go
  const started = await calibrate(house, artifactDir, async (now) => {
    const setup = await prepareGanSetup(house, {
      found: found.value,
      inputs: inputs.value,
      agents: agents.value,
      wishes,
      log: await withUncounted(house, now, artifactDir),
      projectId,
      folder: shown,
    })
    if (!setup.ok) return setup
    place = ganPlace(house, await nextRunId(house, projectId))
    return orderGan(house, place, {
      type: 'start',
      runId: place.runId,
      setup: setup.value,
      by: wishes.by,
    })
  })
  if (!started.ok) return started
  if (place === null) return err({ exit: 5, what: 'the run was not started' })
  return ok({ place, notes: inputs.value.notes })
}

/** A run whose start was recorded when the machine died has its number, though the log does not tell. */
async function withUncounted(
  house: House,
  log: CalibrationLog,
  artifactDir: string,
): Promise<CalibrationLog> {
  const counted = new Set(log.projects.map(({ run_id }) => run_id))
  let whole = log
  for (const runId of await ganRunIds(house)) {
    const open = counted.has(runId) ? null : await openGan(house, runId)
    if (!open?.ok || open.value.state.setup.artifactDir !== artifactDir) continue
    await keepOnDisk(house, open.value.journal)
    whole = withRun(whole, open.value.state)
  }
  return whole
}

/** Who dies before its start is on the disk leaves it readable until the power fails, too; then its number would be gone. */
async function keepOnDisk(house: House, path: string): Promise<void> {
  const file = await house.disk.openAppend(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folder's own name, as a name for runs. */
const projectIdFor = (folder: string): string =>
  aliasFor(basename(folder) === '' ? 'page' : basename(folder)).slice(0, 40)
