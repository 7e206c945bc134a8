import type { Workspace } from '../ports/workspace.ts'
import type { Gate } from '../model/gate.ts'
import type { Obligation } from '../model/obligation.ts'
import type { Setup } from '../workflows/reflex/events.ts'
import { gateFor, openMusts } from '../workflows/reflex/gates.ts'
import { aliases, loadPlace } from './reflex-places.ts'

export type OpenGate = {
  readonly alias: string
  readonly gate: Gate
  readonly setup: Setup
  /** What a person must decide, where the run is otherwise done. */
  readonly undecided: readonly Obligation[]
}

export async function openGates(workspace: Workspace): Promise<readonly OpenGate[]> {
  const gates: OpenGate[] = []
  for (const alias of await aliases(workspace)) {
    const run = await loadPlace(workspace, alias)
    if (!run.ok) continue
    const { state } = run.value
    if (state.at !== 'confirming' && state.at !== 'deciding') continue
    const open = state.at === 'deciding' ? openMusts(state.obligations ?? []) : []
    gates.push({ alias, gate: gateFor(state), setup: state.setup, undecided: open })
  }
  return gates
}
