import type { PageFacts } from '../../model/page-facts.ts'
import type { StaticFacts } from '../../model/page-static.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Browser, BrowserError, Site, SiteFile } from '../../ports/browser.ts'
import { judgePage, judgeStatic, type PageJudgement } from './judge-page.ts'
import type { PageContract } from './page-rule.ts'
import { readSite } from './read-site.ts'
import { readStatic } from './static/read-static.ts'
import { isPage } from './site-files.ts'

/** A page with what the gate says of it, and how it was looked at. */
export type PageVerdict =
  | { readonly type: 'seen'; readonly facts: PageFacts; readonly judgement: PageJudgement }
  | {
      readonly type: 'static'
      readonly why: Unseen['why']
      readonly reason: string
      readonly remedy?: string
      readonly files: StaticFacts
      readonly judgement: PageJudgement
    }
  | { readonly type: 'broken'; readonly reason: string }
  /** The page is not there to be looked at. */
  | { readonly type: 'refused'; readonly reason: string }

export type JudgeOrder = {
  readonly site: Site
  readonly page: string
  readonly contract: PageContract
  readonly signal: AbortSignal
  /** How long the look may take. A page that never comes to rest is given up then. */
  readonly timeoutMs: number
  /** False where nobody will look at them. */
  readonly pictures?: boolean
  /** Does not look at a page whose files alone show an error. */
  readonly failFast?: boolean
}

/** Looks at the page and judges it. Without eyes it judges what the files alone tell. */
export async function judgeSite(browser: Browser | null, order: JudgeOrder): Promise<PageVerdict> {
  const { site, page, contract, signal, timeoutMs, pictures = true, failFast } = order
  if (browser === null) return fromFiles(order, { why: 'asked', reason: asked })
  if (failFast === true && site.type === 'files') {
    const early = await fromFiles(order, { why: 'failed-fast', reason: enough })
    if ('judgement' in early && early.judgement.findings.some(isError)) return early
  }
  const look = () => readSite(browser, site, { page, signal, timeoutMs, pictures })
  const first = await look()
  // a browser that went away says nothing about the page until it does so twice
  const { seen: result } =
    !first.seen.ok && first.seen.error.type === 'crashed' ? await look() : first
  if (result.ok) {
    const known = result.value.static
    const facts = { ...result.value, static: ownStatic(known, site, page) }
    return { type: 'seen', facts, judgement: judgePage(facts, contract) }
  }
  const reason = troubleText(result.error, timeoutMs)
  if (!reason.ok) return { type: 'broken', reason: reason.error }
  if (result.error.type === 'refused' && site.type === 'server')
    return { type: 'refused', reason: result.error.reason }
  return fromFiles(order, reason.value)
}

const asked = 'only the files were read, as asked'
const enough = 'the files alone have errors, so the page was not looked at, as asked'

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error'

type Unseen = {
  readonly why: 'asked' | 'no-browser' | 'not-seen' | 'failed-fast'
  readonly reason: string
  readonly remedy?: string
}

async function fromFiles(
  { site, page, contract }: Pick<JudgeOrder, 'site' | 'page' | 'contract'>,
  unseen: Unseen,
): Promise<PageVerdict> {
  const read =
    site.type === 'server'
      ? await crawlPage(site.origin, page)
      : ok(ofPage(await readStatic(site.files), page))
  if (!read.ok) return { type: 'refused', reason: read.error }
  const files = read.value
  const judgement = judgeStatic(files, contract, {
    page: site.type === 'server' ? (files.pages[0]?.file ?? page) : page,
    reason: unseen.reason,
  })
  return { type: 'static', ...unseen, files, judgement }
}

const ownStatic = (known: StaticFacts | null, site: Site, page: string): StaticFacts | null =>
  known === null || site.type === 'server' ? known : ofPage(known, page)

/** Styles that stand in another page of the site are for that page to answer. */
function ofPage(files: StaticFacts, page: string): StaticFacts {
  const isOwn = ({ file }: { readonly file: string }) => file === page || !isPage(file)
  return {
    ...files,
    literals: files.literals.filter(isOwn),
    customProperties: files.customProperties.filter(isOwn),
    styleErrors: files.styleErrors.filter(isOwn),
  }
}

/** What kept us from seeing: something that lacks here, the page itself, or a fault of ours. */
function troubleText(failure: BrowserError, timeoutMs: number): Result<Unseen, string> {
  switch (failure.type) {
    case 'not-installed':
    case 'no-walls':
      return ok({ why: 'no-browser', reason: failure.reason, remedy: failure.remedy })
    case 'timed-out':
      return ok({
        why: 'not-seen',
        reason: `the page did not come to rest within ${Math.round(timeoutMs / 1000)} s`,
        remedy: 'look for a script that never ends',
      })
    case 'refused':
      return ok({ why: 'not-seen', reason: failure.reason })
    case 'cancelled':
      return err('it was called off')
    case 'crashed':
      return err(plainReason(failure.reason))
  }
}

/** What drivers of browsers add for their makers tells a reader nothing. */
const plainReason = (reason: string): string =>
  (reason.split(/Browser logs:|Call log:/)[0] ?? '').replaceAll(/\s+/g, ' ').trim()

const patienceMs = 5_000
const mostBytes = 8_000_000
const mostSheets = 40

/** What a server on this machine sends for a page and its style sheets, read without a browser. */
async function crawlPage(origin: string, page: string): AsyncResult<StaticFacts, string> {
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
async function ask(url: URL): AsyncResult<SiteFile, string> {
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
