import { openAgents } from '../../engine/open-agents.ts'
import type { Problem } from '../../model/problem.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { record } from './record.ts'
import { readPrompt } from './setup.ts'
import type { At } from './state.ts'
import { type DesignRole, designRoles } from './steps/bench.ts'
import { guard } from './steps/guard.ts'

/**
 * A run rests on its prompts, agents and threshold. Whoever changed one since the start has made another
 * run of it, and nobody decides about that at this gate.
 */
export async function brokenPromise(
  workspace: Workspace,
  name: string,
  state: At<'CANDIDATE'>,
): Promise<Problem | null> {
  const agents = await openAgents(workspace, designRoles)
  if (!agents.ok) return agents.error
  const bench = {
    readPrompt: ({ path }: { readonly path: string }) => readPrompt(workspace, path),
    agentFor: (role: DesignRole) => agents.value.byRole[role],
  }
  for (const role of designRoles) {
    const guarded = await guard(bench, state, role)
    if (!('type' in guarded)) continue
    const recorded = await record(workspace, name, guarded)
    if (!recorded.ok) return recorded.error
    return {
      exit: 5,
      what: `${guarded.detail}; the run has FAILED`,
      todo: `start over: loopwright design reset ${name} --acknowledge "…"`,
    }
  }
  return null
}
