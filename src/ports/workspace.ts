import type { Seal } from '../kit/seal.ts'
import type { Config } from '../model/config.ts'
import type { AsyncResult } from '../model/result.ts'
import type { Agent } from './agent.ts'
import type { Application, ApplicationError, ApplicationOptions } from './application.ts'
import type { Blobs } from './blobs.ts'
import type { Browser } from './browser.ts'
import type { CheckCache } from './check-cache.ts'
import type { Clock } from './clock.ts'
import type { Disk } from './disk.ts'
import type { HostDesk } from './host-desk.ts'
import type { Lessons } from './lessons.ts'
import type { OwnRule } from '../model/own-rule.ts'
import type { OpenOwnRules, TriedRules } from './own-rules.ts'
import type { PreviewMaker } from './preview.ts'
import type { Project } from './project.ts'
import type { Projections } from './projection.ts'
import type { Records } from './records.ts'
import type { Repository } from './repository.ts'
import type { Resources } from './resources.ts'
import type { Lock, LockHolder, RunStore } from './run-store.ts'
import type { Sandbox } from './sandbox.ts'
import type { Workbench } from './workbench.ts'

/** Where a run is kept: its folder below the private folder, and the path of its history. */
export type RunPlace = {
  readonly workflow: string
  readonly folder: string
  readonly runId: string
  readonly history: string
  readonly version: number
}

/** A folder outside of the workspace, and the disk that it lies on. */
export type OwnFolder = { readonly path: string; readonly disk: Disk }

/** An open workspace: its configuration and all that can be opened from it. Functions take what they need of it. */
export type Workspace = {
  readonly root: string
  readonly cwd: string
  readonly config: Config
  readonly disk: Disk
  readonly clock: Clock
  readonly project: Project
  readonly projectAt: (folder: string) => Project
  readonly concurrency: number
  readonly blobs: Blobs & { remove(hash: string): Promise<void> }
  readonly cache: CheckCache
  readonly lessons: () => Promise<Lessons>
  /** Whether anything was ever recorded. */
  readonly hasRecords: () => boolean
  readonly records: () => AsyncResult<Records>
  readonly projections: () => Projections
  readonly privateFolder: string
  /** What this machine knows of the workspace by itself, where no agent behind walls can write. */
  readonly own: OwnFolder
  readonly seal: Seal
  readonly sandbox: () => Promise<Sandbox>
  readonly resources: () => Promise<Resources>
  /** Rules that the user wrote, tried on their own examples. */
  readonly ownRules: OpenOwnRules
  /** The same rules as they are written, and what tries them, for whoever writes them. */
  readonly readRules: () => AsyncResult<readonly OwnRule[]>
  readonly tryRules: (rules: readonly OwnRule[]) => AsyncResult<TriedRules>
  /** A private copy of a project folder, for commands that may do anything to it. */
  readonly openWorkbench: (folder: string) => AsyncResult<Workbench, string>
  /** Starts the application of the project that a workbench holds, behind the walls of its commands. */
  readonly openApplication: (
    bench: Workbench,
    options: ApplicationOptions,
  ) => AsyncResult<Application, ApplicationError>
  /** The git repository around the workspace. Worktrees of orders go into the private folder. */
  readonly repository: () => Promise<Repository>
  /** What git says in a folder, or null where it refuses. Nothing of a repository is started by it. */
  readonly git: (
    folder: string,
    args: readonly string[],
    set?: Readonly<Record<string, string>>,
  ) => Promise<string | null>
  /** Eyes for pages. They stay behind walls unless the configuration does without a sandbox. */
  readonly openBrowser: () => Promise<Browser>
  /** Another workspace on this machine. Refused where its configuration came from elsewhere and nobody agreed to it. */
  readonly openAt: (root: string) => AsyncResult<Workspace>
  readonly agentNameFor: (role: string) => string
  /** Whether an agent is one of these, by whatever names the configuration calls them. */
  readonly isOneOf: (name: string, others: readonly string[]) => Promise<boolean>
  readonly openAgent: (name: string) => AsyncResult<Agent>
  /** Questions to agents on the other side of the MCP server. */
  readonly hostDesk: HostDesk
  readonly lock: (name: string) => AsyncResult<Lock, LockHolder>
  readonly storeFor: (place: RunPlace) => RunStore
  readonly previewMaker: () => Promise<PreviewMaker | null>
  /** Keeps the private folder out of version control. */
  readonly hidePrivateFolder: () => Promise<boolean>
  readonly relative: (path: string) => string
  /** The version of Loopwright, and the text of a file that is published with it. */
  readonly toolVersion: string
  readonly packageText: (path: string) => string
}
