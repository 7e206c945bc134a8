import type { Disk } from '../../ports/disk.ts'
import type { ProjectedFile, Projections } from '../../ports/projection.ts'

/** A rename makes the next sync of the journal dear, so quick steps share one; nobody reads faster. */
const restMs = 50

/**
 * Writes the newest content of each file while the next step already runs; older ones are skipped.
 * After a round of writing it rests, unless somebody waits for it.
 */
export function openFileProjections(disk: Disk): Projections {
  const waiting = new Map<string, ProjectedFile>()
  let failure: unknown = null
  let writing: Promise<void> | null = null
  let resting: NodeJS.Timeout | null = null

  const drain = async () => {
    // a map may grow while it is walked; what is shown meanwhile is written too
    for (const [path, { content, durable }] of waiting) {
      waiting.delete(path)
      try {
        const text = typeof content === 'function' ? await content() : content
        if (text === null) await disk.remove(path)
        else if (text !== undefined)
          await (durable ? disk.writeDurably(path, text) : disk.replace(path, text))
      } catch (error) {
        // the journal holds the truth; the first failure is told to whoever awaits
        failure ??= error
      }
    }
    writing = null
    resting = setTimeout(wake, restMs).unref()
  }
  const wake = () => {
    if (resting !== null) clearTimeout(resting)
    resting = null
    if (waiting.size > 0) writing ??= drain()
  }

  return {
    show(files) {
      for (const file of files) waiting.set(file.path, file)
      if (resting === null) writing ??= drain()
    },
    async settled() {
      // what is shown while we wait starts a new round
      for (wake(); writing !== null; wake()) await writing
      const told = failure
      failure = null
      if (told !== null) throw told
    },
  }
}
