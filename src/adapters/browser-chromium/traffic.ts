import type { BrowserContext, ConsoleMessage, Page, Request, Route } from 'playwright-core'
import type { NetworkFacts, RequestFact } from '../../model/page-facts.ts'
import type { Site } from '../../ports/browser.ts'
import { answer, originOf } from './site-files.ts'

type Writable<List extends readonly unknown[]> = List[number][]

export type Loaded = {
  readonly type: string
  readonly contentType: string
  readonly body: Uint8Array
}

export type Traffic = {
  readonly requests: Writable<NetworkFacts['requests']>
  readonly console: Writable<NetworkFacts['console']>
  readonly pageErrors: Writable<NetworkFacts['pageErrors']>
  readonly attempts: Writable<NetworkFacts['attempts']>
  readonly bodies: Map<string, Loaded>
  /** Set while probes are at work, so that what they cause is told from what loading does. */
  probing: boolean
  /** The one address that the page may go to next. All else is noted and answered with nothing. */
  expected: string | null
  /** How many requests wait for their answer. */
  waiting: number
}

export const newTraffic = (): Traffic => ({
  requests: [],
  console: [],
  pageErrors: [],
  attempts: [],
  bodies: new Map(),
  probing: false,
  expected: null,
  waiting: 0,
})

const mostNoted = 500

/** Answers every request of the tab from the site, blocks the rest, and notes all of it. */
export async function watchTraffic(
  context: BrowserContext,
  site: Site,
  traffic: Traffic,
): Promise<void> {
  await context.route('**/*', async (route) => {
    traffic.waiting++
    await serve(route, site, traffic).catch(() => undefined)
    traffic.waiting--
  })
}

async function serve(route: Route, site: Site, traffic: Traffic): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  const goal = request.isNavigationRequest() ? goalOf(request) : 'inside'
  if (goal === 'popup') {
    noteAttempt(traffic, 'popup', request.url())
    return route.abort('blockedbyclient')
  }
  if (goal === 'page' && request.url() !== traffic.expected) {
    // a page that leads away, or loads itself again and again, is judged as it is
    noteAttempt(traffic, 'navigation', `${request.method()} ${request.url()}`)
    return route.fulfill({ status: 204 })
  }
  if (goal === 'page') traffic.expected = null
  if (url.origin !== originOf(site)) {
    noteRequest(traffic, request, { blocked: 'third-party' })
    return route.abort('blockedbyclient')
  }
  try {
    const asked = {
      method: request.method(),
      headers: request.headers(),
      body: request.postDataBuffer(),
    }
    const given = await answer(site, url, asked)
    noteRequest(traffic, request, { status: given.status, bytes: given.body.length })
    const { contentType, body } = given
    if (given.status < 300)
      traffic.bodies.set(request.url(), { type: request.resourceType(), contentType, body })
    await route.fulfill({
      status: given.status,
      headers: { 'content-type': given.contentType },
      body: Buffer.from(given.body.buffer, given.body.byteOffset, given.body.byteLength),
    })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    noteRequest(traffic, request, { failure })
    await route.abort('connectionfailed')
  }
}

/** Whether a navigation is of the page itself, of a frame in it, or of a window it opens. */
function goalOf(request: Request): 'page' | 'inside' | 'popup' {
  try {
    const frame = request.frame()
    if (frame.parentFrame() !== null) return 'inside'
    return frame.page() === frame.page().context().pages()[0] ? 'page' : 'popup'
  } catch {
    // only a window that is not there yet has no frame
    return 'popup'
  }
}

function noteRequest(traffic: Traffic, request: Request, outcome: Partial<RequestFact>): void {
  if (traffic.requests.length >= mostNoted) return
  traffic.requests.push({
    url: request.url().slice(0, 2000),
    type: request.resourceType(),
    method: request.method(),
    status: null,
    bytes: 0,
    blocked: null,
    failure: null,
    duringProbe: traffic.probing,
    ...outcome,
  })
}

export function noteAttempt(
  traffic: Traffic,
  kind: NetworkFacts['attempts'][number]['kind'],
  detail: string,
): void {
  if (traffic.attempts.length < mostNoted)
    traffic.attempts.push({ kind, detail: detail.slice(0, 300), duringProbe: traffic.probing })
}

/** Notes what the page says, and stops what it opens. */
export function watchPage(page: Page, traffic: Traffic): void {
  const attempt = (kind: NetworkFacts['attempts'][number]['kind'], detail: string) =>
    noteAttempt(traffic, kind, detail)
  page.on('console', (message) => {
    if (traffic.console.length >= mostNoted) return
    // the driver says so when it refuses one
    if (message.text().startsWith('Service Worker registration blocked'))
      noteAttempt(traffic, 'service-worker', message.text())
    else noteMessage(traffic, message)
  })
  page.on('pageerror', (error) => {
    if (traffic.pageErrors.length >= mostNoted) return
    const message = error.message.slice(0, 1000)
    traffic.pageErrors.push({ message, duringProbe: traffic.probing })
  })
  page.on('dialog', (dialog) => {
    attempt('dialog', `${dialog.type()}: ${dialog.message()}`)
    // to dismiss the question whether to leave would be to stay
    const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
    answered.catch(() => undefined)
  })
  page.on('popup', (popup) => {
    // one with an address was noted when it asked for it
    if (popup.url() === '' || popup.url() === 'about:blank') attempt('popup', 'about:blank')
    popup.close().catch(() => undefined)
  })
  page.on('download', (download) => {
    attempt('download', download.suggestedFilename())
    download.cancel().catch(() => undefined)
  })
  page.on('websocket', (socket) => attempt('websocket', socket.url()))
}

function noteMessage(traffic: Traffic, message: ConsoleMessage): void {
  const type = message.type()
  const level = type === 'error' ? 'error' : type === 'warning' ? 'warning' : 'info'
  const { url, lineNumber } = message.location()
  const place = url === '' ? null : `${url}:${lineNumber + 1}`
  const text = message.text().slice(0, 1000)
  traffic.console.push({ level, text, place, duringProbe: traffic.probing })
}
