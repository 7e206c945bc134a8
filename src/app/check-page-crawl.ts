import type { StaticFacts } from '../model/page-static.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SiteFile } from '../ports/browser.ts'
import { readStatic } from '../checks/page/static/read-static.ts'

const patienceMs = 5_000
const mostBytes = 8_000_000
const mostSheets = 40

/** What a server on this machine sends for a page and its style sheets, read without a browser. */
export async function crawlPage(
  origin: string,
  page: string,
): Promise<Result<StaticFacts, string>> {
  const name = /\.x?html?$/i.test(page) ? page : 'index.html'
  const html = await ask(new URL(`/${page}`, origin))
  if (!html.ok) return html
  if (!html.value.contentType.includes('html'))
    return err(`${origin}/${page} is ${html.value.contentType}, not a page`)
  const files = new Map<string, SiteFile>([[name, html.value]])
  const first = await readStatic(files)
  const wanted = first.pages
    .flatMap(({ links }) => links)
    .filter(({ raw }) => /\.css(?:$|[?#])/i.test(raw))
    .slice(0, mostSheets)
  for (const { raw } of wanted) {
    const url = URL.parse(raw, `${origin}/${page}`)
    if (url === null || url.origin !== origin) continue
    const sheet = await ask(url)
    if (sheet.ok) files.set(url.pathname.slice(1), sheet.value)
  }
  const facts = await readStatic(files)
  // its other files are unknown, so nothing can be said about where links lead
  return ok({ ...facts, pages: facts.pages.map((each) => ({ ...each, links: [] })) })
}

/** One request to this machine. It does not follow a server that leads elsewhere. */
async function ask(url: URL): Promise<Result<SiteFile, string>> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) return err(`the site answers ${response.status} for ${url.href}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (bytes.length > mostBytes) return err(`${url.href} is larger than ${mostBytes / 1e6} MB`)
    return ok({ bytes, contentType: response.headers.get('content-type') ?? '' })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return err(
      `${url.href} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}
