import type { FileTree } from '../model/file-tree.ts'
import type { Problem } from '../model/problem.ts'
import type { AsyncResult } from '../model/result.ts'

/** Why the repository cannot do what was asked. `what` and `todo` are sentences for people. */
export type RepositoryError = {
  readonly type:
    | 'no-git'
    | 'not-a-repository'
    | 'not-trusted'
    | 'bare'
    | 'no-commit'
    | 'unknown-commit'
    | 'bad-id'
    | 'other-base'
    | 'unsafe-path'
    | 'nothing-changed'
    | 'branch-taken'
    | 'conflict'
    | 'timed-out'
    | 'failed'
  readonly what: string
  readonly todo?: string
  /** Of a conflict: the files that both changed. */
  readonly paths?: readonly string[]
}

export const repositoryProblem = ({ what, todo }: RepositoryError): Problem => ({
  exit: 2,
  what,
  ...(todo === undefined ? {} : { todo }),
})

type Answer<Value> = AsyncResult<Value, RepositoryError>

export type RepositoryFacts = {
  /** The top folder of the user's checkout. Every path of this port is relative to it, with `/`. */
  readonly root: string
  /** Where the workspace lies below the root: `` or `packages/app`. */
  readonly prefix: string
  /** The full id of the commit that is checked out. */
  readonly head: string
  /** Null where HEAD is detached. */
  readonly branch: string | null
  readonly shallow: boolean
  /** Folders of submodules. They stay empty in worktrees. */
  readonly submodules: readonly string[]
  /** Paths with changes that are not committed. A worktree starts from a commit and does not see them. */
  readonly uncommitted: readonly string[]
  /** What a person ought to know before a worktree is made, as sentences. */
  readonly notes: readonly string[]
}

export type EntryKind = 'file' | 'link' | 'submodule'

export type FileChange = {
  readonly type: 'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed'
  readonly path: string
  /** The old path, of a renamed file. */
  readonly from?: string
  /** What it is now, or was, where it is deleted. */
  readonly kind: EntryKind
  /** Null for binary files. */
  readonly linesAdded: number | null
  readonly linesDeleted: number | null
  readonly binary: boolean
  /** Where the right to execute changed. */
  readonly executable?: 'gained' | 'lost'
}

export type LeftOut = {
  readonly path: string
  readonly why: 'too-large' | 'too-many' | 'binary' | 'link' | 'submodule' | 'bad-name' | 'missing'
}

export type TextFiles = { readonly files: FileTree; readonly left: readonly LeftOut[] }

export type TextLimits = { readonly fileBytes: number; readonly totalBytes: number }

/** A file as an agent answered it; null deletes it. */
export type AnsweredFile = { readonly path: string; readonly text: string | null }

export type CommitWords = {
  readonly message: string
  /** ISO 8601. The same change, message and date give the same commit id. */
  readonly date: string
}

/** One more commit on a branch of ours: what differs between `base` and `tree` is put on top of `parent`. */
export type NextCommit = {
  /** The branch is `loopwright/<id>`. */
  readonly id: string
  /** The commit it follows: the head of the branch, or where the branch begins. */
  readonly parent: string
  /**
   * The commit that the tree was made from; the parent, unless others were faster. Commits of ours that follow
   * it on the branch were never recorded, as a process died, and are replaced.
   */
  readonly base: string
  /** A tree that `keep` answered. */
  readonly tree: string
  readonly words: CommitWords
}

export type Appended = {
  readonly commit: string
  readonly branch: string
  /** What the commit changes against its parent. */
  readonly changes: readonly FileChange[]
}

export type Committed = Appended & {
  /** `git apply` takes it; binary files are in it. Bytes, as files need not be UTF-8. */
  readonly patch: Uint8Array
}

/** Work that no recorded call explains: a killed one left it, or somebody else. */
export type SetAside = {
  readonly tree: string
  readonly ref: string
  readonly paths: readonly string[]
}

export type CheckedOut = { readonly folder: string; close(): Promise<void> }

/** The worktree of one order. The user's own checkout is not reachable from here. */
export type OrderTree = {
  readonly id: string
  readonly folder: string
  readonly base: string
  /** `recreated`: a half-made or damaged one was found and made again from the base. */
  readonly made: 'created' | 'reused' | 'recreated'
  /** Keeps the worktree as it is now and answers the id of its git tree. Ignored files are not in it. */
  keep(): Answer<string>
  /** What differs between the base and the worktree as it is now, whatever was committed in it, or a tree that `keep` answered. */
  changes(of?: string): Answer<readonly FileChange[]>
  /** Ignored files and folders that lie in the worktree. They are part of no change and no patch. */
  ignored(): Answer<readonly string[]>
  /** The text files of a tree that `keep` answered, or of the base. */
  files(of: string, limits?: Partial<TextLimits>): Answer<TextFiles>
  /** Such a tree in a folder of its own that no agent is shown: what is measured there is what is committed. */
  checkOut(of: string): Answer<CheckedOut>
  /** Writes all files or none, and keeps. Paths that leave the worktree, touch `.git` or pass a link are refused. */
  write(files: readonly AnsweredFile[]): Answer<string>
  /**
   * Brings the worktree to a tree. What lay there and was neither kept nor written by us is kept apart,
   * under a ref of its own, and named.
   */
  setAside(to: string): Answer<SetAside | null>
  /** Makes the worktree equal to a tree that `keep` answered, or to the base. Ignored files stay. */
  restore(to: string): Answer<null>
  /** Commits such a tree on the branch `loopwright/<id>`. Doing it again changes nothing. */
  commit(tree: string, words: CommitWords): Answer<Committed>
  /** Removes folder and notes. The branch stays. */
  remove(): Answer<void>
}

/** What the user's checkout looks like, as plain data to compare later. Keys name what a value is of. */
export type CheckoutPrint = Readonly<Record<string, string>>

/** A git repository. Nothing is ever pushed or fetched, and the user's checkout is only read. */
export type Repository = {
  inspect(): Answer<RepositoryFacts>
  /** The worktree of an order, made from a commit. Calling it again after a crash gives it back. */
  open(order: { readonly id: string; readonly base: string }): Answer<OrderTree>
  orders(): Promise<readonly string[]>
  /** Removes the worktree of an order, whatever its base. Branches stay. */
  discard(id: string): Answer<void>
  /** Whole files are merged, never lines: `conflict` where both sides changed one. Doing it again changes nothing. */
  append(next: NextCommit): Answer<Appended>
  fingerprint(): Answer<CheckoutPrint>
  /** The full id of a commit that is named by a branch, a tag or the start of its id. */
  commitNamed(name: string): Answer<string>
  filesAt(commit: string, limits?: Partial<TextLimits>): Answer<TextFiles>
  patchBetween(from: string, to: string): Answer<Uint8Array>
}
