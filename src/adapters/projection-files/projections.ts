import type { Disk } from '../../ports/disk.ts'
import type { ProjectedFile, Projections } from '../../ports/projection.ts'

/**
 * Writes the newest content of each file while the next step already runs; older ones are skipped.
 * After a round it rests, unless somebody waits: a rename makes the journal's next sync dear, so
 * steps quicker than any reader share one.
 */
export function openFileProjections(disk: Disk, restMs = 50): Projections {
  const waiting = new Map<string, ProjectedFile>()
  const failures = new Map<string, unknown>()
  const lasting = new Map<string, string | Uint8Array>()
  let writing: Promise<void> | null = null
  let resting: NodeJS.Timeout | null = null

  const write = async ({ path, content, durable }: ProjectedFile) => {
    const text = typeof content === 'function' ? await content() : content
    if (text === null) await disk.remove(path)
    else if (text !== undefined)
      await (durable ? disk.writeDurably(path, text) : disk.replace(path, text))
    if (text === null) lasting.delete(path)
    else if (text !== undefined && durable) lasting.set(path, text)
  }

  const drain = async () => {
    // a map may grow while it is walked; what is shown meanwhile is written too
    for (const [path, file] of waiting) {
      waiting.delete(path)
      try {
        await (file.inTurn?.(() => write(file)) ?? write(file))
        failures.delete(path)
      } catch (error) {
        // the journal holds the truth; a file that stays behind is told to whoever awaits
        failures.set(path, error)
      }
    }
    writing = null
    resting = setTimeout(wake, restMs).unref()
  }
  const wake = () => {
    if (resting !== null) clearTimeout(resting)
    resting = null
    if (waiting.size > 0) writing ??= drain()
    return writing
  }

  return {
    show(files) {
      for (const file of files) waiting.set(file.path, file)
      if (resting === null) void wake()
    },
    async settled() {
      // what is shown while we wait starts a new round
      for (let round = wake(); round !== null; round = wake()) await round
      const [reported] = failures.values()
      failures.clear()
      if (reported !== undefined) throw reported
      const changed: string[] = []
      for (const [path, text] of lasting) {
        const bytes = await disk.read(path)
        if (bytes === null || !Buffer.from(bytes).equals(Buffer.from(text))) changed.push(path)
      }
      return changed
    },
  }
}
