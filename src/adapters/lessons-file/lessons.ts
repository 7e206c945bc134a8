import { z } from 'zod'
import { learn, Learning } from '../../model/learning.ts'
import type { Disk } from '../../ports/disk.ts'
import type { Lessons } from '../../ports/lessons.ts'
import { jsonOf } from '../../kit/parse.ts'

const Kept = z.object({
  version: z.literal(1),
  runs: z.array(z.string()),
  learnings: z.array(Learning),
})

/** Learnings in one file. One that cannot be read is moved aside, never written over. */
export const openFileLessons = (disk: Disk, path: string): Lessons => ({
  async observe(runId, observations, at) {
    const stored = await readKept(disk, path)
    if (stored.runs.includes(runId)) return
    const next = {
      version: 1,
      runs: [...stored.runs, runId],
      learnings: learn(stored.learnings, observations, at),
    }
    await disk.writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
  },
})

async function readKept(disk: Disk, path: string): Promise<z.infer<typeof Kept>> {
  const nothing = { version: 1, runs: [], learnings: [] } as const
  const bytes = await disk.read(path)
  if (bytes === null) return { ...nothing, runs: [], learnings: [] }
  const text = Buffer.from(bytes).toString('utf8')
  const parsed = Kept.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  await disk.writeDurably(`${path}.unreadable`, text)
  return { ...nothing, runs: [], learnings: [] }
}
