import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isInside } from '../../kit/inside.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'

export type CopyLimits = {
  readonly files: number
  readonly megabytes: number
}

export const defaultCopyLimits: CopyLimits = { files: 50_000, megabytes: 1024 }

export type Copied = {
  /** Each file by its path from the root, sorted by code unit, with the SHA-256 of what it holds. */
  readonly files: ReadonlyMap<string, string>
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

/** Copies a folder, links inside it included; a link that leads out is refused. Without `to` it is only looked at. */
export async function copyProject(
  from: string,
  to: string | null,
  limits: CopyLimits,
): AsyncResult<Copied, string> {
  const walked = await walkFolder(from, limits)
  if (!walked.ok) return walked
  const { folders, files: result, links, withPackages } = walked.value
  if (to !== null) {
    await mkdir(to, { recursive: true, mode: 0o755 })
    for (const folder of folders) await mkdir(join(to, folder), { mode: 0o755 })
  }
  const hash = createHash('sha256')
  const files = await inBatches(result, (file) => copyOne(from, to, file))
  for (const { path, mode } of result)
    hash.update(`f ${path}\0${(mode & 0o100) === 0 ? '' : 'x'}\0${files.get(path)}\0`)
  for (const { path, target } of links) {
    hash.update(`l ${path}\0${target}\0`)
    if (to !== null) await symlink(target, join(to, path))
  }
  return ok({ files, withPackages, digest: hash.digest('hex') })
}

async function inBatches<Each extends { readonly path: string }>(
  all: readonly Each[],
  digestOf: (each: Each) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  for (let next = 0; next < all.length; next += atOnce) {
    const batch = all.slice(next, next + atOnce)
    const digests = await Promise.all(batch.map(digestOf))
    for (const [index, { path }] of batch.entries()) targets.set(path, digests[index] ?? '')
  }
  return targets
}

/** The first file that does not hold any more what it is known to hold; null where all do. */
export async function firstChanged(
  folder: string,
  known: ReadonlyMap<string, string>,
): Promise<string | null> {
  const paths = [...known.keys()].map((path) => ({ path }))
  const now = await inBatches(paths, ({ path }) =>
    readFile(join(folder, path)).then(digestOf, () => ''),
  )
  return paths.find(({ path }) => now.get(path) !== known.get(path))?.path ?? null
}

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

const atOnce = 32

type Found = { readonly path: string; readonly mode: number }

async function copyOne(from: string, to: string | null, { path, mode }: Found): Promise<string> {
  const content = await readFile(join(from, path))
  // the copy is for work: its owner may change everything
  if (to !== null) await writeFile(join(to, path), content, { mode: (mode & 0o777) | 0o600 })
  return digestOf(content)
}

type Walked = {
  readonly folders: string[]
  readonly files: Found[]
  readonly links: { readonly path: string; readonly target: string }[]
  readonly withPackages: string[]
}

async function walkFolder(root: string, limits: CopyLimits): AsyncResult<Walked, string> {
  const walked: Walked = { folders: [], files: [], links: [], withPackages: [] }
  let bytes = 0
  const visit = async (folder: string, depth: number): Promise<string | null> => {
    if (depth > deepest) return `${folder}: nested more than ${deepest} folders deep`
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.has(entry.name)) continue
      if (entry.name === 'node_modules') {
        if (folder !== '') walked.withPackages.push(folder)
      } else if (entry.isSymbolicLink()) {
        const target = await readlink(join(root, path))
        if (!isInside(root, resolve(dirname(join(root, path)), target)))
          return `${path}: a symbolic link that leads out of the project (to ${target}); a copy must not follow it`
        walked.links.push({ path, target: inside(root, path, target) })
      } else if (entry.isDirectory()) {
        walked.folders.push(path)
        const wrong = await visit(path, depth + 1)
        if (wrong !== null) return wrong
      } else if (entry.isFile()) {
        const { size, mode } = await lstat(join(root, path))
        bytes += size
        walked.files.push({ path, mode })
        if (walked.files.length > limits.files)
          return `the project has more than ${limits.files} files outside node_modules`
        if (bytes > limits.megabytes * 1024 * 1024)
          return `the project holds more than ${limits.megabytes} MB outside node_modules`
      }
    }
    return null
  }
  try {
    const wrong = await visit('', 0)
    return wrong === null ? ok(sorted(walked)) : err(wrong)
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

const sorted = (walked: Walked): Walked => ({
  ...walked,
  files: walked.files.sort(byPath),
  links: walked.links.sort(byPath),
})

const entriesOf = async (folder: string): Promise<readonly Dirent[]> =>
  (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
