import { basename, join } from 'node:path'
import { startRun } from '../../engine/command-run.ts'
import { openKnownRun } from '../../engine/open-run.ts'
import { aliasFor } from '../../model/ids.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type CalibrationLog, withRun } from './calibration.ts'
import { calibrate, readCalibration } from './calibration-log.ts'
import { gan } from './definition.ts'
import { parseGanInputs, projectFolder, readGanTexts } from './inputs/read-inputs.ts'
import { numberOf, projectOf } from './places.ts'
import { openAgents } from '../../engine/open-agents.ts'
import { type GanOptions, prepareGanSetup, readGanSettings } from './setup.ts'
import { ganRoles } from './steps/bench.ts'

export type GanStartOptions = GanOptions & { readonly by: string }

export type StartedGan = { readonly name: string; readonly notes: readonly string[] }

/** Starts a run for the page whose BRIEF lies in a folder. */
export async function startGan(
  workspace: Workspace,
  named: string,
  options: GanStartOptions,
): AsyncResult<StartedGan> {
  const folder = projectFolder(workspace, named)
  if (!folder.ok) return folder
  const result = await readGanSettings(workspace)
  if (!result.ok) return result
  const { settings, artifactDir } = result.value
  const texts = await readGanTexts(workspace, folder.value, settings.design.brand_context.dir)
  if (!texts.ok) return texts
  const shown = workspace.relative(folder.value)
  const inputs = await parseGanInputs(texts.value, shown)
  if (!inputs.ok) return inputs
  const agents = await openAgents(workspace, ganRoles)
  if (!agents.ok) return agents
  const log = await readCalibration(workspace, artifactDir)
  if (!log.ok) return log
  const projectId = projectIdFor(shown)
  let name = ''
  // the number of the project is taken and counted in one go
  const started = await calibrate(workspace, artifactDir, async (now) => {
    const setup = await prepareGanSetup(workspace, {
      found: result.value,
      inputs: inputs.value,
      agents: agents.value,
      options,
      log: await withUncounted(workspace, now, artifactDir),
      projectId,
      folder: shown,
    })
    if (!setup.ok) return setup
    name = await nextRunId(workspace, projectId)
    const begun = await startRun(
      gan,
      workspace,
      { name, runId: name },
      {
        type: 'start',
        runId: name,
        setup: setup.value,
        by: options.by,
      },
    )
    return begun.ok ? ok(begun.value.state) : begun
  })
  return started.ok ? ok({ name, notes: inputs.value.notes }) : started
}

async function nextRunId(
  workspace: Pick<Workspace, 'disk' | 'privateFolder'>,
  projectId: string,
): Promise<string> {
  const used = (await workspace.disk.list(join(workspace.privateFolder, 'gan')))
    .filter((name) => projectOf(name) === projectId)
    .map(numberOf)
  return `${projectId}-${Math.max(0, ...used) + 1}`
}

/** A run whose start was recorded when the machine died has its number, though the log does not tell. */
async function withUncounted(
  workspace: Workspace,
  log: CalibrationLog,
  artifactDir: string,
): Promise<CalibrationLog> {
  const counted = new Set(log.projects.map(({ run_id }) => run_id))
  let whole = log
  for (const runId of await gan.names(workspace)) {
    const open = counted.has(runId) ? null : await openKnownRun(gan, workspace, runId)
    if (!open?.ok || open.value.state.setup.artifactDir !== artifactDir) continue
    await keepOnDisk(workspace, open.value.history)
    whole = withRun(whole, open.value.state)
  }
  return whole
}

/** Who dies before its start is on the disk leaves it readable until the power fails, too; then its number would be gone. */
async function keepOnDisk(workspace: Pick<Workspace, 'disk'>, path: string): Promise<void> {
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
