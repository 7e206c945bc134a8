import { join, posix } from 'node:path'
import type { FileTree } from '../model/file-tree.ts'
import { ok } from '../model/result.ts'
import type { FileChange, OrderTree } from './repository.ts'

/**
 * A worktree seen from a workspace that lies below the root of its repository: paths are the workspace's
 * own, and what lies outside of it begins with `../`.
 */
export function seenFrom(prefix: string, tree: OrderTree): OrderTree {
  if (prefix === '') return tree
  return {
    ...tree,
    folder: join(tree.folder, prefix),
    async changes(of) {
      const changes = await tree.changes(of)
      return changes.ok
        ? ok(changes.value.map((change) => changeSeenFrom(prefix, change)))
        : changes
    },
    async ignored() {
      const ignored = await tree.ignored()
      return ignored.ok ? ok(ignored.value.map((path) => from(prefix, path))) : ignored
    },
    async checkOut(of) {
      const made = await tree.checkOut(of)
      return made.ok ? ok({ ...made.value, folder: join(made.value.folder, prefix) }) : made
    },
    async files(of, limits) {
      const result = await tree.files(of, limits)
      return result.ok ? ok({ ...result.value, files: below(prefix, result.value.files) }) : result
    },
    write: (files) =>
      tree.write(files.map((file) => ({ ...file, path: `${prefix}/${file.path}` }))),
  }
}

const from = (prefix: string, path: string): string => posix.relative(prefix, path)

export const changeSeenFrom = (prefix: string, change: FileChange): FileChange => ({
  ...change,
  path: from(prefix, change.path),
  ...(change.from === undefined ? {} : { from: from(prefix, change.from) }),
})

export const below = (prefix: string, files: FileTree): FileTree =>
  new Map(
    [...files]
      .filter(([path]) => path.startsWith(`${prefix}/`))
      .map(([path, text]) => [from(prefix, path), text]),
  )
