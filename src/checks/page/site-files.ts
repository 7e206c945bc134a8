import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { contentTypeOf, unknownType } from './read-site.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Site, SiteFile } from '../../ports/browser.ts'
import { pathsFor } from '../../ports/site.ts'

export type SiteOnDisk = {
  readonly files: ReadonlyMap<string, SiteFile>
  /** What lies in the folder and was not read, with the reason. */
  readonly leftOut: readonly string[]
}

type FileSite = Extract<Site, { type: 'files' }>

const mostFiles = 2_000
const mostBytes = 60_000_000
const mostPageBytes = 8_000_000

type Entry = { readonly path: string; readonly bytes: number }

/**
 * Reads a folder as a site, or only the files that one page of it needs. Nothing outside of the
 * folder is read, whatever its links say.
 */
export async function readSiteFiles(
  folder: string,
  shown: string,
  page: string | null = null,
): AsyncResult<SiteOnDisk> {
  const leftOut: string[] = []
  const root = await realpath(folder)
  const listed =
    page === null ? await listFiles(root, leftOut) : await filesFor(root, page, leftOut)
  if (listed === null) return err(tooMuch(shown, `more than ${mostFiles} files`))
  const bytes = listed.reduce((sum, entry) => sum + entry.bytes, 0)
  if (bytes > mostBytes) return err(tooMuch(shown, `more than ${mostBytes / 1e6} MB`))
  const heavy = listed.find((entry) => isPage(entry.path) && entry.bytes > mostPageBytes)
  if (heavy !== undefined)
    return err(tooMuch(`${shown}/${heavy.path}`, `more than ${mostPageBytes / 1e6} MB of HTML`))
  const files = new Map<string, SiteFile>()
  for (const { path } of listed) {
    const content = await readFile(join(root, path)).catch(() => null)
    if (content === null) leftOut.push(`${path}: it cannot be read`)
    else files.set(path, { bytes: content, contentType: contentTypeOf(path) })
  }
  return ok({ files, leftOut })
}

