import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { utf8Of } from '../../ports/disk.ts'
import type { Project } from '../../ports/project.ts'

const ignored = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  'dist',
  '.loopwright',
  '.ai-factory',
  '.cache',
])
const mostFiles = 5_000
const mostBytes = 1024 * 1024
const deepest = 40

/** A read-only view of one folder. Links are never followed, so nothing outside can be reached. */
export function openProject(root: string): Project {
  return {
    root,
    list: () => listFiles(root),
    read: async (path) => readText(root, path),
  }
}

async function listFiles(root: string): Promise<readonly string[]> {
  const paths: string[] = []
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await entriesOf(join(root, folder))) {
      if (paths.length >= mostFiles) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) paths.push(path)
      else if (entry.isDirectory() && depth < deepest && !ignored.has(entry.name))
        await walk(path, depth + 1)
    }
  }
  await walk('', 0)
  return paths.sort()
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // a folder that is gone or closed to us holds nothing for us
    return []
  }
}

/** At once, not through the thread pool: a project has thousands of small files, and each look there costs ten times as much. */
function readText(root: string, path: string): string | null {
  const parts = partsOf(path)
  if (parts === null || passesLink(root, parts)) return null
  try {
    const file = openSync(join(root, ...parts), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const stats = fstatSync(file)
      if (!stats.isFile() || stats.size > mostBytes) return null
      return textOf(readFileSync(file))
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/** The path's folder and file names, or null where it could lead outside. */
function partsOf(path: string): readonly string[] | null {
  if (path === '' || isAbsolute(path) || path.includes('\0') || path.includes('\\')) return null
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  // what was built is not listed, but package.json may name a file in it
  const outside = parts.some((part) => part === '..' || (ignored.has(part) && part !== 'dist'))
  return outside || parts.length === 0 ? null : parts
}

function passesLink(root: string, parts: readonly string[]): boolean {
  for (const length of parts.keys()) {
    const stats = kindOf(join(root, ...parts.slice(0, length + 1)))
    if (stats === null || stats.isSymbolicLink()) return true
    // opening a pipe would wait for its writer
    if (!stats.isFile() && !stats.isDirectory()) return true
  }
  return false
}

function kindOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function textOf(bytes: Buffer): string | null {
  return bytes.length > mostBytes || bytes.includes(0) ? null : utf8Of(bytes)
}
