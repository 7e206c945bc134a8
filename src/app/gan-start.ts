import { basename } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
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
  workspace: Workspace,
  named: string,
  wishes: GanStartWishes,
): AsyncResult<StartedGan> {
  const folder = projectFolder(workspace, named)
  if (!folder.ok) return folder
  const found = await readGanSettings(workspace)
  if (!found.ok) return found
  const { settings, artifactDir } = found.value
  const texts = await readGanTexts(workspace, folder.value, settings.design.brand_context.dir)
  if (!texts.ok) return texts
  const shown = workspace.relative(folder.value)
  const inputs = await parseGanInputs(texts.value, shown)
  if (!inputs.ok) return inputs
  const agents = await openGanAgents(workspace)
  if (!agents.ok) return agents
  const log = await readCalibration(workspace, artifactDir)
  if (!log.ok) return log
  await workspace.hidePrivateFolder()
  const projectId = projectIdFor(shown)
  let place: GanPlace | null = null
  // the number of the project is taken and counted in one go
  const started = await calibrate(workspace, artifactDir, async (now) => {
    const setup = await prepareGanSetup(workspace, {
      found: found.value,
      inputs: inputs.value,
      agents: agents.value,
      wishes,
      log: await withUncounted(workspace, now, artifactDir),
      projectId,
      folder: shown,
    })
    if (!setup.ok) return setup
    place = ganPlace(workspace, await nextRunId(workspace, projectId))
    return orderGan(workspace, place, {
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
  workspace: Workspace,
  log: CalibrationLog,
  artifactDir: string,
): Promise<CalibrationLog> {
  const counted = new Set(log.projects.map(({ run_id }) => run_id))
  let whole = log
  for (const runId of await ganRunIds(workspace)) {
    const open = counted.has(runId) ? null : await openGan(workspace, runId)
    if (!open?.ok || open.value.state.setup.artifactDir !== artifactDir) continue
    await keepOnDisk(workspace, open.value.journal)
    whole = withRun(whole, open.value.state)
  }
  return whole
}

/** Who dies before its start is on the disk leaves it readable until the power fails, too; then its number would be gone. */
async function keepOnDisk(workspace: Workspace, path: string): Promise<void> {
  const file = await workspace.disk.openAppend(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folder's own name, as a name for runs. */
const projectIdFor = (folder: string): string =>
  aliasFor(basename(folder) === '' ? 'page' : basename(folder)).slice(0, 40)
