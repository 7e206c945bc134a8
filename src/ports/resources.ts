/** What one program and all it starts may take of the machine at the most. */
export type Need = {
  readonly memoryMb: number
  readonly processes: number
  /** False where it runs as somebody who may enter no group. */
  readonly isGrouped: boolean
}

/** What is looked at while it runs, beside memory and processes. */
export type Watched = {
  /** Folders that it sees in memory, and how many files it may make in them. */
  readonly inMemory: readonly string[]
  readonly files: number
  /** A folder on the disk that it may fill, and how far. */
  readonly fills?: { readonly folder: string; readonly megabytes: number }
  readonly everyMs: number
}

export type ResourceLimit = 'memory' | 'processes' | 'output'

type Argv = readonly [string, ...string[]]

/** The part of the machine that a program has while it runs. */
export type Share = {
  /** The command line under which the kernel counts, where it does. */
  enter(argv: Argv): Argv
  /** Looks after a program until that is called off. */
  watch(pid: number, watched: Watched, passed: (limit: ResourceLimit) => void): () => void
  /** Whether the kernel ended something of it for want of memory. */
  starved(): boolean
  close(): Promise<void>
}

/** Programs behind walls, held to their part of the machine, and all of them to theirs. */
export type Resources = {
  /** Who holds them to it: `cgroup v2`, `cgroup v1`, `systemd scope`, or only `watch`. */
  kind(): Promise<string>
  /** Waits until the machine has room; at once where it was called off. */
  take(need: Need, signal: AbortSignal): Promise<Share>
}
