import { createHash } from 'node:crypto'
import type { AppendFile, Disk } from '../../src/ports/disk.ts'
import type { Chance } from './random.ts'

type Stored = {
  /** What every process sees. */
  now: Buffer | null
  /** What survives a power cut for sure. */
  safe: Buffer | null
  /** What else a power cut may leave behind, from operations that were not synced. */
  maybe: readonly (Buffer | null)[]
}

/** The switches that planted bugs turn. */
export type DiskBugs = {
  readonly dropsAppendSync?: boolean
  readonly dropsBlobSync?: boolean
  readonly keepsTornTail?: boolean
  readonly overwritesDecisions?: boolean
}

/**
 * One simulated disk for all processes of a world: what was not synced may be lost, torn or kept in
 * any combination when the power goes, as POSIX allows; a killed process loses nothing it wrote.
 */
export function openSimulatedDisk(chance: Chance, bugs: DiskBugs = {}) {
  const files = new Map<string, Stored>()
  const at = (path: string): Stored => files.get(path) ?? { now: null, safe: null, maybe: [] }
  const change = (path: string, now: Buffer | null) => {
    const before = at(path)
    files.set(path, { now, safe: before.safe, maybe: [...before.maybe, now] })
  }
  const sync = (path: string) => {
    const { now } = at(path)
    files.set(path, { now, safe: now, maybe: [] })
  }

  return {
    read: (path: string): Buffer | null => at(path).now,
    exists: (path: string): boolean => at(path).now !== null,
    write: change,
    sync,
    paths: (): readonly string[] =>
      [...files].filter(([, { now }]) => now !== null).map(([path]) => path),
    bugs,
    /** Everything that was not synced is decided by chance. */
    powerCut(): void {
      for (const [path, { safe, maybe }] of files) {
        if (maybe.length === 0) continue
        const survivor = chance.happens(0.4) ? safe : chance.pick(maybe)
        const torn = survivor !== null && survivor !== safe && chance.happens(0.4)
        const left = torn ? tear(survivor, safe) : survivor
        files.set(path, { now: left, safe: left, maybe: [] })
      }
    },
  }

  /** Part of the new bytes are on the disk: a prefix, or a prefix and zeros where the rest was to be. */
  function tear(survivor: Buffer, safe: Buffer | null): Buffer {
    // bytes that were synced and not changed since stay as they are
    const kept = safe === null ? 0 : commonStart(survivor, safe)
    const cut = kept + chance.below(survivor.length - kept + 1)
    if (chance.happens(0.7)) return survivor.subarray(0, cut)
    return Buffer.concat([survivor.subarray(0, cut), Buffer.alloc(survivor.length - cut)])
  }
}
function commonStart(left: Buffer, right: Buffer): number {
  const most = Math.min(left.length, right.length)
  let length = 0
  while (length < most && left[length] === right[length]) length += 1
  return length
}

export type SimulatedDisk = ReturnType<typeof openSimulatedDisk>

/** The simulated disk behind the port. */
export function diskOf(disk: SimulatedDisk): Disk {
  const { bugs } = disk
  return {
    read: async (path) => disk.read(path),
    readFrom: async (path, offset) => disk.read(path)?.subarray(offset) ?? null,
    size: async (path) => disk.read(path)?.length ?? null,
    async stamp(path) {
      const found = disk.read(path)
      return found === null ? null : createHash('sha256').update(found).digest('hex')
    },
    async openAppend(path) {
      if (!disk.exists(path)) {
        disk.write(path, Buffer.alloc(0))
        disk.sync(path)
      }
      return appendFile(disk, path)
    },
    replace: async (path, content) => disk.write(path, Buffer.from(content)),
    async create(path, text) {
      if (disk.exists(path) && !(bugs.overwritesDecisions && path.includes('/decisions/')))
        return false
      disk.write(path, Buffer.from(text))
      disk.sync(path)
      return true
    },
    async writeDurably(path, content) {
      disk.write(path, Buffer.from(content))
      if (!bugs.dropsBlobSync) disk.sync(path)
    },
    remove: async (path) => disk.write(path, null),
    async removeTree(path) {
      for (const each of disk.paths())
        if (each === path || each.startsWith(inside(path))) disk.write(each, null)
    },
    list: async (path) =>
      [
        ...new Set(
          disk
            .paths()
            .filter((each) => each.startsWith(inside(path)))
            .map((each) => each.slice(inside(path).length).split('/')[0] ?? ''),
        ),
      ].toSorted(),
    isFolder: async (path) => disk.paths().some((each) => each.startsWith(inside(path))),
  }
}

/** How the paths in a folder begin; it may be named with a slash at its end. */
const inside = (folder: string): string => `${folder.replace(/\/+$/, '')}/`

function appendFile(disk: SimulatedDisk, path: string): AppendFile {
  const contents = () => disk.read(path) ?? Buffer.alloc(0)
  return {
    size: async () => contents().length,
    append: async (bytes) => disk.write(path, Buffer.concat([contents(), bytes])),
    async sync() {
      if (!disk.bugs.dropsAppendSync) disk.sync(path)
    },
    async truncate(size) {
      if (!disk.bugs.keepsTornTail) disk.write(path, contents().subarray(0, size))
    },
    close: async () => undefined,
  }
}
