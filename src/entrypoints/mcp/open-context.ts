import { openWorkspace } from '../../app.ts'
import { loopwrightIn } from '../../app/library.ts'
import { workflows as own } from '../../app/workflows.ts'
import type { Workflows } from '../../engine/runs.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import { openCarrier } from './carrier.ts'
import type { McpContext } from './context.ts'

export type McpOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workflows?: Workflows | undefined
  /** The agent of the configuration that this server answers for. */
  readonly as?: string | undefined
  readonly from: string
  readonly person: string
  /** An agent of ours started this. */
  readonly isInsideAgent: boolean
  readonly log: (line: string) => void
}

/** Opens a workspace for clients of one server. */
export async function openContext(options: McpOptions): AsyncResult<McpContext> {
  const { cwd, env, workflows = own, as, from, person, log } = options
  const opened = await openWorkspace({ cwd, env, onWait: log })
  if (!opened.ok) return opened
  const loopwright = loopwrightIn(opened.value, workflows)
  const { agents: configured, mcp } = opened.value.config
  const agents = Object.keys(configured).filter((name) => configured[name]?.kind === 'host')
  if (as !== undefined && !agents.includes(as))
    return usageError(
      `"${as}" is no host in loopwright.yaml`,
      agents.length === 0
        ? `add it: agents: { ${as}: { kind: host } }`
        : `choose one of: ${agents.join(', ')}`,
      'loopwright.yaml',
    )
  return ok({
    loopwright,
    workflows,
    trust: opened.value.trust,
    carrier: openCarrier((handle) => loopwright.find(handle), log),
    agent: as ?? (agents.length === 1 ? (agents[0] ?? null) : null),
    agents,
    from,
    gates: options.isInsideAgent ? 'nobody' : mcp.gates,
    person,
  })
}
