import type { PageFacts } from '../../model/page-facts.ts'
import type { StaticFacts } from '../../model/page-static.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Browser, BrowserError, LookOptions, Site, SiteFile } from '../../ports/browser.ts'
import type { Disk } from '../../ports/disk.ts'
import { readStatic } from './static/read-static.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xhtml: 'application/xhtml+xml',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  geojson: 'application/geo+json',
  wasm: 'application/wasm',
  vtt: 'text/vtt; charset=utf-8',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
}

export const unknownType = 'application/octet-stream'

/** What a file is, by its name, as servers tell it. */
export const contentTypeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? unknownType

const mostFiles = 2_000
const mostBytes = 60_000_000

type Files = ReadonlyMap<string, SiteFile>

/** Reads a folder as a site. Hidden files and installed packages do not belong to it. */
export async function readSiteFolder(disk: Disk, folder: string): AsyncResult<Files, string> {
  if (!(await disk.isFolder(folder))) return err(`${folder} is not a folder`)
  const files = new Map<string, SiteFile>()
  let bytes = 0
  const open = ['']
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const inside = [...(await disk.list(`${folder}/${at}`))].toSorted().toReversed()
    for (const name of inside) {
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = `${at}${name}`
      if (await disk.isFolder(`${folder}/${path}`)) {
        open.push(`${path}/`)
        continue
      }
      const content = await disk.read(`${folder}/${path}`)
      if (content === null) continue
      bytes += content.length
      files.set(path, { bytes: content, contentType: contentTypeOf(path) })
      if (files.size > mostFiles) return err(`${folder} holds more than ${mostFiles} files`)
      if (bytes > mostBytes) return err(`${folder} holds more than ${mostBytes / 1e6} MB`)
    }
  }
  return ok(files)
}

/** What is known of a page: from its files always, from a browser if there is one. */
export type Sighting = {
  /** Of a server only what it sent; null if that is nothing. */
  readonly static: StaticFacts | null
  readonly seen: Result<PageFacts, BrowserError>
}

/** Reads the files and looks at the page, both at once. The facts of the files go with the look. */
export async function readSite(
  browser: Browser,
  site: Site,
  options: LookOptions,
): Promise<Sighting> {
  const [fromFiles, result] = await Promise.all([
    site.type === 'files' ? readStatic(site.files) : null,
    browser.look(site, options),
  ])
  if (!result.ok) return { static: fromFiles, seen: result }
  const known = fromFiles ?? (await readSent(result.value))
  return { static: known, seen: ok({ ...result.value, static: known }) }
}

/** Reads what a server sent. Its other files are unknown, so its links are judged by the look alone. */
async function readSent({ sources }: PageFacts): Promise<StaticFacts | null> {
  if (sources === undefined || sources.length === 0) return null
  const files = new Map(
    sources.map(({ path, bytes, contentType }) => [path, { bytes, contentType }] as const),
  )
  const facts = await readStatic(files)
  return { ...facts, pages: facts.pages.map((page) => ({ ...page, links: [] })) }
}
