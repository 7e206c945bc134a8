import { z } from 'zod'
import { AgentAnswer, AgentRequest } from '../model/agent.ts'

/** A step that waits for the agent on the other side of the MCP server. */
export const HostQuestion = z.object({
  /** The name of the agent in the configuration. */
  agent: z.string(),
  request: AgentRequest,
  /** What was true when it was asked, for whoever looks at the work afterwards. */
  beside: z.unknown(),
})
export type HostQuestion = z.infer<typeof HostQuestion> & {
  /** Names the question to whoever answers it: the same for the same question, in every process. */
  readonly token: string
}

export const HostAnswer = z.object({
  answer: AgentAnswer,
  agent: z.string(),
  /** The process that is connected: one process answers for one agent of a run. */
  from: z.string(),
})
export type HostAnswer = z.infer<typeof HostAnswer>

export type HostRun = { readonly workflow: string; readonly runId: string }

/** Where questions to hosts lie until somebody answers them. */
export type HostDesk = {
  /** Called when somebody takes up a run. */
  begin(run: HostRun): Promise<void>
  /** Called when it rests: what waited before and was not asked again is no question any more. */
  end(run: HostRun): Promise<void>
  /** Whether somebody of this process was asked since and has not answered. */
  isWaiting(run: HostRun): boolean
  open(run: HostRun): Promise<readonly HostQuestion[]>
  /** Takes an answer, exactly once; otherwise says why not. */
  answer(run: HostRun, token: string, given: HostAnswer): Promise<string | null>
  /** Whether the run has made use of an answer. */
  isUsed(run: HostRun, token: string): Promise<boolean>
  /** Removes all of a run. */
  forget(run: HostRun): Promise<void>
}
