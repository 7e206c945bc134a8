import { createHash } from 'node:crypto'
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
        const [seal, body = ''] = Buffer.from(bytes).toString('utf8').split('\n', 2)
        // a verdict that changed on the disk is no verdict
        if (seal !== sealOf(key, body)) return null
        return CheckOutcome.safeParse(JSON.parse(body)).data ?? null
      } catch {
        return null
      }
    },
    // a disk that is full must not turn a verdict into a failure of its check
    async set(key: string, outcome: CheckOutcome): Promise<void> {
      const body = JSON.stringify(outcome)
      await disk.replace(pathOf(key), `${sealOf(key, body)}\n${body}\n`).catch(() => undefined)
    },
  }
}

const sealOf = (key: string, body: string) =>
  createHash('sha256').update(`${key}\n${body}`).digest('hex')