/** A page and what it names: styles, scripts, pictures, and the pages it leads to, but not what these name. */
async function filesFor(
  root: string,
  page: string,
  leftOut: string[],
): Promise<readonly Entry[] | null> {
  const result = new Map<string, Entry>()
  const open = [page]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (result.has(path)) continue
    const kind = await kindOf(root, path)
    if (kind.type === 'other' && kind.why !== notThere) leftOut.push(`${path}: ${kind.why}`)
    if (kind.type !== 'file') continue
    result.set(path, { path, bytes: kind.bytes })
    if (result.size > mostFiles) return null
    const namesOthers = path === page || /\.(?:css|m?js|svg|json|webmanifest)$/i.test(path)
    if (!namesOthers || kind.bytes > mostPageBytes) continue
    const text = await readFile(join(root, path), 'utf8').catch(() => '')
    open.push(...namedIn(text, path))
    // what a script asks for is found from the page it runs in
    if (/\.m?js$/i.test(path)) open.push(...namedIn(text, page))
  }
  return [...result.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

// whole values of attributes and url(), and anything else that looks like a path with an ending
const attributes = /\b(?:href|src|poster|action|data)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/gi
const references = /\burl\(\s*(?:"([^"]+)"|'([^']+)'|([^\s"')]+))/gi
const bare =
  /(?:^|["'`(\s,=])((?:\.{0,2}\/)?[\w@~%+-]+(?:[./][\w@~%+-]+)*\.[a-z\d]{2,11})(?=["'`)\s,?#>]|$)/gi

/** The folders around a page, each of which may be the root of its site; the outermost first. */
const rootsOf = (page: string): readonly string[] => [
  '',
  ...page
    .split('/')
    .slice(0, -1)
    .map((_, at, folders) => `${folders.slice(0, at + 1).join('/')}/`),
]

/** The paths that a file may name, as they would be found in the site; many are none, and cost a look each. */
function namedIn(text: string, file: string): readonly string[] {
  const base = `https://site.test/${file.split('/').map(encodeURIComponent).join('/')}`
  const paths = new Set<string>()
  for (const pattern of [attributes, references, bare])
    for (const [, ...groups] of text.matchAll(pattern)) {
      const raw = groups.find((each) => each !== undefined)?.trim() ?? ''
      if (raw.length > 300 || !URL.canParse(raw, base)) continue
      const url = new URL(raw, base)
      if (url.host !== 'site.test') continue
      for (const path of pathsFor(url.pathname))
        for (const root of raw.startsWith('/') ? rootsOf(file) : ['']) paths.add(`${root}${path}`)
    }
  return [...paths].slice(0, mostNamed)
}

const mostNamed = 5_000

/** How many pages lie in a folder; none where there are too many files to look. */
export async function countPages(folder: string): Promise<number> {
  const files = await listFiles(await realpath(folder), [])
  return files?.filter(({ path }) => isPage(path)).length ?? 0
}

export const isPage = (path: string): boolean => /\.x?html?$/i.test(path)

const tooMuch = (where: string, what: string): Problem =>
  usageProblem(
    `there is ${what}`,
    'put the page into a folder of its own, with only the files it needs',
    where,
  )

/** All plain files below, in a fixed order; null if there are too many. */
async function listFiles(root: string, leftOut: string[]): Promise<readonly Entry[] | null> {
  const entries: Entry[] = []
  const open = ['']
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const names = await readdir(join(root, at)).catch(() => [])
    for (const name of names) {
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = `${at}${name}`
      const kind = await kindOf(root, path)
      if (kind.type === 'folder') open.push(`${path}/`)
      else if (kind.type === 'file') entries.push({ path, bytes: kind.bytes })
      else leftOut.push(`${path}: ${kind.why}`)
      if (entries.length + open.length > mostFiles) return null
    }
  }
  return entries.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const notThere = 'it cannot be read'

type Kind =
  | { readonly type: 'folder' }
  | { readonly type: 'file'; readonly bytes: number }
  | { readonly type: 'other'; readonly why: string }

/** What a path leads to, links followed, as long as it lies in the folder. */
async function kindOf(root: string, path: string): Promise<Kind> {
  const target = await realpath(join(root, path)).catch(() => null)
  if (target === null) {
    const isLink = (await lstat(join(root, path)).catch(() => null))?.isSymbolicLink() === true
    return { type: 'other', why: isLink ? 'a link that leads nowhere' : notThere }
  }
  if (!target.startsWith(root + sep)) return { type: 'other', why: 'a link out of the folder' }
  const there = await lstat(target)
  if (there.isFile()) return { type: 'file', bytes: there.size }
  if (!there.isDirectory()) return { type: 'other', why: 'it is no plain file' }
  // a linked folder may lead round in circles
  return target === join(root, path)
    ? { type: 'folder' }
    : { type: 'other', why: 'a linked folder' }
}

/**
 * Reads single files of a folder when they are asked for. Only what servers of static sites send is
 * given out: nothing hidden, nothing of an unknown kind, nothing from outside.
 */
export function openFolder(root: string, page: string): NonNullable<FileSite['more']> {
  const known = new Map<string, Promise<SiteFile | null>>()
  let left = mostBytes
  const read = async (path: string): Promise<SiteFile | null> => {
    const contentType = contentTypeOf(path)
    const isHidden = path.split('/').some((part) => part.startsWith('.'))
    if (isHidden || contentType === unknownType) return null
    const kind = await kindOf(root, path)
    if (kind.type !== 'file' || kind.bytes > left) return null
    left -= kind.bytes
    const bytes = await readFile(join(root, path)).catch(() => null)
    return bytes === null ? null : { bytes, contentType }
  }
  // a page deep in a folder may name its files from the root of its own site
  const roots = rootsOf(page)
  const find = async (path: string): Promise<SiteFile | null> => {
    for (const below of roots) {
      const file = await read(`${below}${path}`)
      if (file !== null) return file
    }
    return null
  }
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const reading = find(path)
    known.set(path, reading)
    return reading
  }
}
