import type { Site, SiteFile } from '../../ports/browser.ts'
import { pathsFor } from '../../ports/site.ts'

/** A made-up address for sites that are files. It is never resolved: we answer for it. */
const madeUpOrigin = 'https://site.test'

export type Answer = {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

export const originOf = (site: Site): string =>
  site.type === 'files' ? madeUpOrigin : new URL(site.origin).origin

/** Only this machine may be looked at. */
export function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

export const pageUrl = (site: Site, page: string): string =>
  `${originOf(site)}/${page.split('/').map(encodeSegment).join('/')}`

const encodeSegment = (segment: string): string => encodeURIComponent(segment)

/** The file that a server of static files would send for this path. */
export function fileAt(
  files: ReadonlyMap<string, SiteFile>,
  pathname: string,
): { readonly path: string; readonly file: SiteFile } | null {
  for (const path of pathsFor(pathname)) {
    const file = files.get(path)
    if (file !== undefined) return { path, file }
  }
  return null
}

/** The same, also for what only the running page names. */
async function fileFor(
  site: Extract<Site, { type: 'files' }>,
  pathname: string,
): Promise<SiteFile | null> {
  const result = fileAt(site.files, pathname)
  if (result !== null || site.more === undefined) return result?.file ?? null
  for (const path of pathsFor(pathname)) {
    const file = await site.more(path)
    if (file !== null) return file
  }
  return null
}

const missing: Answer = {
  status: 404,
  contentType: 'text/html; charset=utf-8',
  body: new TextEncoder().encode('<!doctype html><title>Not found</title><p>Not found'),
}

/** What the site answers. Servers are asked by us, since the browser has no network. */
export async function answer(site: Site, url: URL, request: AskedFor): Promise<Answer> {
  if (site.type === 'server') return askServer(url, request)
  const file = await fileFor(site, url.pathname)
  if (file === null) return missing
  return { status: 200, contentType: file.contentType, body: file.bytes }
}

export type AskedFor = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

const serverPatienceMs = 5_000

async function askServer(url: URL, request: AskedFor): Promise<Answer> {
  const dropped = new Set(['host', 'connection', 'content-length', 'accept-encoding'])
  const headers = Object.entries(request.headers).filter(
    ([name]) => !dropped.has(name.toLowerCase()) && !name.startsWith(':'),
  )
  const { response } = await follow(url, {
    method: request.method,
    headers,
    ...(request.body === null ? {} : { body: new Uint8Array(request.body) }),
  })
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    body: new Uint8Array(await response.arrayBuffer()),
  }
}

const mostRedirects = 5

/** Follows redirects as long as they stay on the server. The browser could not follow them. */
async function follow(
  url: URL,
  init: RequestInit,
): Promise<{ readonly response: Response; readonly url: URL }> {
  let at = url
  for (let step = 0; ; step++) {
    const signal = AbortSignal.timeout(serverPatienceMs)
    const response = await fetch(at, { ...init, redirect: 'manual', signal })
    const location = response.headers.get('location')
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null
    if (!isRedirect || step >= mostRedirects) return { response, url: at }
    const next = new URL(location, at)
    if (next.origin !== url.origin) return { response, url: at }
    at = next
  }
}

/** Where a server leads who asks for this address; the address itself if it does not answer. */
export async function landing(site: Site, url: string): Promise<string> {
  if (site.type === 'files') return url
  try {
    const { response, url: end } = await follow(new URL(url), { method: 'GET' })
    await response.body?.cancel()
    return end.href
  } catch {
    return url
  }
}
