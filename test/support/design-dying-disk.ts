import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import type { Disk } from '../../src/ports/disk.ts'

class Crash extends Error {}

/** Where the machine died: at the n-th operation that writes, before it, within it or after it. */
export type Death = { readonly at: number; readonly how: 'before' | 'torn' | 'after' }

/** A disk that counts every operation that changes it, and dies with the machine where told to. */
export function dyingDisk(folder: string, death: Death | null) {
  const disk = openNodeDisk(folder)
  const done: string[] = []
  let dead = false
  const change = async <Value>(
    name: string,
    work: () => Promise<Value>,
    torn: () => Promise<unknown> = async () => undefined,
  ): Promise<Value> => {
    if (dead) throw new Crash()
    done.push(name)
    const now = death !== null && done.length === death.at
    if (now && death.how !== 'after') {
      if (death.how === 'torn') await torn()
      dead = true
      throw new Crash()
    }
    const value = await work()
    if (!now) return value
    dead = true
    throw new Crash()
  }
  const dying: Disk = {
    ...disk,
    replace: (path, text) => change(`replace ${path}`, () => disk.replace(path, text)),
    create: (path, text) => change(`create ${path}`, () => disk.create(path, text)),
    writeDurably: (path, text) => change(`write ${path}`, () => disk.writeDurably(path, text)),
    remove: (path) => change(`remove ${path}`, () => disk.remove(path)),
    removeTree: (path) => change(`remove ${path}`, () => disk.removeTree(path)),
    async openAppend(path) {
      if (dead) throw new Crash()
      const file = await disk.openAppend(path)
      return {
        ...file,
        append: (bytes) =>
          change(
            `append ${path}`,
            () => file.append(bytes),
            () => file.append(bytes.subarray(0, Math.max(1, bytes.length - 20))),
          ),
        sync: async () => {
          if (dead) throw new Crash()
          await file.sync()
        },
        // a dead machine holds no files open
        close: () => file.close(),
      }
    },
  }
  return { disk: dying, done: done as readonly string[], isDead: () => dead }
}
