import type { AsyncResult } from '../model/result.ts'
import type { Sandbox, SandboxLimits, SandboxRefusal, SandboxRun } from './sandbox.ts'

export type BenchCommand = {
  readonly argv: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly limits?: Partial<SandboxLimits>
  /** Host folders shown read-only besides, at the given absolute path. */
  readonly show?: readonly { readonly from: string; readonly at: string }[]
}

/**
 * A private copy of a project that commands may write to. What they do stays in the copy; the project
 * itself is never touched. Paths are relative to the project's root.
 */
export type Workbench = {
  readonly kind: Sandbox['kind']
  /** The absolute path at which commands see the copy. */
  readonly root: string
  /** A hash of all files that were copied and of the packages that are installed: the same tree, the same hash. */
  readonly tree: string
  /** Runs in the root of the copy, behind the sandbox's walls. The project's own programs are found by name. */
  run(command: BenchCommand, signal: AbortSignal): AsyncResult<SandboxRun, SandboxRefusal>
  /** The files that were copied, sorted; installed packages and version control are not among them. */
  list(): Promise<readonly string[]>
  /** The text of a file of the copy, or of an installed package below `node_modules`; null where there is none. */
  read(path: string): Promise<string | null>
  /** Replaces a file of the copy; null removes it. */
  write(path: string, text: string | null): Promise<void>
  /** Another private copy of what this one holds now, with all that commands made in it. */
  fork(): AsyncResult<Workbench, string>
  /** Why what was measured here is not what lies in the project: a command or somebody else changed a file. */
  drift(): Promise<string | null>
  close(): Promise<void>
}
