import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isInside } from '../../kit/inside.ts'

/** A folder of installed packages, and where the commands see it. */
export type Packages = {
  /** The folder on the host, links resolved. */
  readonly from: string
  /** Where it is shown. Behind walls its name is `node_modules` as well, so that packages find each other. */
  readonly at: string
  /** The folder of the copy that gets it, relative to the root; empty for the root itself. */
  readonly into: string
}

const shownAt = '/opt/packages'
const highest = 12

/**
 * The packages of a project: its own, those of folders below it, and the nearest above it, where a
 * work tree inside a repository finds them. Behind walls they are shown in a tree of the same shape.
 */
export async function findPackages(
  root: string,
  below: readonly string[],
  walls: boolean,
): Promise<readonly Packages[]> {
  const packages: Packages[] = []
  const above = await nearestAbove(root)
  // each level up is one folder less, so that a package looks for its neighbours where it would
  const base = above === null ? shownAt : `${shownAt}/project`
  for (const folder of ['', ...below]) {
    const from = await packagesIn(join(root, folder))
    const at = folder === '' ? base : `${base}/${folder}`
    if (from !== null)
      packages.push({ from, at: walls ? `${at}/node_modules` : from, into: folder })
  }
  if (above !== null)
    packages.push({ from: above, at: walls ? `${shownAt}/node_modules` : above, into: '' })
  return packages
}

async function nearestAbove(root: string): Promise<string | null> {
  let folder = dirname(root)
  for (let step = 0; step < highest && folder !== dirname(folder); step++) {
    const locked = await packagesIn(folder)
    if (locked !== null) return locked
    folder = dirname(folder)
  }
  return null
}

/** A link counts where it leads to another folder of packages, and nowhere else. */
async function packagesIn(folder: string): Promise<string | null> {
  const path = join(folder, 'node_modules')
  try {
    const real = await realpath(path)
    return basename(real) === 'node_modules' && (await lstat(real)).isDirectory() ? real : null
  } catch {
    return null
  }
}

export type PackageLink = { readonly path: string; readonly target: string }

/** The links that a `node_modules` of the copy is made of. Nearer packages win over those above. */
export async function linksFor(
  packages: readonly Packages[],
  root: string,
): Promise<readonly PackageLink[]> {
  const links = new Map<string, string>()
  for (const { from, at, into } of packages)
    for (const entry of await readdir(from, { withFileTypes: true })) {
      if (isCache(entry.name)) continue
      const own = await linksOfEntry({ from, at, into, root }, entry)
      for (const { path, target } of own) if (!links.has(path)) links.set(path, target)
    }
  return [...links].map(([path, target]) => ({ path, target }))
}

// what tools write beside packages: each copy begins without it
const isCache = (name: string): boolean => /^\.(?:cache|vite|vite-temp|vitest|tmp)/.test(name)

type Source = Packages & { readonly root: string }

async function linksOfEntry(source: Source, entry: Dirent): Promise<readonly PackageLink[]> {
  const { from, at, into } = source
  const { name } = entry
  const scoped = name.startsWith('@') && entry.isDirectory()
  const entries = scoped ? await readdir(join(from, name), { withFileTypes: true }) : [entry]
  const made: PackageLink[] = []
  for (const each of entries) {
    const own = scoped ? `${name}/${each.name}` : name
    const target = each.isSymbolicLink() ? await targetOf(source, own) : join(at, own)
    if (target !== null) made.push({ path: join(into, 'node_modules', own), target })
  }
  return scoped && made.length === 0
    ? [{ path: join(into, 'node_modules', name), target: join(at, name) }]
    : made
}

/** A package of the project itself is linked into the copy; a link that leads elsewhere is left out. */
async function targetOf({ from, at, into, root }: Source, name: string): Promise<string | null> {
  const path = join(from, name)
  const target = resolve(dirname(path), await readlink(path))
  if (isInside(from, target)) return join(at, name)
  if (!isInside(root, target)) return null
  const link = join(root, into, 'node_modules', name)
  return relative(dirname(link), target)
}

/** What tells one set of installed packages from another. */
export async function packagesMark(packages: readonly Packages[]): Promise<string> {
  const marks: string[] = []
  for (const { from, into } of packages) {
    const lock = await firstText([
      join(from, '.package-lock.json'),
      join(from, '.modules.yaml'),
      join(from, '.yarn-state.yml'),
    ])
    marks.push(into, lock ?? (await readdir(from)).sort().join('\n'))
  }
  return marks.join('\0')
}

async function firstText(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text !== null) return text
  }
  return null
}
