import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { link, lstat, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { promisify } from 'node:util'
import type { AppendFile, Disk } from '../../ports/disk.ts'

/** The real disk. Symbolic links are refused wherever state is kept, so that nothing escapes its folder. */
export function openNodeDisk(root: string): Disk {
  const guard = (path: string) => refuseLinks(root, path)
  return {
    async read(path) {
      // stop requests are looked for after every step, mostly in vain: one call says that nothing is there
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null
      guard(path)
      return missingAsNull(async () => readFileSync(path))
    },
    async readFrom(path, offset, most = Infinity) {
      guard(path)
      return missingAsNull(async () => readTail(path, offset, most))
    },
    async size(path) {
      guard(path)
      return (await missingAsNull(() => stat(path)))?.size ?? null
    },
    async stamp(path) {
      const bigIntStats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
      return bigIntStats?.isFile() === true
        ? `${bigIntStats.ino}-${bigIntStats.size}-${bigIntStats.ctimeNs}`
        : null
    },
    async openAppend(path) {
      guard(path)
      const created = !existsSync(path)
      if (created) await makeFolder(dirname(path))
      const flags = constants.O_CREAT | constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW
      const descriptor = openSync(path, flags, 0o644)
      // a new file whose directory entry is lost would take its first events with it
      if (created) await syncFolder(dirname(path))
      return appendFile(descriptor)
    },
    async replace(path, text) {
      guard(path)
      await moveOver(await writeBeside(path, text, false), path)
    },
    async create(path, text) {
      guard(path)
      const temporary = await writeBeside(path, text, true)
      try {
        await link(temporary, path)
        await syncFolder(dirname(path))
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      } finally {
        await unlink(temporary)
      }
    },
    async writeDurably(path, text) {
      guard(path)
      await moveOver(await writeBeside(path, text, true), path)
      await syncFolder(dirname(path))
    },
    remove: (path) => rm(path, { force: true }),
    removeTree: (path) => rm(path, { recursive: true, force: true }),
    isFolder: async (path) => (await missingAsNull(() => lstat(path)))?.isDirectory() ?? false,
    list: async (path) => ((await missingAsNull(() => readdir(path))) ?? []).toSorted(),
  }
}

/** How many files this process appends to, and whether the disk answered the last sync at once. */
const appending = { files: 0, swift: true }
const swiftMs = 2
const synced = promisify(fsync)
const dataSynced = promisify(fdatasync)

/**
 * What only touches the kernel's memory is done in place: a thread would cost more than the call.
 * So is a sync, while the disk is swift and one run is carried; several runs, or a slow disk, wait
 * on threads, so that the kernel can join their syncs and nothing else is held up.
 */
function appendFile(descriptor: number): AppendFile {
  appending.files += 1
  return {
    size: async () => fstatSync(descriptor).size,
    append: async (bytes) => {
      let written = 0
      while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    },
    sync: async () => {
      const begun = performance.now()
      if (appending.swift && appending.files === 1) fdatasyncSync(descriptor)
      else await dataSynced(descriptor)
      appending.swift = performance.now() - begun < swiftMs
    },
    truncate: async (size) => ftruncateSync(descriptor, size),
    close: async () => {
      closeSync(descriptor)
      appending.files -= 1
    },
  }
}

async function writeBeside(
  path: string,
  text: string | Uint8Array,
  durable: boolean,
): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeNew(temporary, text, durable).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      await makeFolder(dirname(path))
      await writeNew(temporary, text, durable)
    })
    return temporary
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    // a read-only disk is told as ENOENT where several folders are missing; one alone gives the reason
    if (codeOf(error) === 'ENOENT') await mkdir(firstMissing(path))
    throw error
  }
}

function firstMissing(path: string): string {
  const parent = dirname(path)
  const isThere = parent === path || lstatSync(parent, { throwIfNoEntry: false }) !== undefined
  return isThere ? path : firstMissing(parent)
}

async function moveOver(temporary: string, path: string): Promise<void> {
  try {
    renameSync(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeNew(path: string, text: string | Uint8Array, durable: boolean): Promise<void> {
  const descriptor = openSync(path, 'wx', 0o644)
  try {
    writeFileSync(descriptor, text)
    if (durable) await synced(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function readTail(path: string, offset: number, most: number): Uint8Array {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(Math.min(most, Math.max(0, fstatSync(descriptor).size - offset)))
    let read = 0
    while (read < bytes.length) {
      const more = readSync(descriptor, bytes, read, bytes.length - read, offset + read)
      if (more === 0) break
      read += more
    }
    return bytes.subarray(0, read)
  } finally {
    closeSync(descriptor)
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Walks from the root down: a link planted anywhere below it could lead a write outside. */
function refuseLinks(root: string, path: string): void {
  if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep))
    throw Object.assign(new Error(`${path} lies outside ${root}`), { code: 'EOUTSIDE', path })
  let current = root
  for (const part of path.slice(root.length).split(sep).filter(Boolean)) {
    current = `${current}${current.endsWith(sep) ? '' : sep}${part}`
    const stats = lstatSync(current, { throwIfNoEntry: false })
    if (stats === undefined) return
    if (stats.isSymbolicLink())
      throw Object.assign(
        new Error(`${current} is a symbolic link; Loopwright does not follow links`),
        {
          code: 'ELINK',
          path: current,
        },
      )
  }
}

async function missingAsNull<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
