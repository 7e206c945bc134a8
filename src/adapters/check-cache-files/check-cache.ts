import { join } from 'node:path'
import { CheckOutcome } from '../../model/check.ts'
import type { Disk } from '../../ports/disk.ts'

/** Check outcomes by the hash of all they depend on. A cache: what is unreadable is judged again. */
export function openFileCheckCache(disk: Disk, folder: string) {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.json`)
  return {
    async get(key: string): Promise<CheckOutcome | null> {
      try {
        const bytes = await disk.read(pathOf(key))
        if (bytes === null) return null
        return CheckOutcome.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data ?? null
      } catch {
        return null
      }
    },
    // a disk that is full must not turn a verdict into a failure of its check
    set: (key: string, outcome: CheckOutcome): Promise<void> =>
      disk.replace(pathOf(key), JSON.stringify(outcome)).catch(() => undefined),
  }
}
