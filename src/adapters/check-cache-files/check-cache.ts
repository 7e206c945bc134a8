import { join } from 'node:path'
import { type Seal, sealed, unsealed } from '../../kit/seal.ts'
import { CheckOutcome } from '../../model/check.ts'
import type { Disk } from '../../ports/disk.ts'

/** Check outcomes by the hash of all they depend on. A cache: what is unreadable is judged again. */
export function openFileCheckCache(disk: Disk, folder: string, seal: Seal) {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.json`)
  return {
    async get(key: string): Promise<CheckOutcome | null> {
      try {
        const bytes = await disk.read(pathOf(key))
        if (bytes === null) return null
        // a verdict that was not ours when it was written is no verdict
        const body = unsealed(seal, key, Buffer.from(bytes).toString('utf8'))
        return body === null ? null : (CheckOutcome.safeParse(JSON.parse(body)).data ?? null)
      } catch {
        return null
      }
    },
    // a disk that is full must not turn a verdict into a failure of its check
    async set(key: string, outcome: CheckOutcome): Promise<void> {
      const body = JSON.stringify(outcome)
      await disk.replace(pathOf(key), sealed(seal, key, body)).catch(() => undefined)
    },
  }
}
