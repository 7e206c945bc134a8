import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, ok } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Records } from '../ports/records.ts'
import { openHealedRecords } from '../workflows/workorder/records.ts'

export type Library = {
  readonly workspace: Workspace
  readonly records: Records
  readonly at: string
}

/** Opens the records of the workspace for one piece of work, and closes them after it. */
export async function inLibrary<Value>(
  workspace: Workspace,
  work: (library: Library) => AsyncResult<Value>,
): AsyncResult<Value> {
  const records = await openHealedRecords(workspace)
  if (!records.ok) return records
  try {
    return await work({
      workspace,
      records: records.value,
      at: workspace.clock.now().toISOString(),
    })
  } finally {
    await records.value.close()
  }
}

/** Who writes lessons: the agent of the role "trainer". Offline it is the catalogue, which is nobody. */
export async function trainerOf(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'openAgent'>,
): AsyncResult<Agent | null> {
  const name = workspace.agentNameFor('trainer')
  const kind = workspace.config.agents[name]?.kind ?? 'offline'
  return kind === 'offline' ? ok(null) : workspace.openAgent(name)
}
