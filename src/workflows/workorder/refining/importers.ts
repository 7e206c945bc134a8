import { posix } from 'node:path'
import type { FileTree } from '../../../model/file-tree.ts'
import { fileApi } from './exported-api.ts'
import { isScriptPath } from './script-path.ts'

export type Users = {
  /** One file that uses the name. */
  readonly any: string
  /** One that the change left as it was; the others may have changed along. */
  readonly untouched: string | null
}

/** Which names of a file others import, and who. `*` stands for all names. */
export async function importersOf(
  path: string,
  before: FileTree,
  after: FileTree,
): Promise<ReadonlyMap<string, Users>> {
  const stem = stemOf(path)
  const clue =
    posix.basename(stem) === 'index' ? posix.basename(posix.dirname(stem)) : posix.basename(stem)
  const users = new Map<string, Users>()
  const sorted = [...after].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [user, text] of sorted) {
    if (user === path || !isScriptPath(user) || !text.includes(clue)) continue
    const api = await fileApi(user, text)
    for (const { from, name } of api?.imports ?? []) {
      if (!leadsTo(from, user, stem)) continue
      const known = users.get(name)
      const untouched = known?.untouched ?? (before.get(user) === text ? user : null)
      users.set(name, { any: known?.any ?? user, untouched })
    }
  }
  return users
}

const stemOf = (path: string): string =>
  path.replace(/\.d\.[cm]?ts$/, '').replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, '')

/** Relative, or from the root under one of the usual short names. */
function leadsTo(from: string, user: string, stem: string): boolean {
  const isRelative = from.startsWith('.')
  const isShort = /^[@~#]\//.test(from)
  const target = isRelative ? posix.join(posix.dirname(user), from) : isShort ? from.slice(2) : from
  const bare = stemOf(target)
  const candidates = bare === '.' ? ['index'] : [bare, `${bare}/index`]
  if (isRelative) return candidates.includes(stem)
  // a bare word is a package
  if (!isShort && !bare.includes('/')) return false
  return candidates.some((each) => stem === each || stem.endsWith(`/${each}`))
}
