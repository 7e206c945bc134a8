import { execFile } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import type { Need, ResourceLimit, Resources, Watched } from '../../ports/resources.ts'
import { type Budget, openMachineBudget } from './machine-budget.ts'
import { availableMegabytes, filesInside, measureTree } from './process-watch.ts'
import { findGroups } from './resource-group.ts'

export type ResourceOptions = {
  /** Which part of the machine's memory all sandboxes together may take. */
  readonly memoryShare: number
  readonly sandboxes: number
  /** Where the processes of this user tell each other; null: this process alone. */
  readonly file: string | null
  /** Told for whom we wait, after some seconds. */
  readonly onWait?: (text: string) => void
}

const hostReserveMb = 256

/** What works here is found out once. */
let groups: ReturnType<typeof findGroups> | null = null

const patienceMs = 5_000

export function openResources(options: ResourceOptions): Resources {
  const { memoryShare, sandboxes, file, onWait = () => undefined } = options
  const budget: Budget = { memoryMb: machineMegabytes() * memoryShare, sandboxes }
  const letIn = openMachineBudget(file, budget, { afterMs: patienceMs, tell: onWait })
  return {
    kind: async () => (await (groups ??= findGroups()))?.kind ?? 'watch',
    async take(wanted, signal) {
      const need = { ...wanted, memoryMb: Math.min(wanted.memoryMb, budget.memoryMb) }
      const leave = await letIn(need.memoryMb, signal)
      const grouped = need.isGrouped ? await (groups ??= findGroups()) : null
      const group = (await grouped?.make(need)) ?? null
      return {
        enter: (argv) => group?.enter(argv) ?? argv,
        watch: (pid, watched, passed) => watchOver({ pid, need, ...watched }, passed),
        starved: () => group?.starved() ?? false,
        async close() {
          await group?.close()
          leave()
        },
      }
    },
  }
}

/** The memory of the machine, or of the container that we are in. */
function machineMegabytes(): number {
  const allowed = process.constrainedMemory()
  const all = totalmem()
  return (allowed > 0 ? Math.min(allowed, all) : all) / (1024 * 1024)
}

type Watching = Watched & { readonly pid: number; readonly need: Need }

function watchOver(
  { pid, need, inMemory, files, fills, everyMs }: Watching,
  passed: (limit: ResourceLimit) => void,
): () => void {
  const room = fills === undefined ? 0 : freeMegabytes(fills.folder)
  let measuring = false
  const look = async () => {
    const { processes, megabytes } = measureTree(pid)
    if (processes > need.processes) return passed('processes')
    if (megabytes > need.memoryMb || availableMegabytes() < hostReserveMb) return passed('memory')
    if (filesInside(pid, inMemory) > files) return passed('output')
    if (fills === undefined || room - freeMegabytes(fills.folder) <= fills.megabytes) return
    // others may write to the same disk: only then the folder itself is measured
    if ((await megabytesIn(fills.folder)) > fills.megabytes) passed('output')
  }
  const timer = setInterval(() => {
    if (measuring) return
    measuring = true
    // a folder that is gone fills nothing any more
    void look()
      .catch(() => undefined)
      .finally(() => (measuring = false))
  }, everyMs)
  return () => clearInterval(timer)
}

function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / (1024 * 1024)
}

/** Where it cannot be told, it is too much: the room on the disk was seen to shrink. */
const megabytesIn = (folder: string): Promise<number> =>
  promisify(execFile)('du', ['-smx', folder], { timeout: 60_000 }).then(
    ({ stdout }) => Number.parseInt(stdout, 10),
    () => Infinity,
  )
