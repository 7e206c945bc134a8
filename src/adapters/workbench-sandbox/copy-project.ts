import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { err, ok, type Result } from '../../model/result.ts'
import { isInside } from './packages.ts'

export type CopyLimits = {
  readonly files: number
  readonly megabytes: number
}

export const defaultCopyLimits: CopyLimits = { files: 50_000, megabytes: 1024 }

export type Copied = {
  /** Paths from the root, sorted by code unit. */
  readonly files: readonly string[]
  /** Folders that have packages of their own, without the root. */
  readonly withPackages: readonly string[]
  readonly digest: string
}

/**
 * Version control is left out: no command of a build needs it, and an agent's history is nobody's business
 * there. A work tree's `.git` would lead out of the copy anyway.
 */
const leftOut = new Set(['.git', '.hg', '.svn', '.loopwright'])
const deepest = 60

/** Copies a folder, links inside it included; a link that leads out is refused. */
export async function copyProject(
  from: string,
  to: string,
  limits: CopyLimits,
): Promise<Result<Copied, string>> {
  const walked = await walkFolder(from, limits)
  if (!walked.ok) return walked
  const { folders, files, links, withPackages } = walked.value
  await mkdir(to, { recursive: true, mode: 0o755 })
  for (const folder of folders) await mkdir(join(to, folder), { mode: 0o755 })
  const hash = createHash('sha256')
  for (let next = 0; next < files.length; next += atOnce) {
    const batch = files.slice(next, next + atOnce)
    const digests = await Promise.all(batch.map((file) => copyOne(from, to, file)))
    for (const [index, { path, mode }] of batch.entries())
      hash.update(`f ${path}\0${(mode & 0o100) === 0 ? '' : 'x'}\0${digests[index]}\0`)
  }
  for (const { path, target } of links) {
    hash.update(`l ${path}\0${target}\0`)
    await symlink(target, join(to, path))
  }
  return ok({ files: files.map(({ path }) => path), withPackages, digest: hash.digest('hex') })
}

const atOnce = 32

type Found = { readonly path: string; readonly mode: number }

async function copyOne(from: string, to: string, { path, mode }: Found): Promise<string> {
  const content = await readFile(join(from, path))
  // the copy is for work: its owner may change everything
  await writeFile(join(to, path), content, { mode: (mode & 0o777) | 0o600 })
  return createHash('sha256').update(content).digest('hex')
}

type Walked = {
  readonly folders: string[]
  readonly files: Found[]
  readonly links: { readonly path: string; readonly target: string }[]
  readonly withPackages: string[]
}

async function walkFolder(root: string, limits: CopyLimits): Promise<Result<Walked, string>> {
  const seen: Walked = { folders: [], files: [], links: [], withPackages: [] }
  let bytes = 0
  const visit = async (folder: string, depth: number): Promise<string | null> => {
    if (depth > deepest) return `${folder}: nested more than ${deepest} folders deep`
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.has(entry.name)) continue
      if (entry.name === 'node_modules') {
        if (folder !== '') seen.withPackages.push(folder)
      } else if (entry.isSymbolicLink()) {
        const target = await readlink(join(root, path))
        if (!isInside(root, resolve(dirname(join(root, path)), target)))
          return `${path}: a symbolic link that leads out of the project (to ${target}); a copy must not follow it`
        seen.links.push({ path, target: inside(root, path, target) })
      } else if (entry.isDirectory()) {
        seen.folders.push(path)
        const wrong = await visit(path, depth + 1)
        if (wrong !== null) return wrong
      } else if (entry.isFile()) {
        const { size, mode } = await lstat(join(root, path))
        bytes += size
        seen.files.push({ path, mode })
        if (seen.files.length > limits.files)
          return `the project has more than ${limits.files} files outside node_modules`
        if (bytes > limits.megabytes * 1024 * 1024)
          return `the project holds more than ${limits.megabytes} MB outside node_modules`
      }
    }
    return null
  }
  try {
    const wrong = await visit('', 0)
    return wrong === null ? ok(sorted(seen)) : err(wrong)
  } catch (error) {
    return err(
      `the folder cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** A link by an absolute path would lead to the original, not to the copy. */
function inside(root: string, path: string, target: string): string {
  if (!target.startsWith('/')) return target
  const up = '../'.repeat(path.split('/').length - 1)
  return `${up}${target.slice(root.length + 1)}` || '.'
}

const byPath = (one: { path: string }, other: { path: string }): number =>
  one.path < other.path ? -1 : 1

const sorted = (seen: Walked): Walked => ({
  ...seen,
  files: seen.files.sort(byPath),
  links: seen.links.sort(byPath),
})

const entriesOf = async (folder: string): Promise<readonly Dirent[]> =>
  (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
