import type { Disk } from '../../ports/disk.ts'
import type { ProjectedFile, Projections } from '../../ports/projection.ts'

/** Writes the newest content of each file while the next step already runs; older ones are skipped. */
export function openFileProjections(disk: Disk): Projections {
  const waiting = new Map<string, ProjectedFile['content']>()
  let failure: unknown = null
  let writing: Promise<void> | null = null

  const drain = async () => {
    // a map may grow while it is walked; what is shown meanwhile is written too
    for (const [path, content] of waiting) {
      waiting.delete(path)
      try {
        const text = typeof content === 'function' ? await content() : content
        if (text === null) await disk.remove(path)
        else if (text !== undefined) await disk.replace(path, text)
      } catch (error) {
        // the journal holds the truth; the first failure is told to whoever awaits
        failure ??= error
      }
    }
    writing = null
  }

  return {
    show(files) {
      for (const { path, content } of files) waiting.set(path, content)
      writing ??= drain()
    },
    async settled() {
      // what is shown while we wait starts a new round
      for (let round = writing; round !== null; round = writing) await round
      const told = failure
      failure = null
      if (told !== null) throw told
    },
  }
}
