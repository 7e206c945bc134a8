import type { FileTree } from '../../model/file-tree.ts'
import { type Asked, type Change, readChange } from './change.ts'
import type { IntegrityFinding } from './rule.ts'
import { families } from './rules.ts'
import { loadParser } from './source.ts'

/**
 * What a change did besides its task: tests taken away or made hollow, checks loosened, answers written
 * down, and the like. Only what the change brought in is reported, never what stood there before.
 */
export async function inspectChange(change: {
  readonly before: FileTree
  readonly after: FileTree
  readonly asked?: Asked
}): Promise<readonly IntegrityFinding[]> {
  return findingsIn(readChange(change, await loadParser()))
}

/** The same for a change that was read before. */
export function findingsIn(read: Change): readonly IntegrityFinding[] {
  if (read.texts.length === 0) return []
  return families
    .flatMap(({ look }) => look(read))
    .toSorted((a, b) => order(keyOf(a), keyOf(b)))
    .filter((finding, index, sorted) => keyOf(finding) !== keyOf(sorted[index - 1]))
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const keyOf = (finding: IntegrityFinding | undefined): string =>
  finding === undefined
    ? ''
    : [
        finding.place.path ?? '',
        String(finding.place.line ?? 0).padStart(7, '0'),
        finding.rule,
        finding.message,
      ].join('\0')
