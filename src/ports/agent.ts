import type { AgentAnswer, AgentFailure, AgentRequest } from '../model/agent.ts'
import type { AsyncResult } from '../model/result.ts'

/** What makes an agent's answers what they are; recorded when a run starts. */
export type AgentIdentity = {
  readonly kind: string
  readonly model?: string
  /** What is configured; `sentTemperature` tells what becomes of it. */
  readonly temperature?: number
  /** What stands around a program: `bwrap`, or `none` and why. */
  readonly walls?: string
  /** Of a program that people install and update by themselves. */
  readonly version?: string
}

/** Told what an agent does now, in a few words; for people who watch. */
export type Tell = (doing: string) => void

/** What a run is to make, before anything is asked. */
export type AgentTask = {
  readonly workflow: string
  /** The kind of artifact, or the name of what is made. */
  readonly kind: string
  readonly prompt: string
  readonly idealResult: string
}

/** The most one call may use, reserved before it is made. */
export type CallCeiling = { readonly tokens: number; readonly costUsd: number }

/** Never throws for a failing agent: failures are values, so every step must say what it does with them. */
export type Agent = {
  readonly identity: AgentIdentity
  ceiling(request: AgentRequest): CallCeiling
  /** Why it cannot make what a task asks for; null where it can. Agents that do not have it take every task. */
  whyNot?(task: AgentTask): Promise<string | null>
  /**
   * The temperature its requests really carry; some models take none. Asks nobody. Agents without a
   * temperature do not have it.
   */
  sentTemperature?(): Promise<number | 'unsupported'>
  /** Agents that work between two calls: asked first, they say that they wait; asked again, they have answered. */
  readonly later?: {
    /** What was kept when the request was made first; null where it was not made yet. */
    askedWith(request: AgentRequest): Promise<unknown>
  }
  /** `beside` is kept with the request by agents that answer later. */
  ask(
    request: AgentRequest,
    signal: AbortSignal,
    tell?: Tell,
    beside?: unknown,
  ): AsyncResult<AgentAnswer, AgentFailure>
}
