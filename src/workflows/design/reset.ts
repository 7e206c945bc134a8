import { openKnownRun } from '../../engine/open-run.ts'
import { type AsyncResult, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { design } from './definition.ts'
import type { Archive } from './events.ts'
import { stateText } from './files.ts'
import type { DesignRun } from './places.ts'
import { record } from './record.ts'
import type { DesignCommand, Live } from './state.ts'

/** FAILED → IDLE, after a person has said that they know what happened. The old run is archived. */
export async function resetFeature(
  workspace: Workspace,
  name: string,
  { acknowledge, by }: { readonly acknowledge: string; readonly by: string },
): AsyncResult<DesignRun> {
  const opened = await openKnownRun(design, workspace, name)
  if (!opened.ok) return opened
  const archive = await archiveOf(workspace, opened.value.state)
  return goIdle(workspace, opened.value, { type: 'reset', acknowledge, by, archive })
}

const waysBack = {
  reset: { from: 'FAILED', word: 'reset' },
  unfreeze: { from: 'FROZEN', word: 'unfrozen' },
} as const

/** Each way back to IDLE leads from one state only; from another the attempt is recorded. */
export async function goIdle(
  workspace: Workspace,
  { name, state }: DesignRun,
  command: Extract<DesignCommand, { type: keyof typeof waysBack }>,
): AsyncResult<DesignRun> {
  const done = await record(workspace, name, command)
  const { from, word } = waysBack[command.type]
  if (!done.ok || state.at === from) return done
  return usageError(
    `${name} is ${state.at}; only ${from} can be ${word} (the attempt was recorded)`,
    `see: loopwright design status ${name}`,
  )
}

export const archiveOf = async (
  { blobs }: Pick<Workspace, 'blobs'>,
  state: Live,
): Promise<Archive> => ({
  runId: state.runId,
  text: await blobs.put(stateText(state)),
})
