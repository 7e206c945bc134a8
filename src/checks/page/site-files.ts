import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { contentTypeOf } from './read-site.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { SiteFile } from '../../ports/browser.ts'
import { pathsFor } from '../../ports/site.ts'

export type SiteOnDisk = {
  readonly files: ReadonlyMap<string, SiteFile>
  /** What lies in the folder and was not read, with the reason. */
  readonly leftOut: readonly string[]
  /** A file of the folder that was not read, because nothing names it. */
  readonly lookUp: (path: string) => Promise<SiteFile | null>
}

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
  const read = async (path: string): Promise<SiteFile | null> => {
    const content = await readFile(join(root, path)).catch(() => null)
    return content === null ? null : { bytes: content, contentType: contentTypeOf(path) }
  }
  for (const { path } of listed) {
    const file = await read(path)
    if (file === null) leftOut.push(`${path}: it cannot be read`)
    else files.set(path, file)
  }
  let room = mostBytes - bytes
  const lookUp = async (path: string) => {
    const kind = path.split('/').some(isLeftOut) ? null : await kindOf(root, path)
    if (kind?.type !== 'file' || kind.bytes > room) return null
    room -= kind.bytes
    return read(path)
  }
  return ok({ files, leftOut, lookUp })
}

const isLeftOut = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

/** A page and what it names: styles, scripts, pictures, and the pages it leads to, but not what these name. */
async function filesFor(
  root: string,
  page: string,
  leftOut: string[],
): Promise<readonly Entry[] | null> {
  const found = new Map<string, Entry>()
  const open = [page]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const kind = await kindOf(root, path)
    if (kind.type === 'other' && kind.why !== notThere) leftOut.push(`${path}: ${kind.why}`)
    if (kind.type !== 'file') continue
    found.set(path, { path, bytes: kind.bytes })
    if (found.size > mostFiles) return null
    const namesOthers = path === page || /\.(?:css|m?js|svg|json|webmanifest)$/i.test(path)
    if (!namesOthers || kind.bytes > mostPageBytes) continue
    const text = await readFile(join(root, path), 'utf8').catch(() => '')
    open.push(...namedIn(text, path))
    // what a script asks for is found from the page it runs in
    if (/\.m?js$/i.test(path)) open.push(...namedIn(text, page))
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

// whole values of attributes and url(), and anything else that looks like a path with an ending
const attributes = /\b(?:href|src|poster|action|data)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/gi
const references = /\burl\(\s*(?:"([^"]+)"|'([^']+)'|([^\s"')]+))/gi
const bare =
  /(?:^|["'`(\s,=])((?:\.{0,2}\/)?[\w@~%+-]+(?:[./][\w@~%+-]+)*\.[a-z\d]{2,11})(?=["'`)\s,?#>]|$)/gi

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
      for (const path of pathsFor(url.pathname)) paths.add(path)
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
      if (isLeftOut(name)) continue
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

/** A link counts as the file it leads to, as long as that lies in the folder too. */
async function kindOf(root: string, path: string): Promise<Kind> {
  const here = await lstat(join(root, path)).catch(() => null)
  if (here === null) return { type: 'other', why: notThere }
  if (here.isDirectory()) return { type: 'folder' }
  if (!here.isFile() && !here.isSymbolicLink()) return { type: 'other', why: 'it is no plain file' }
  // a folder on the way may be a link, too
  const target = await realpath(join(root, path)).catch(() => null)
  if (target === null) return { type: 'other', why: 'a link that leads nowhere' }
  if (!target.startsWith(root + sep)) return { type: 'other', why: 'a link out of the folder' }
  const there = here.isFile() ? here : await lstat(target)
  return there.isFile()
    ? { type: 'file', bytes: there.size }
    : { type: 'other', why: 'a link to what is no plain file' }
}
