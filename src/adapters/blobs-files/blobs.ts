import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Blobs } from '../../ports/blobs.ts'
import type { Disk } from '../../ports/disk.ts'

/** Every artifact version, by its SHA-256, kept outside the workflows' own folders. */
export function openFileBlobs(
  disk: Disk,
  folder: string,
): Blobs & {
  /** For versions that no history names any more. */
  remove(hash: string): Promise<void>
} {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  const get = async (hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null
    const bytes = await disk.read(pathOf(hash))
    if (bytes === null) return null
    const text = Buffer.from(bytes).toString('utf8')
    return sha256(text) === hash ? text : null
  }
  return {
    get,
    remove: (hash) => disk.remove(pathOf(hash)),
    async put(text) {
      const hash = sha256(text)
      if ((await get(hash)) === null) await disk.writeDurably(pathOf(hash), text)
      return hash
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
