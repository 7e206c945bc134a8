import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs'

type ProcessLine = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly pages: number
}

const pageBytes = 4096
/** Jobs look every forty milliseconds, each in its own time: what one of them saw is new enough for the others. */
const freshMs = 35

type Snapshot = {
  readonly at: number
  readonly lines: ReadonlyMap<number, ProcessLine>
  readonly children: ReadonlyMap<number, readonly ProcessLine[]>
  readonly groups: ReadonlyMap<number, readonly ProcessLine[]>
  /** What the machine can still give, once somebody asked. */
  megabytes: number | null
}

const none = new Map<number, never>()
let latest: Snapshot = {
  at: -Infinity,
  lines: none,
  children: none,
  groups: none,
  megabytes: null,
}
/** Processes of jobs. Only these are read again at each look: a machine has many that are none of ours. */
const inside = new Set<number>()

/** How many processes descend from a root process or share its group, and the memory they hold. */
export function measureTree(root: number): {
  readonly processes: number
  readonly megabytes: number
} {
  const members = membersOf(root)
  const pages = members.reduce((sum, line) => sum + line.pages, 0)
  return { processes: members.length, megabytes: (pages * pageBytes) / (1024 * 1024) }
}

/** How many files the private folders of a job hold, seen through one of its processes; 0 where none can be seen. */
export function filesInside(root: number, folders: readonly string[]): number {
  for (const { pid } of membersOf(root)) {
    try {
      // between its new mounts and its new root a process still sees ours
      const isOurs = (folder: string) => deviceOf(`/proc/${pid}/root${folder}`) === deviceOf(folder)
      if (mountsOf(pid) === mountsOf('self') || folders.some(isOurs)) continue
      return folders
        .map((folder) => statfsSync(`/proc/${pid}/root${folder}`))
        .reduce((sum, { files, ffree }) => sum + files - ffree, 0)
    } catch {
      // it ended, or is not inside yet
    }
  }
  return 0
}

const deviceOf = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.dev

const mountsOf = (pid: number | 'self'): string => readlinkSync(`/proc/${pid}/ns/mnt`)

function membersOf(root: number): readonly ProcessLine[] {
  const { lines, children, groups } = snapshot()
  const first = lines.get(root)
  const queue = [...(first === undefined ? [] : [first]), ...(groups.get(root) ?? [])]
  const members = new Set<ProcessLine>()
  for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
    if (members.has(line)) continue
    members.add(line)
    inside.add(line.pid)
    queue.push(...(children.get(line.pid) ?? []))
  }
  return [...members]
}

/** One look at all processes, shared by every job that asks within a few milliseconds. */
function snapshot(): Snapshot {
  if (performance.now() - latest.at < freshMs) return latest
  const lines = new Map<number, ProcessLine>()
  for (const pid of processIds()) {
    const line = (inside.has(pid) ? undefined : latest.lines.get(pid)) ?? readLine(pid)
    if (line !== null) lines.set(pid, line)
  }
  for (const pid of inside) if (!lines.has(pid)) inside.delete(pid)
  latest = {
    at: performance.now(),
    lines,
    children: Map.groupBy(lines.values(), (line) => line.parent),
    groups: Map.groupBy(lines.values(), (line) => line.group),
    megabytes: null,
  }
  return latest
}

function readLine(pid: number): ProcessLine | null {
  const text = readProc(`/proc/${pid}/stat`)
  // the name in brackets may hold blanks and brackets of its own
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22) return null
  return { pid, parent: Number(fields[1]), group: Number(fields[2]), pages: Number(fields[21]) }
}

/** Megabytes the whole machine can still give, or infinity where it does not say. */
export function availableMegabytes(): number {
  const now = snapshot()
  if (now.megabytes === null) {
    const match = /^MemAvailable:\s+(\d+) kB/m.exec(readProc('/proc/meminfo'))
    now.megabytes = match ? Number(match[1]) / 1024 : Infinity
  }
  return now.megabytes
}

/** Processes that carry a variable in their environment: the ones a job left behind on purpose. */
export function processesWith(variable: string): readonly number[] {
  return processIds().filter((pid) => readProc(`/proc/${pid}/environ`).includes(variable))
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      const pid = Number(name)
      return Number.isInteger(pid) ? [pid] : []
    })
  } catch {
    return []
  }
}

// a process may end between the listing and the reading
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
