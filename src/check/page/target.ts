import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../model/result.ts'
import type { Site, SiteFile } from '../../ports/browser.ts'
import { countPages, isPage, openFolder, readSiteFiles } from '../../checks/page/site-files.ts'
import { percentDecoded } from '../../kit/parse.ts'

/** A site with the pages of it that are to be judged. */
export type PageTarget = {
  /** As the user wrote it. */
  readonly shown: string
  readonly site: Site
  readonly pages: readonly string[]
  /** Where the files lie; null for a server. */
  readonly folder: string | null
  readonly leftOut: readonly string[]
  /** Pages in the folder that are not judged. */
  readonly otherPages: number
}

export type TargetOptions = {
  readonly allPages: boolean
  /** Where the site begins, when a page lies deeper. */
  readonly root?: string
}

const mostPages = 20

/** Finds out what is to be judged: a folder, a page, or an address on this machine. */
export async function findPages(
  workspace: Pick<Workspace, 'cwd' | 'relative'>,
  word: string,
  options: TargetOptions,
): AsyncResult<PageTarget> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word)) return serverTarget(word)
  if (word === '') return refuse('the name is empty', '""', 'name a folder with an index.html')
  const absolute = resolve(workspace.cwd, word)
  const stats = await stat(absolute).catch(() => null)
  if (stats === null)
    return refuse('there is no such folder or page', word, 'name a folder with an index.html')
  if (stats.isDirectory()) return folderTarget(workspace, absolute, word, options)
  if (!stats.isFile()) return refuse('it is no plain file', word, 'name a page or its folder')
  return pageTarget(absolute, word, options)
}

const refuse = (what: string, where: string, todo: string): Result<never> =>
  usageError(what, todo, where)

async function serverTarget(word: string): AsyncResult<PageTarget> {
  const todo = 'name a folder, a page, or an address such as http://127.0.0.1:8080/'
  if (!URL.canParse(word)) return refuse('this is no address', word, todo)
  const url = new URL(word)
  if (url.protocol === 'file:') return refuse('name the file itself, not its address', word, todo)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(`${url.protocol}// is nothing that a page is served by`, word, todo)
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname)
  if (!isHere)
    return refuse(
      `${url.hostname} is not this machine; nothing outside of it is contacted`,
      word,
      'save the page into a folder, or serve it here and name http://127.0.0.1:<port>/',
    )
  const silence = await silenceOf(url)
  if (silence !== null) return refuse(silence, word, 'start the server, or name another address')
  const path = percentDecoded(url.pathname).replace(/^\/+/, '')
  return ok({
    shown: word,
    site: { type: 'server', origin: url.origin },
    pages: [path],
    folder: null,
    leftOut: url.search === '' ? [] : [`${url.search}: pages are asked for without a query`],
    otherPages: 0,
  })
}

const patienceMs = 5_000

/** Why nothing is heard from a server; null if it answers, whatever it says. */
async function silenceOf(url: URL): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(url, { redirect: 'manual', signal })
    await response.body?.cancel()
    return null
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return isLate ? `nobody answers within ${patienceMs / 1000} s` : 'nobody answers there'
  }
}

async function folderTarget(
  workspace: Pick<Workspace, 'relative'>,
  folder: string,
  shown: string,
  { allPages }: TargetOptions,
): AsyncResult<PageTarget> {
  const isFront = (await stat(join(folder, 'index.html')).catch(() => null))?.isFile() === true
  const read = await readSiteFiles(folder, shown, isFront && !allPages ? 'index.html' : null)
  if (!read.ok) return read
  const { files, leftOut } = read.value
  const pages = [...files.keys()].filter(isPage)
  const count = isFront && !allPages ? await countPages(folder) : pages.length
  const front = pages.find((page) => page === 'index.html')
  if (front === undefined && (pages.length === 0 || !allPages))
    return refuse(
      'the folder has no index.html',
      workspace.relative(folder),
      pages.length === 0
        ? 'name the folder that holds the page'
        : `name one page, such as ${pages[0] ?? ''}, or add --all-pages`,
    )
  const chosen = allPages ? pages.slice(0, mostPages) : [front ?? '']
  const binary = binaryAmong(files, chosen)
  if (binary !== undefined) return refuseBinary(binary)
  return ok({
    shown,
    site: { type: 'files', files, more: openFolder(await realpath(folder), 'index.html') },
    pages: chosen,
    folder,
    leftOut,
    otherPages: count - chosen.length,
  })
}

async function pageTarget(
  absolute: string,
  shown: string,
  { root }: TargetOptions,
): AsyncResult<PageTarget> {
  if (!isPage(absolute))
    return refuse(
      'this is no HTML page',
      shown,
      'a page ends in .html; a folder is judged by its index.html',
    )
  const folder = root ?? dirname(absolute)
  const begin = await realpath(folder).catch(() => folder)
  const isLink = (await lstat(absolute)).isSymbolicLink()
  const real = isLink ? await realpath(absolute) : absolute
  const page = relative(begin, await realpath(dirname(real))) || '.'
  if (page === '..' || page.startsWith(`..${sep}`))
    return refuse('the page lies outside of its site', shown, 'give --root a folder around it')
  const path = page === '.' ? basename(real) : `${page.split(sep).join('/')}/${basename(real)}`
  const read = await readSiteFiles(begin, dirname(shown), path)
  if (!read.ok) return read
  if (binaryAmong(read.value.files, [path]) !== undefined) return refuseBinary(shown)
  return ok({
    shown,
    site: { type: 'files', files: read.value.files, more: openFolder(begin, path) },
    pages: [path],
    folder: begin,
    leftOut: read.value.leftOut,
    otherPages: 0,
  })
}

/** A text has no zero bytes; what is called .html may be anything. */
function binaryAmong(files: ReadonlyMap<string, SiteFile>, pages: readonly string[]) {
  return pages.find((page) => {
    const start = files.get(page)?.bytes.subarray(0, 4_096) ?? new Uint8Array()
    const marked = [0xff, 0xfe].includes(start[0] ?? 0) && [0xff, 0xfe].includes(start[1] ?? 0)
    return !marked && start.includes(0)
  })
}

const refuseBinary = (page: string) =>
  refuse('this is no text, so no HTML page', page, 'name a page of HTML')
