import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { CheckVerdict } from '../model/check.ts'
import type { Agent } from './agent.ts'
import type { RunStore } from './run-store.ts'

/** Looks on while runs are written and agents are asked, and tells others. Nothing waits for it. */
export type Telemetry = {
  watchStore(workflow: string, store: RunStore): RunStore
  watchAgent(name: string, agent: Agent): Agent
}

export type CheckDone = {
  readonly rule: string
  readonly verdict: CheckVerdict
  readonly cached: boolean
  readonly ms: number
}

/** Told of every check that ran, where somebody listens. */
export const checkDone = channel('loopwright.check')

export type CommandDone = {
  readonly program: string
  /** The exit code, or the limit that stopped it. */
  readonly end: number | string
  readonly ms: number
}

/** Told of every command of a project that ran, such as its build and its tests. */
export const commandDone = channel('loopwright.command')

/** The place in a trace that programs which are started now belong to, as W3C writes it. */
export const traceparent = new AsyncLocalStorage<string>()
