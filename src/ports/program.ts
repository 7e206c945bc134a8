import type { Readable, Writable } from 'node:stream'
import type { AgentFailure } from '../model/agent.ts'
import type { AsyncResult } from '../model/result.ts'

/** One start of a program that is an agent. */
export type ProgramCall = {
  readonly args: readonly string[]
  /** Variables beside those it may see of ours. */
  readonly env?: Readonly<Record<string, string>>
  readonly stdin: string
  /** The folder whose files are its work. */
  readonly workspace: string | null
  /** More that it may read. */
  readonly read?: readonly string[]
  /** Its home stays from call to call, so that it can go on with a session. */
  readonly keepsHome?: boolean
  /** Told what it prints as it comes; nothing is kept then. */
  readonly onStdout?: (chunk: Buffer) => void
  /** Talks to it over its standard streams; once that is over, the program is ended. */
  readonly converse?: (streams: ProgramStreams) => Promise<void>
}

export type ProgramStreams = { readonly input: Writable; readonly output: Readable }

export type ProgramEnd = {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: Buffer
  readonly lastStderr: readonly string[]
}

/** A program that is an agent, behind its walls and within its limits. */
export type Program = {
  /** What stands around it: `bwrap`, or `none` and why. */
  readonly walls: string | undefined
  /** A text without the secrets that the program was given. */
  readonly hide: (text: string) => string
  readonly run: (call: ProgramCall, signal: AbortSignal) => AsyncResult<ProgramEnd, AgentFailure>
}
