import type { FileTree } from '../../../model/file-tree.ts'
import type { Impact } from '../impact.ts'

export type DraftInput = {
  readonly impact: readonly Impact[]
  readonly before: FileTree
  readonly files: FileTree
  readonly trackId: string
}

/** What one of the drafters did. */
export type Drafted = {
  readonly edits: FileTree
  readonly done: readonly string[]
  readonly left: readonly string[]
  /** Values that hold no longer, and how to find them in an archive. */
  readonly old: readonly { readonly now: string; readonly isStated: (text: string) => boolean }[]
  readonly handled: readonly Impact[]
}

export const nothing: Drafted = { edits: new Map(), done: [], left: [], old: [], handled: [] }

/** Code that is not the same before and after. */
export const changedCode = ({ before, files }: DraftInput): readonly string[] =>
  [...new Set([...before.keys(), ...files.keys()])].filter(
    (path) =>
      before.get(path) !== files.get(path) &&
      /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|py|go|vue|svelte)$/.test(path) &&
      !/(?:^|\/)(?:package(?:-lock)?\.json$|conductor\/|tests?\/|__tests__\/|fixtures\/)|\.(?:test|spec)\./.test(
        path,
      ),
  )
