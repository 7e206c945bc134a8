import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Version, Versions } from './workflow.ts'

/** Versions that are one text each, as they are kept by their hash. */
export const readText =
  (blobs: Pick<Blobs, 'get'>) =>
  async (hash: string): AsyncResult<Version> => {
    const text = await blobs.get(hash)
    return text === null
      ? err({ exit: 5, what: `version ${hash.slice(0, 8)} is missing or damaged` })
      : ok({ hash, text })
  }

/** A version by name, number or the start of its hash. */
export async function readVersion(
  run: string,
  versions: Versions,
  word: string,
): AsyncResult<Version> {
  const hash = hashOf(versions, word)
  return hash === undefined || hash === null
    ? usageError(`${run} has no version "${word}"`, `list them: loopwright diff ${run} --list`)
    : versions.read(hash)
}

function hashOf({ hashes, last, best, base }: Versions, word: string): string | null | undefined {
  const latest = last ?? hashes.at(-1)
  switch (word) {
    case 'first':
      return hashes[0]
    case 'last':
      return latest
    case 'best':
      return best ?? latest
    case 'previous':
      return hashes[hashes.indexOf(latest ?? '') - 1] ?? base ?? hashes[0]
    case 'base':
      return base
    default: {
      const numbered = /^\d{1,4}$/.test(word) ? hashes[Number(word) - 1] : undefined
      if (numbered !== undefined) return numbered
      const matching = /^[0-9a-f]{4,64}$/.test(word)
        ? hashes.filter((hash) => hash.startsWith(word))
        : []
      return matching.length === 1 ? matching[0] : undefined
    }
  }
}
