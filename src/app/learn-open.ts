import type { House } from '../app.ts'
import { type AsyncResult, ok } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Records } from '../ports/records.ts'
import { healRecords } from './workorder-records.ts'

export type Library = { readonly house: House; readonly records: Records; readonly at: string }

/** Opens the records of the workspace for one piece of work, and closes them after it. */
export async function inLibrary<Value>(
  house: House,
  work: (library: Library) => AsyncResult<Value>,
): AsyncResult<Value> {
  await house.hidePrivateFolder()
  const records = await house.records()
  if (!records.ok) return records
  try {
    const healed = await healRecords(house)
    if (!healed.ok) return healed
    return await work({ house, records: records.value, at: house.clock.now().toISOString() })
  } finally {
    await records.value.close()
  }
}

/** Who writes lessons: the agent of the role "trainer". Offline it is the catalogue, which is nobody. */
export async function trainerOf(house: House): AsyncResult<Agent | null> {
  const name = house.agentNameFor('trainer')
  const kind = house.config.agents[name]?.kind ?? 'offline'
  return kind === 'offline' ? ok(null) : house.openAgent(name)
}
