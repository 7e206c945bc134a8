import type { Result } from '../model/result.ts'
import type { Sandbox, SandboxLimits, SandboxRefusal, SandboxRun } from './sandbox.ts'

export type BenchCommand = {
  readonly argv: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly limits?: Partial<SandboxLimits>
}

/**
 * A private copy of a project that commands may write to. What they do stays in the copy; the project
 * itself is never touched. Paths are relative to the project's root.
 */
export type Workbench = {
  readonly kind: Sandbox['kind']
  /** Runs in the root of the copy, behind the sandbox's walls. The project's own programs are found by name. */
  run(command: BenchCommand, signal: AbortSignal): Promise<Result<SandboxRun, SandboxRefusal>>
  read(path: string): Promise<string | null>
  /** Replaces a file of the copy; null removes it. */
  write(path: string, text: string | null): Promise<void>
  close(): Promise<void>
}

/** Copies a folder. Packages it has installed are shown to the commands, not copied. */
export type OpenWorkbench = (folder: string) => Promise<Result<Workbench, string>>
