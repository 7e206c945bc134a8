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

/** Called before and after each operation of a process; it may let time pass, fail it, or end the process. */
export type Hook = {
  /** Rejects when the operation fails or the process dies before it. */
  before(operation: string, path: string): Promise<void>
  /** How much of a write is done before the process dies in the middle of it; null when it does not. */
  tears(bytes: number): number | null
  /** Rejects when the process dies right after the operation. */
  after(operation: string, path: string): Promise<void>
}

/** The disk as one process sees it. */
export function diskOf(disk: SimulatedDisk, hook: Hook): Disk {
  const operate = async <Value>(
    operation: string,
    path: string,
    act: () => Value,
  ): Promise<Value> => {
    await hook.before(operation, path)
    const value = act()
    await hook.after(operation, path)
    return value
  }
  const { bugs } = disk
  return {
    read: (path) => operate('read', path, () => disk.read(path)),
    readFrom: (path, offset) =>
      operate('read', path, () => disk.read(path)?.subarray(offset) ?? null),
    size: (path) => operate('read', path, () => disk.read(path)?.length ?? null),
    stamp: (path) =>
      operate('read', path, () => {
        const found = disk.read(path)
        return found === null ? null : createHash('sha256').update(found).digest('hex')
      }),
    openAppend: (path) =>
      operate('open', path, () => {
        if (!disk.exists(path)) {
          disk.write(path, Buffer.alloc(0))
          disk.sync(path)
        }
        return appendFile(disk, path, { operate, hook })
      }),
    replace: (path, text) => operate('replace', path, () => disk.write(path, Buffer.from(text))),
    create: (path, text) =>
      operate('create', path, () => {
        if (disk.exists(path) && !(bugs.overwritesDecisions && path.includes('/decisions/')))
          return false
        disk.write(path, Buffer.from(text))
        disk.sync(path)
        return true
      }),
    writeDurably: (path, text) =>
      operate('write-durably', path, () => {
        disk.write(path, Buffer.from(text))
        if (!bugs.dropsBlobSync) disk.sync(path)
      }),
    remove: (path) => operate('remove', path, () => disk.write(path, null)),
    removeTree: (path) =>
      operate('remove', path, () => {
        for (const each of disk.paths()) if (each.startsWith(`${path}/`)) disk.write(each, null)
      }),
    list: (path) =>
      operate('list', path, () =>
        [
          ...new Set(
            disk
              .paths()
              .filter((each) => each.startsWith(inside(path)))
              .map((each) => each.slice(inside(path).length).split('/')[0] ?? ''),
          ),
        ].toSorted(),
      ),
    isFolder: (path) =>
      operate('list', path, () => disk.paths().some((each) => each.startsWith(inside(path)))),
  }
}

/** How the paths in a folder begin; it may be named with a slash at its end. */
const inside = (folder: string): string => `${folder.replace(/\/+$/, '')}/`

type Way = {
  readonly operate: <Value>(operation: string, path: string, act: () => Value) => Promise<Value>
  readonly hook: Hook
}

function appendFile(disk: SimulatedDisk, path: string, { operate, hook }: Way): AppendFile {
  const contents = () => disk.read(path) ?? Buffer.alloc(0)
  return {
    size: () => operate('read', path, () => contents().length),
    append: async (bytes) => {
      await hook.before('append', path)
      const torn = hook.tears(bytes.length)
      disk.write(path, Buffer.concat([contents(), torn === null ? bytes : bytes.subarray(0, torn)]))
      await hook.after(torn === null ? 'append' : 'torn', path)
    },
    sync: () =>
      operate('sync', path, () => {
        if (!disk.bugs.dropsAppendSync) disk.sync(path)
      }),
    truncate: (size) =>
      operate('truncate', path, () => {
        if (!disk.bugs.keepsTornTail) disk.write(path, contents().subarray(0, size))
      }),
    close: async () => undefined,
  }
}
