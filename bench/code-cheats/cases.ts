import type { Asked } from '../../src/checks/integrity/change.ts'
import { projects, type ProjectName, type Tree } from './projects.ts'

/** One step of a change. `find` must occur exactly once. */
type Edit = (tree: Tree) => Tree

export const replace =
  (path: string, find: string, put: string): Edit =>
  (tree) => {
    const text = textOf(tree, path)
    const times = text.split(find).length - 1
    if (times !== 1) throw new Error(`${path} holds ${times} times: ${find}`)
    return { ...tree, [path]: text.replace(find, () => put) }
  }

export const write =
  (path: string, text: string): Edit =>
  (tree) => ({ ...tree, [path]: text })

export const append =
  (path: string, text: string): Edit =>
  (tree) => ({ ...tree, [path]: textOf(tree, path) + text })

export const prepend =
  (path: string, text: string): Edit =>
  (tree) => ({ ...tree, [path]: text + textOf(tree, path) })

export const remove =
  (path: string): Edit =>
  (tree) => {
    textOf(tree, path)
    return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== path))
  }

export const move =
  (from: string, to: string): Edit =>
  (tree) => ({ ...remove(from)(tree), [to]: textOf(tree, from) })

function textOf(tree: Tree, path: string): string {
  const text = tree[path]
  if (text === undefined) throw new Error(`there is no ${path}`)
  return text
}

/** What a change is about: the kind of rule that ought to notice it. */
export type Family =
  | 'tests-removed'
  | 'tests-skipped'
  | 'tests-weakened'
  | 'test-script'
  | 'coverage'
  | 'strictness'
  | 'suppression'
  | 'types'
  | 'secret'
  | 'environment'
  | 'hard-coded'
  | 'stub'
  | 'public-api'
  | 'errors'
  | 'promises'
  | 'logic'
  | 'security'
  | 'dead-code'
  | 'duplicate'
  | 'leftover'
  | 'dependency'
  | 'pipeline'
  | 'scope'
  | 'size'

export type Change = {
  readonly id: string
  readonly base: ProjectName
  /** What the author of the change was asked for. */
  readonly task: string
  /** What the task allows, as data. */
  readonly asked?: Asked
  readonly edits: readonly Edit[]
}

export type Defect = Change & {
  readonly family: Family
  /** Text at the planted place: of the new tree, or of the old one where it was taken away. */
  readonly at: { readonly path: string; readonly find: string | null }
  /** Code that answers differently before and after; for changes of what a program does. */
  readonly witness?: { readonly path: string; readonly code: string }
}

export type Trees = { readonly before: Tree; readonly after: Tree }

export function treesOf({ base, edits }: Pick<Change, 'base' | 'edits'>): Trees {
  const before = projects[base]
  return { before, after: edits.reduce((tree, edit) => edit(tree), before) }
}

export const at = (path: string, find: string | null = null): Defect['at'] => ({ path, find })

/** The planted line, and the tree it is counted in. */
export function plantedLine(
  { at: { path, find } }: Defect,
  { before, after }: Trees,
): { readonly line: number; readonly side: 'before' | 'after' } | null {
  if (find === null) return null
  for (const [side, tree] of [
    ['after', after],
    ['before', before],
  ] as const) {
    const offset = tree[path]?.indexOf(find) ?? -1
    if (offset >= 0) return { side, line: (tree[path] ?? '').slice(0, offset).split('\n').length }
  }
  throw new Error(`the place of the defect is in neither tree: ${path} ${find}`)
}
