import type { AgentAnswer, AgentFailure, AgentRequest } from '../model/agent.ts'
import type { Result } from '../model/result.ts'

/** What makes an agent's answers what they are; recorded when a run starts. */
export type AgentIdentity = {
  readonly kind: string
  readonly model?: string
  readonly temperature?: number
}

/** The most one call may use, reserved before it is made. */
export type CallCeiling = { readonly tokens: number; readonly costUsd: number }

/** Never throws for a failing agent: failures are values, so every step must say what it does with them. */
export type Agent = {
  readonly identity: AgentIdentity
  ceiling(request: AgentRequest): CallCeiling
  ask(request: AgentRequest, signal: AbortSignal): Promise<Result<AgentAnswer, AgentFailure>>
}
