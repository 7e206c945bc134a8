import { setTimeout as pause } from 'node:timers/promises'
import type { Browser as Chromium, CDPSession, Page } from 'playwright-core'
import type { Site } from '../../ports/browser.ts'
import { browserFailure, within, type Deadline } from './deadline.ts'
import { collectorScript } from './in-page/assemble.ts'
import { openPane } from './pane.ts'
import type { Traffic } from './traffic.ts'

/** What a tab does in the page: the collectors run in a world that page scripts cannot reach. */
export type Tab = {
  readonly page: Page
  readonly cdp: CDPSession
  readonly traffic: Traffic
  readonly deadline: Deadline
  load(url: string): Promise<void>
  /** Runs an expression that uses `kit`, by value. */
  ask<Value>(expression: string): Promise<Value>
  /** Runs an expression in the page's own world. What comes back is the page's word. */
  askPage<Value>(expression: string): Promise<Value>
  /** Makes the viewport another size without loading again. */
  resize(size: Size): Promise<void>
}

export type Size = {
  readonly width: number
  readonly height: number
  /** As a phone lays pages out. */
  readonly mobile?: boolean
}

const stepMs = 15_000

/** Opens a pane, makes it the right size, and throws it away after the work, whatever comes of it. */
export async function withTab<Value>(
  chromium: Chromium,
  { site, deadline, ...size }: Size & { readonly site: Site; readonly deadline: Deadline },
  work: (tab: Tab) => Promise<Value>,
): Promise<Value> {
  const { context, page, cdp, traffic, gone } = await openPane(chromium, site, deadline)
  try {
    const tab = makeTab({ page, cdp, traffic, deadline })
    await tab.resize(size)
    return await Promise.race([work(tab), gone])
  } finally {
    context.close().catch(() => undefined)
  }
}

type Opened = Pick<Tab, 'page' | 'cdp' | 'traffic' | 'deadline'>

function makeTab(opened: Opened): Tab {
  const { cdp, deadline } = opened
  let world: number | null = null
  const forget = () => {
    world = null
  }
  const ask = async <Value>(expression: string): Promise<Value> => {
    world ??= await enterPage(cdp, deadline)
    return run<Value>(opened, expression, world)
  }
  return {
    ...opened,
    load: async (url) => {
      let at = url
      for (let hop = 0; ; hop++) {
        forget()
        const before = opened.traffic.attempts.length
        await load(opened, at)
        const next = await leadsAway(opened, ask, before)
        if (next === null) return
        if (hop >= mostHops || next === at || new URL(next).origin !== new URL(url).origin)
          throw browserFailure({
            type: 'refused',
            reason: `${at} leads to ${next} before it is loaded`,
          })
        at = next
      }
    },
    ask,
    askPage: (expression) => run(opened, expression, null),
    resize: async ({ width, height, mobile = false }) => {
      const size = { width, height, deviceScaleFactor: 1, mobile }
      const done = cdp.send('Emulation.setDeviceMetricsOverride', size)
      await within(done, { part: 'resize', most: stepMs }, deadline)
    },
  }
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

const mostHops = 3
const loadRounds = 40

/** The address that a page goes to while it is still loading; null once it is there. */
async function leadsAway(
  { traffic }: Opened,
  ask: Tab['ask'],
  before: number,
): Promise<string | null> {
  for (let round = 0; round < loadRounds; round++) {
    const state = await ask<'not-yet' | 'empty' | 'full'>('kit.loaded(250)')
    if (state === 'full') return null
    // a page that goes elsewhere while it is read is read no further
    if (state === 'empty') await pause(60)
    const away = traffic.attempts.slice(before).findLast(({ kind }) => kind === 'navigation')
    if (away !== undefined) return away.detail.replace(/^[A-Z]+ /, '')
    if (state === 'empty') return null
  }
  // something it needs does not come; what is there is looked at
  return null
}

async function load({ page, traffic, deadline }: Opened, url: string): Promise<void> {
  traffic.expected = url
  // a page that leads away never loads in the driver's eyes; `settle` waits for what is there
  const going = page.goto(url, { waitUntil: 'commit', timeout: 0 })
  const response = await within(going, { part: 'load', most: stepMs }, deadline)
  if (page.url().startsWith('chrome-error:'))
    throw browserFailure({ type: 'refused', reason: `${url} cannot be opened` })
  const status = response?.status() ?? 0
  if (status >= 400)
    throw browserFailure({ type: 'refused', reason: `the site answers ${status} for ${url}` })
}
