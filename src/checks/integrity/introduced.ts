import { canonical, shape } from './canonical.ts'
import type { Change, FileChange, FileKind } from './change.ts'
import type { Node, Source } from './source.ts'

/** Something in a file, with what makes it the same thing elsewhere. */
export type Occurrence<N extends Node = Node> = {
  readonly source: Source
  readonly node: N
  readonly kind: FileKind
  /** The version before of the file it stands in; null in a new file. */
  readonly earlier: Source | null
}

/**
 * What the change brought in: occurrences that no changed file had before. Renamed ones count as the
 * same, and so do those that moved to another file.
 */
export function introduced<N extends Node>(
  change: Change,
  collect: (source: Source, file: FileChange) => readonly N[],
): readonly Occurrence<N>[] {
  const results = change.files.flatMap((file) => {
    const { after, before, kind } = file
    const nodes = after === null ? [] : collect(after, file)
    return after === null
      ? []
      : nodes.map((node) => ({ source: after, node, kind, earlier: before }))
  })
  if (results.length === 0) return []
  const old = change.files.flatMap((file) =>
    file.before === null ? [] : collect(file.before, file),
  )
  const before = new Map<string, number>()
  for (const node of old) add(before, canonical(node))
  const fresh = results.filter(({ node }) => !take(before, canonical(node)))
  // what is left over on the old side may be there still under other names
  const looseBefore = new Map<string, number>()
  for (const node of old) if (take(before, canonical(node))) add(looseBefore, shape(node))
  return fresh.filter(({ node }) => !take(looseBefore, shape(node)))
}

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0
  if (left > 0) counts.set(key, left - 1)
  return left > 0
}
