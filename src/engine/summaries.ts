import { join } from 'node:path'
import { z } from 'zod'
import { sealed, unsealed } from '../kit/seal.ts'
import { jsonOf } from '../kit/parse.ts'
import type { Workspace } from '../ports/workspace.ts'

/** What lists show of a run. */
export const Summary = z.object({
  alias: z.string(),
  status: z.string(),
  iteration: z.number(),
  maxIterations: z.number(),
  /** Null where nothing was evaluated. */
  score: z.number().nullable(),
  updatedAt: z.string(),
  isOver: z.boolean(),
  /** It waits for a person. */
  asks: z.boolean(),
  /** Why it cannot be read. */
  damage: z.string().nullable(),
})
export type Summary = z.infer<typeof Summary>

const Kept = z.record(z.string(), z.object({ stamp: z.string(), summary: Summary }))
type Kept = z.infer<typeof Kept>

const about = 'summaries 1'

/**
 * Summaries of runs by the state of their histories, so that a list of many runs folds only those that
 * went on since the last one. It is sealed and only a cache: what is missing or not ours is made again.
 */
export async function openSummaries({
  disk,
  seal,
  privateFolder,
}: Pick<Workspace, 'disk' | 'seal' | 'privateFolder'>) {
  const path = join(privateFolder, 'cache', 'summaries')
  const bytes = await disk.read(path).catch(() => null)
  const body = bytes === null ? null : unsealed(seal, about, Buffer.from(bytes).toString('utf8'))
  const known = Kept.safeParse(body === null ? null : jsonOf(body)).data ?? {}
  const now: Kept = {}
  let isNew = false
  return {
    /** The summary of a run whose history is kept at this path. */
    async of(history: string, make: () => Promise<Summary | null>): Promise<Summary | null> {
      const stamp = await disk.stamp(history)
      const before = known[history]
      if (stamp !== null && before?.stamp === stamp) {
        now[history] = before
        return before.summary
      }
      const summary = await make()
      // one that went on meanwhile is summed up anew the next time
      const isSettled =
        stamp !== null && summary?.damage === null && (await disk.stamp(history)) === stamp
      if (!isSettled) return summary
      isNew = true
      now[history] = { stamp, summary }
      return summary
    },
    /** Keeps what a whole list made, and nothing of runs that are gone; a disk that takes nothing only makes the next one slower. */
    async keep(): Promise<void> {
      if (!isNew) return
      await disk.replace(path, sealed(seal, about, JSON.stringify(now))).catch(() => undefined)
    },
  }
}
