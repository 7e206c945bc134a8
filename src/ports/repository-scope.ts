import { coveredBy } from '../kit/glob.ts'
import type { FileChange } from './repository.ts'

/**
 * Paths of changes that no entry of the scope covers. An entry is a path, a folder (all below it) or a
 * glob; one that begins with `!` takes paths out again. An empty scope covers everything.
 */
export function outsideScope(
  changes: readonly FileChange[],
  scope: readonly string[],
): readonly string[] {
  const covers = scopeMatcher(scope)
  const touched = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]))
  return [...new Set(touched)].filter((path) => !covers(path)).toSorted()
}

export function scopeMatcher(scope: readonly string[]): (path: string) => boolean {
  const entries = scope.some((entry) => !entry.startsWith('!')) ? scope : ['.', ...scope]
  return (path) => coveredBy(path, entries)
}
