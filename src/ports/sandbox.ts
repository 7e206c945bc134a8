import type { AsyncResult } from '../model/result.ts'

export type SandboxLimits = {
  readonly wallMs: number
  readonly memoryMb: number
  readonly processes: number
  readonly outputBytes: number
  readonly fileMb: number
  /** How many files it may make in its private folders: empty ones take memory of the kernel. */
  readonly files: number
}

/** Where a job behind walls sees its working folder. */
export const workFolder = '/work'

/** A command with the files it may see. Paths are relative to its private working folder. */
export type SandboxJob = {
  readonly argv: readonly [string, ...string[]]
  readonly files: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Host folders shown read-only inside, at the given absolute path. */
  readonly show?: readonly { readonly from: string; readonly at: string }[]
  /**
   * A host folder that is the working folder instead of a fresh private one. The job may write to it,
   * and it stays. Behind walls the job sees it at `workFolder`.
   */
  readonly folder?: string
  /** Folders in which programs are looked for first, as the job sees them. */
  readonly path?: readonly string[]
  readonly limits?: Partial<SandboxLimits>
}

export type SandboxRun =
  | {
      readonly type: 'exited'
      readonly code: number
      readonly stdout: string
      readonly stderr: string
      readonly ms: number
    }
  | {
      readonly type: 'stopped'
      readonly limit: 'time' | 'memory' | 'processes' | 'output' | 'cancelled'
      readonly stdout: string
      readonly stderr: string
      readonly ms: number
    }

export type SandboxRefusal = {
  readonly type: 'no-sandbox'
  readonly reason: string
  readonly remedy: string
}

/** Runs untrusted commands: no network, read-only system, private temp, scrubbed environment. */
export type Sandbox = {
  /** `bwrap`, `none` (the user allowed running unprotected), or `refused`. Shown in reports. */
  readonly kind: 'bwrap' | 'none' | 'refused'
  run(job: SandboxJob, signal: AbortSignal): AsyncResult<SandboxRun, SandboxRefusal>
}
