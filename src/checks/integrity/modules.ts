import type { FileTree } from '../../model/file-tree.ts'
import { isScriptPath } from './source.ts'

const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts']

/** `a/../b/./c` without detours. */
export function normalPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The file of the tree that an import names; null for packages and for what is not there. */
export function resolveModule(tree: FileTree, from: string, request: string): string | null {
  if (request.startsWith('.')) return fileAt(tree, normalPath(`${folderOf(from)}/${request}`))
  // common short forms for the source folder
  const inner = /^(?:@|~|#|src)\/(.+)$/.exec(request)?.[1]
  if (inner === undefined) return null
  return fileAt(tree, `src/${inner}`) ?? fileAt(tree, inner)
}

/** A file by a path that may leave out its ending, or name the compiled file. */
export function fileAt(tree: FileTree, path: string): string | null {
  const bare = path.replace(/\.([cm]?)jsx?$/, '')
  const tries = [
    ...endings.map((ending) => `${path}${ending}`),
    ...(bare === path ? [] : endings.slice(1).map((ending) => `${bare}${ending}`)),
    ...endings
      .slice(1)
      .map((ending) => (path === '' ? `index${ending}` : `${path}/index${ending}`)),
  ]
  return tries.find((each) => isScriptPath(each) && tree.has(each)) ?? null
}
