import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import type { AppendFile, Disk } from '../../src/ports/disk.ts'

/** Called before and after each operation of a process; it may let time pass, fail it, or end the process. */
export type Hook = {
  /** Rejects when the operation fails or the process dies before it. */
  before(operation: string, path: string): Promise<void>
  /** How much of an append is done before the process dies in the middle of it; null when it does not. */
  tears(bytes: number): number | null
  /** Rejects when the process dies right after the operation. */
  after(operation: string, path: string): Promise<void>
}

/** A disk as one process sees it, whose operations pass a hook. */
export function hookedDisk(disk: Disk, hook: Hook): Disk {
  const operate = async <Value>(operation: string, path: string, act: () => Promise<Value>) => {
    await hook.before(operation, path)
    const value = await act()
    await hook.after(operation, path)
    return value
  }
  const hookedFile = (file: AppendFile, path: string): AppendFile => ({
    size: () => operate('read', path, () => file.size()),
    async append(bytes) {
      await hook.before('append', path)
      const torn = hook.tears(bytes.length)
      await file.append(torn === null ? bytes : bytes.subarray(0, torn))
      await hook.after('append', path)
    },
    sync: () => operate('sync', path, () => file.sync()),
    truncate: (size) => operate('truncate', path, () => file.truncate(size)),
    // a dead process holds no files open
    close: () => file.close(),
  })
  return {
    read: (path) => operate('read', path, () => disk.read(path)),
    readFrom: (path, offset) => operate('read', path, () => disk.readFrom(path, offset)),
    size: (path) => operate('read', path, () => disk.size(path)),
    stamp: (path) => operate('read', path, () => disk.stamp(path)),
    openAppend: (path) =>
      operate('open', path, async () => hookedFile(await disk.openAppend(path), path)),
    replace: (path, content) => operate('replace', path, () => disk.replace(path, content)),
    create: (path, text) => operate('create', path, () => disk.create(path, text)),
    writeDurably: (path, content) => operate('write', path, () => disk.writeDurably(path, content)),
    remove: (path) => operate('remove', path, () => disk.remove(path)),
    removeTree: (path) => operate('remove', path, () => disk.removeTree(path)),
    list: (path) => operate('list', path, () => disk.list(path)),
    isFolder: (path) => operate('list', path, () => disk.isFolder(path)),
  }
}

/** Ends a process. Nothing it does afterwards reaches the outside. */
export class Crash extends Error {}

/** A process dies at its n-th operation: before it, in the middle of it (if it appends) or after it. */
export type Death = {
  readonly at: number
  readonly how: 'before' | 'within' | 'after'
  /** The only kind of operation that counts; all do unless told. */
  readonly counts?: string
}

const changes = ['append', 'replace', 'create', 'write', 'remove']

/** The real disk for a process that dies at its n-th change; `done` names the changes. */
export function dyingDisk(folder: string, death: Death | null) {
  const counted = death?.counts === undefined ? changes : [death.counts]
  const done: string[] = []
  let dead = false
  // several operations may be under way at once: the first that ends is the last
  let doomed = false
  const die = () => {
    dead = true
    throw new Crash()
  }
  const disk = hookedDisk(openNodeDisk(folder), {
    async before(operation, path) {
      if (dead) throw new Crash()
      if (counted.includes(operation)) done.push(`${operation} ${path}`)
      doomed ||= done.length === death?.at
      if (doomed && death?.how === 'before') die()
    },
    tears: (bytes) => (doomed && death?.how === 'within' ? Math.max(1, bytes - 20) : null),
    async after() {
      if (doomed) die()
    },
  })
  return { disk, done: done as readonly string[], isDead: () => dead }
}
