import type { Workspace } from '../ports/workspace.ts'
import type { Problem } from '../model/problem.ts'
import type { At } from '../workflows/design/state.ts'
import { type DesignRole, designRoles } from '../workflows/design/steps/bench.ts'
import { guard } from '../workflows/design/steps/guard.ts'
import { type FeaturePlace, orderFeature } from './design-places.ts'
import { openDesignAgents, readPrompt } from './design-setup.ts'

/**
 * A run rests on its prompts, agents and threshold. Whoever changed one since the start has made another
 * run of it, and nobody decides about that at this gate.
 */
export async function brokenPromise(
  workspace: Workspace,
  place: FeaturePlace,
  state: At<'CANDIDATE'>,
): Promise<Problem | null> {
  const agents = await openDesignAgents(workspace)
  if (!agents.ok) return agents.error
  const bench = {
    readPrompt: ({ path }: { readonly path: string }) => readPrompt(workspace, path),
    agentFor: (role: DesignRole) => agents.value[role],
  }
  for (const role of designRoles) {
    const guarded = await guard(bench, state, role)
    if (!('type' in guarded)) continue
    const { detail } = guarded
    const recorded = await orderFeature(workspace, place, guarded)
    if (!recorded.ok) return recorded.error
    return {
      exit: 5,
      what: `${detail}; the run has FAILED`,
      todo: `start over: loopwright design reset ${place.featureId} --acknowledge "…"`,
    }
  }
  return null
}
