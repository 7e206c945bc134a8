import { percentDecoded } from '../../kit/parse.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { Application } from '../../ports/application.ts'
import type { Browser } from '../../ports/browser.ts'

export type LookOptions = {
  readonly application: Pick<Application, 'origin' | 'request'>
  readonly browser: Pick<Browser, 'look'>
  /** Names routes in backticks, such as `/pricing`. */
  readonly spec: string
  readonly signal: AbortSignal
  /** For one page. */
  readonly timeoutMs: number
  /** Of the first page, for whoever shows them. The passes read what was measured. */
  readonly pictures?: boolean | undefined
}

export type Looked = {
  /** By path, such as `/pricing`. */
  readonly pages: ReadonlyMap<string, PageFacts>
  /** Pages that are there and could not be looked at, with the reason. */
  readonly unseen: ReadonlyMap<string, string>
}

const mostPages = 8
const nowhere = '/no-such-page-here'

/** Looks at the first page of an application, at those that the spec names, and at those that it links to. */
export async function lookAtPages(options: LookOptions): Promise<Looked> {
  const { application, browser, spec, signal, timeoutMs, pictures = false } = options
  const pages = new Map<string, PageFacts>()
  const unseen = new Map<string, string>()
  const look = async (path: string) =>
    browser.look(
      { type: 'server', origin: application.origin },
      {
        page: percentDecoded(path).slice(1),
        signal,
        timeoutMs,
        pictures: pictures && path !== nowhere && pages.size === 0,
      },
    )
  // where an application answers every path with the same page, its scripts tell which paths there are
  const answersAll = (await landing(application, nowhere)) !== null
  const missing = answersAll ? await look(nowhere) : null
  const unknown = missing?.ok === true ? wordsOf(missing.value) : null

  const visit = async (path: string, isNamed: boolean) => {
    if (pages.size + unseen.size >= mostPages || signal.aborted) return
    const at = await landing(application, path)
    if (at === null || pages.has(at) || unseen.has(at)) return
    const observed = await look(at)
    if (!observed.ok)
      unseen.set(at, 'reason' in observed.error ? observed.error.reason : observed.error.type)
    else if (!isNamed || wordsOf(observed.value) !== unknown) pages.set(at, observed.value)
  }
  await visit('/', false)
  for (const path of routesIn(spec)) await visit(path, true)
  for (const path of [...pages.values()].flatMap((page) => linksOf(page, application.origin)))
    await visit(path, false)
  return { pages, unseen }
}

/** Routes in backticks. Those with parameters, of an API, or of a file are no pages. */
export function routesIn(spec: string): readonly string[] {
  const named = [...spec.matchAll(/`(?:GET\s+)?(\/[^\s`?#]*)[^\s`]*`/g)].map(
    ([, path = '']) => path,
  )
  return [...new Set(named)].filter(
    (path) => !/[:{[*<]|\.(?!html?$)\w+$|^\/api(?:\/|$)|^\/\//.test(path),
  )
}

function linksOf({ links }: PageFacts, origin: string): readonly string[] {
  return links.flatMap(({ attribute, url }) => {
    if (attribute !== 'href' || !URL.canParse(url)) return []
    const to = new URL(url)
    return to.origin === origin ? [to.pathname] : []
  })
}

const mostRedirects = 5

/** Where a path leads: itself, or the page of the application that it redirects to; null where there is no page. */
async function landing(
  { origin, request }: LookOptions['application'],
  path: string,
): Promise<string | null> {
  let at = path
  for (let step = 0; step <= mostRedirects; step++) {
    const headers = { accept: 'text/html' }
    // the first answer of a development server may be built first
    const answer = await request({ method: 'GET', path: at, headers, timeoutMs: 30_000 })
    if (answer === null) return null
    const { status, headers: given } = answer
    const location = given['location']
    if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, origin)) {
      const next = new URL(location, `${origin}${at}`)
      if (next.origin !== origin) return null
      at = next.pathname
    } else
      return status >= 200 && status < 300 && /html/.test(given['content-type'] ?? '') ? at : null
  }
  return null
}

const wordsOf = ({ title, views }: PageFacts): string =>
  [title, ...(views.at(-1)?.blocks ?? []).map(({ text }) => text)].join('\n')
