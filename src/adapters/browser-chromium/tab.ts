import type { Browser as Chromium, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Site } from '../../ports/browser.ts'
import { troubled, within, type Deadline } from './deadline.ts'
import { collectorScript } from './in-page/assemble.ts'
import { newTraffic, noteAttempt, watchPage, watchTraffic, type Traffic } from './traffic.ts'

/** What a tab does in the page: the collectors run in a world that page scripts can not reach. */
export type Tab = {
  readonly page: Page
  readonly context: BrowserContext
  readonly cdp: CDPSession
  readonly traffic: Traffic
  readonly deadline: Deadline
  load(url: string): Promise<void>
  /** Runs an expression that uses `kit`, by value. */
  ask<Value>(expression: string): Promise<Value>
  /** Runs an expression in the page's own world. What comes back is the page's word. */
  askPage<Value>(expression: string): Promise<Value>
  /** Makes the viewport another size without loading again. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

export type TabOptions = {
  readonly site: Site
  readonly width: number
  readonly height: number
  readonly deadline: Deadline
  readonly mobile?: boolean
}

const stepMs = 8_000

/** Opens a tab in a context of its own: no cookies, no storage, no service workers, no downloads. */
export async function openTab(chromium: Chromium, options: TabOptions): Promise<Tab> {
  const { width, height, deadline, site } = options
  const context = await within(
    chromium.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      colorScheme: 'light',
      serviceWorkers: 'block',
      acceptDownloads: false,
      locale: 'en-GB',
      timezoneId: 'UTC',
      deviceScaleFactor: 1,
      isMobile: options.mobile ?? false,
    }),
    { part: 'open', most: stepMs },
    deadline,
  )
  try {
    return await openPage(context, site, deadline)
  } catch (error) {
    await context.close().catch(() => undefined)
    throw error
  }
}

async function openPage(context: BrowserContext, site: Site, deadline: Deadline): Promise<Tab> {
  const traffic = newTraffic()
  const [page] = await within(
    Promise.all([context.newPage(), watchTraffic(context, site, traffic)]),
    { part: 'open', most: stepMs },
    deadline,
  )
  watchPage(page, traffic)
  const [cdp] = await Promise.all([
    context.newCDPSession(page),
    // a page that closes itself would end the look
    page.addInitScript(() => Reflect.set(globalThis, 'close', () => undefined)),
  ])
  return makeTab({ context, page, cdp, traffic, deadline })
}

type Opened = Pick<Tab, 'context' | 'page' | 'cdp' | 'traffic' | 'deadline'>

function makeTab(opened: Opened): Tab {
  const { context, page, cdp, traffic, deadline } = opened
  let world: number | null = null
  cdp.on('Runtime.executionContextsCleared', () => {
    world = null
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) world = null
  })
  page.on('crash', () => noteAttempt(traffic, 'navigation', 'the page crashed'))
  const ask = async <Value>(expression: string): Promise<Value> => {
    world ??= await enterPage(cdp, deadline)
    return run<Value>(opened, expression, world)
  }
  return {
    ...opened,
    load: (url) => load(opened, url),
    ask,
    askPage: (expression) => run(opened, expression, null),
    resize: async (width, height) => {
      await within(
        page.setViewportSize({ width, height }),
        { part: 'resize', most: stepMs },
        deadline,
      )
    },
    close: () => closeQuietly(context),
  }
}

/** A hung page may not hold up the end of the look. */
async function closeQuietly(context: BrowserContext): Promise<void> {
  const closing = context.close().catch(() => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, 3_000)
  await Promise.race([closing, promise])
  clearTimeout(timer)
}

async function enterPage(cdp: CDPSession, deadline: Deadline): Promise<number> {
  const enter = async () => {
    const { frameTree } = await cdp.send('Page.getFrameTree')
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'loopwright',
    })
    const said = await cdp.send('Runtime.evaluate', {
      expression: script(),
      contextId: executionContextId,
    })
    if (said.exceptionDetails !== undefined)
      throw new Error(`the collectors do not start: ${said.exceptionDetails.text}`)
    return executionContextId
  }
  return within(enter(), { part: 'enter', most: stepMs }, deadline)
}

let collectors: string | null = null
const script = (): string => (collectors ??= `${collectorScript()}\n0`)

async function run<Value>(
  { cdp, deadline }: Opened,
  expression: string,
  world: number | null,
): Promise<Value> {
  const said = await within(
    cdp.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
      includeCommandLineAPI: world === null,
      timeout: Math.min(stepMs, deadline.left()),
      ...(world === null ? {} : { contextId: world }),
    }),
    { part: 'evaluate', most: stepMs },
    deadline,
  )
  if (said.exceptionDetails !== undefined) {
    const { exception, text } = said.exceptionDetails
    throw new Error(`in the page: ${exception?.description ?? text}`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own collectors return it, by value
  return said.result.value as Value
}

async function load({ page, traffic, deadline }: Opened, url: string): Promise<void> {
  const going = page.goto(url, { waitUntil: 'load', timeout: 0 })
  const response = await within(going, { part: 'load', most: stepMs }, deadline)
  if (page.url().startsWith('chrome-error:'))
    throw troubled({ type: 'refused', reason: `${url} can not be opened` })
  const status = response?.status() ?? 0
  if (status >= 400)
    throw troubled({ type: 'refused', reason: `the site answers ${status} for ${url}` })
  traffic.events = 0
}
