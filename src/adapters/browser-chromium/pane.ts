import type { Browser as Chromium, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Site } from '../../ports/browser.ts'
import { browserFailure, within, type Deadline } from './deadline.ts'
import { newTraffic, watchPage, watchTraffic, type Traffic } from './traffic.ts'

/** A tab of the browser with a context of its own. It is used once: pages that are judged share nothing. */
export type Pane = {
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
  readonly traffic: Traffic
  /** Rejects when the page is gone, so that nobody waits for it. */
  readonly gone: Promise<never>
}

const openMs = 8_000

/** Opens a pane: no cookies, no storage, no service workers, no downloads, no marks of automation. */
export async function openPane(chromium: Chromium, site: Site, deadline: Deadline): Promise<Pane> {
  const opening = chromium.newContext({
    viewport: null,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    serviceWorkers: 'block',
    acceptDownloads: false,
    // a visitor who presses a button that copies is not asked
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'UTC',
    userAgent: visitorAgent(chromium),
  })
  const context = await within(opening, { part: 'open', most: openMs }, deadline)
  try {
    return await within(furnish(context, site), { part: 'open', most: openMs }, deadline)
  } catch (error) {
    context.close().catch(() => undefined)
    throw error
  }
}

async function furnish(context: BrowserContext, site: Site): Promise<Pane> {
  const traffic = newTraffic()
  const [page] = await Promise.all([context.newPage(), watchTraffic(context, site, traffic)])
  watchPage(page, traffic)
  const [cdp] = await Promise.all([
    context.newCDPSession(page),
    // a page that closes itself would end the look
    page.addInitScript(() => Reflect.set(globalThis, 'close', () => undefined)),
    page.addInitScript(`(${hideAutomation})()`),
  ])
  const { promise: gone, reject } = Promise.withResolvers<never>()
  gone.catch(() => undefined)
  const lose = (reason: string) => () => reject(browserFailure({ type: 'crashed', reason }))
  page.on('crash', lose('the page crashed'))
  page.on('close', lose('the page was closed'))
  return { context, page, cdp, traffic, gone }
}

/** The name that a browser with windows gives itself, so that pages show what visitors see. */
const visitorAgent = (chromium: Chromium): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromium.version().split('.')[0] ?? ''}.0.0.0 Safari/537.36`

/** Runs in the page before its own scripts: what else tells a browser without windows from others. */
const hideAutomation = `() => {
  if (!('chrome' in globalThis)) globalThis.chrome = { runtime: {} }
  const data = navigator.userAgentData
  if (data && data.brands.some(({ brand }) => /Headless/.test(brand))) {
    const brands = data.brands.map(({ brand, version }) => ({ brand: brand.replace('HeadlessChrome', 'Google Chrome'), version }))
    Object.defineProperty(NavigatorUAData.prototype, 'brands', { get: () => brands })
  }
  if (navigator.plugins.length === 0)
    Object.defineProperty(Navigator.prototype, 'plugins', { get: () => [{ name: 'PDF Viewer' }] })
}`
