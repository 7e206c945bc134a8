import type { House } from '../app.ts'
import type { Gate } from '../model/gate.ts'
import type { Setup } from '../workflows/reflex/events.ts'
import { gateFor } from '../workflows/reflex/gates.ts'
import { aliases, loadPlace } from './reflex-places.ts'

export type OpenGate = { readonly alias: string; readonly gate: Gate; readonly setup: Setup }

/** Every question that waits for a person. */
export async function openGates(house: House): Promise<readonly OpenGate[]> {
  const open: OpenGate[] = []
  for (const alias of await aliases(house)) {
    const run = await loadPlace(house, alias)
    if (!run.ok || run.value.state.at !== 'confirming') continue
    open.push({ alias, gate: gateFor(run.value.state), setup: run.value.state.setup })
  }
  return open
}
