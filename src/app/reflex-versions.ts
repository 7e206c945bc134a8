import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Live } from './reflex-places.ts'

/** A version of a run's artifact by name, number or the start of its hash. */
export async function readVersion(
  workspace: Workspace,
  state: Live,
  name: string,
): AsyncResult<{ hash: string; text: string }> {
  const { versions, best, artifact } = state
  if (artifact === null) return usageError(`${state.setup.task_alias} has no artifact yet`)
  const hash = named(name) ?? byNumberOrHash(versions, name)
  if (hash === null)
    return usageError(
      `${state.setup.task_alias} has no version "${name}"`,
      `list them: loopwright diff ${state.setup.task_alias} --list`,
    )
  const text = await workspace.blobs.get(hash)
  return text === null
    ? err({
        exit: 5,
        what: `version ${hash.slice(0, 8)} is missing or damaged`,
        where: '.loopwright/blobs',
      })
    : ok({ hash, text })

  function named(word: string): string | null {
    if (word === 'first') return versions[0] ?? null
    if (word === 'last') return artifact
    if (word === 'best') return best?.hash ?? artifact
    return word === 'previous'
      ? (versions[versions.indexOf(artifact ?? '') - 1] ?? versions[0] ?? null)
      : null
  }
}

function byNumberOrHash(versions: readonly string[], name: string): string | null {
  if (/^\d{1,4}$/.test(name)) {
    const numbered = versions[Number(name) - 1]
    if (numbered !== undefined) return numbered
  }
  const matches = /^[0-9a-f]{4,64}$/.test(name)
    ? versions.filter((hash) => hash.startsWith(name))
    : []
  return matches.length === 1 ? (matches[0] ?? null) : null
}
