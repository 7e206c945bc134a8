import type { Browser as Chromium, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Site } from '../../ports/browser.ts'
import { startDeadline, troubled, within, type Deadline } from './deadline.ts'
import { newTraffic, watchPage, watchTraffic, type Traffic } from './traffic.ts'

/** What a pane is used for at the moment. */
export type Use = { readonly site: Site; readonly traffic: Traffic; readonly deadline: Deadline }

/** A tab of the browser that is kept warm: a new one costs more than most looks take. */
export type Pane = {
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
  use: Use | null
  uses: number
  crashed: boolean
  /** Rejects when the page is gone, so that nobody waits for it. */
  readonly gone: Promise<never>
}

const openMs = 8_000
const mostUses = 40

/** Opens a pane in a context of its own: no cookies, no storage, no service workers, no downloads. */
async function openPane(chromium: Chromium, deadline: Deadline): Promise<Pane> {
  const opening = chromium.newContext({
    viewport: null,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    serviceWorkers: 'block',
    acceptDownloads: false,
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const context = await within(opening, { part: 'open', most: openMs }, deadline)
  try {
    return await within(furnish(context), { part: 'open', most: openMs }, deadline)
  } catch (error) {
    context.close().catch(() => undefined)
    throw error
  }
}

async function furnish(context: BrowserContext): Promise<Pane> {
  const holder: { pane: Pane | null } = { pane: null }
  const now = () => holder.pane?.use ?? null
  const [page] = await Promise.all([context.newPage(), watchTraffic(context, now)])
  watchPage(page, () => now()?.traffic ?? null)
  const [cdp] = await Promise.all([
    context.newCDPSession(page),
    // a page that closes itself would end the look
    page.addInitScript(() => Reflect.set(globalThis, 'close', () => undefined)),
  ])
  const { promise: gone, reject } = Promise.withResolvers<never>()
  gone.catch(() => undefined)
  const pane: Pane = { context, page, cdp, use: null, uses: 0, crashed: false, gone }
  holder.pane = pane
  const lose = (reason: string) => () => {
    pane.crashed = true
    reject(troubled({ type: 'crashed', reason }))
  }
  page.on('crash', lose('the page crashed'))
  page.on('close', lose('the page was closed'))
  return pane
}

export type Panes = {
  take(site: Site, deadline: Deadline): Promise<Pane>
  /** Wipes the pane and keeps it for the next look; one that is not well is thrown away. */
  giveBack(pane: Pane, isWell: boolean): void
}

const mostKept = 6

export function openPanes(chromium: Chromium): Panes {
  const free: Promise<Pane | null>[] = []
  return {
    take: async (site, deadline) => {
      const kept = await free.shift()
      const pane = kept ?? (await openPane(chromium, deadline))
      pane.use = { site, traffic: newTraffic(), deadline }
      pane.uses++
      return pane
    },
    giveBack: (pane, isWell) => {
      if (!isWell || pane.crashed || pane.uses >= mostUses || free.length >= mostKept)
        pane.context.close().catch(() => undefined)
      else free.push(wiped(pane))
    },
  }
}

/** Leaves the page and forgets all it stored, so that the next look finds nothing of it. */
async function wiped(pane: Pane): Promise<Pane | null> {
  const { page, cdp, context } = pane
  const origin = new URL(page.url()).origin
  const deadline = startDeadline(2_000, new AbortController().signal)
  const wipe = async () => {
    await page.goto('about:blank')
    await page.evaluate(() => Reflect.set(globalThis, 'name', ''))
    await Promise.all([
      cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      cdp.send('Network.clearBrowserCookies'),
      cdp.send('Page.resetNavigationHistory'),
      ...context
        .pages()
        .filter((other) => other !== page)
        .map((other) => other.close()),
    ])
    pane.use = null
    return pane
  }
  try {
    return await within(wipe(), { part: 'wipe' }, deadline)
  } catch {
    context.close().catch(() => undefined)
    return null
  }
}
