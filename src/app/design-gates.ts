import type { Workspace } from '../ports/workspace.ts'
import type { Gate } from '../model/gate.ts'
import type { DesignView } from '../views/design-view.ts'
import { approvalGate } from '../workflows/design/gate.ts'
import { openFeature } from './design-feature.ts'
import { featureIds } from './design-places.ts'
import { designViewOf } from './design-view.ts'

export type OpenDesignGate = { readonly gate: Gate; readonly view: DesignView }

export async function openDesignGates(workspace: Workspace): Promise<readonly OpenDesignGate[]> {
  const open: OpenDesignGate[] = []
  for (const name of await featureIds(workspace)) {
    const feature = await openFeature(workspace, name)
    if (!feature.ok || feature.value.state.at !== 'CANDIDATE') continue
    const { place, state } = feature.value
    open.push({ gate: approvalGate(state), view: designViewOf(workspace, place, state) })
  }
  return open
}
