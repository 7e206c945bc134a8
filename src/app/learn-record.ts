import type { Entry } from '../model/entry.ts'
import type { Records } from '../ports/records.ts'
import type { OrderSetup } from '../workflows/workorder/events.ts'
import type { OrderLive } from '../workflows/workorder/state.ts'

export type OrderToRecord = {
  readonly state: OrderLive
  /** The whole journal of the run: earlier attempts and moments are not in the state. */
  readonly entries: readonly Entry[]
  readonly toolVersion: string
}

/** Saves everything a run shows. Done again, it changes nothing; call it whenever the run rests. */
export function recordOrder(_records: Records, _order: OrderToRecord): Promise<void> {
  throw new Error('not built yet')
}

/** What a proposer works with, as one text: a change of it puts promoted lessons on trial again. */
export function modelOf(
  { agents, proposers }: Pick<OrderSetup, 'agents' | 'proposers'>,
  proposer: string,
): string {
  const agent = proposers.find(({ name }) => name === proposer)?.agent ?? proposer
  const settings = agents[agent] ?? {}
  const told = ['kind', 'provider', 'model', 'command']
    .map((key) => settings[key])
    .filter((value) => typeof value === 'string')
  return told.length === 0 ? agent : told.join(' ')
}
