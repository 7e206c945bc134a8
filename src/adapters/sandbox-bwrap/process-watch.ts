import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs'

type ProcessLine = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly pages: number
}

const pageBytes = 4096
const freshMs = 25
let latest = { at: -Infinity, lines: new Map<number, ProcessLine>() }
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
  const lines = [...snapshot().values()]
  const children = Map.groupBy(lines, (line) => line.parent)
  const queue = lines.filter((line) => line.pid === root || line.group === root)
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
function snapshot(): ReadonlyMap<number, ProcessLine> {
  if (performance.now() - latest.at < freshMs) return latest.lines
  const lines = new Map<number, ProcessLine>()
  for (const pid of processIds()) {
    const line = (inside.has(pid) ? undefined : latest.lines.get(pid)) ?? readLine(pid)
    if (line !== null) lines.set(pid, line)
  }
  for (const pid of inside) if (!lines.has(pid)) inside.delete(pid)
  latest = { at: performance.now(), lines }
  return lines
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
  const match = /^MemAvailable:\s+(\d+) kB/m.exec(readProc('/proc/meminfo'))
  return match ? Number(match[1]) / 1024 : Infinity
}

/** Processes that carry a variable in their environment: the ones a job left behind on purpose. */
export function processesWith(variable: string): readonly number[] {
  return processIds().filter((pid) => readProc(`/proc/${pid}/environ`).includes(variable))
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
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
