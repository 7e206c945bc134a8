import type { Loopwright } from '../../app/library.ts'
import type { Trust } from '../../app/trust.ts'
import type { AnyRun } from '../../engine/define-workflow.ts'
import type { Workflows } from '../../engine/runs.ts'
import type { AsyncResult } from '../../model/result.ts'
import type { Carrier } from './carrier.ts'

/** Who may answer the questions of runs: nobody where an agent of ours started the server. */
export type GateAnswerer = 'person' | 'agent' | 'nobody'

/** What the tools of a server share, whoever is connected to it. */
export type McpContext = {
  readonly loopwright: Loopwright
  readonly workflows: Workflows
  readonly trust: Trust
  readonly carrier: Carrier
  /** The agent of the configuration that answers here; null where there is none, or more than one and none was named. */
  readonly agent: string | null
  readonly agents: readonly string[]
  /** The process on the other side. */
  readonly from: string
  readonly gates: GateAnswerer
  /** The person whose machine this is. */
  readonly person: string
}

export const findRun = ({ loopwright }: McpContext, handle: string): AsyncResult<AnyRun> =>
  loopwright.find(handle)
