import { createHash } from 'node:crypto'
import type { Screenshot } from '../../model/page-facts.ts'
import { within } from './deadline.ts'
import type { Tab } from './tab.ts'

/** Pictures of longer pages are cut: no reader scrolls further, and the browser cannot paint it. */
const mostPixels = 16_000

type Clip = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A PNG of a part of the page, wherever it is scrolled to. */
export async function capture(tab: Tab, clip: Clip, scale = 1): Promise<Uint8Array> {
  const { data } = await within(
    tab.cdp.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      optimizeForSpeed: true,
      clip: { ...clip, scale },
    }),
    { part: 'screenshot', most: 8_000 },
    tab.deadline,
  )
  return Buffer.from(data, 'base64')
}

export async function photograph(
  tab: Tab,
  viewport: Screenshot['viewport'],
  length: number,
): Promise<Screenshot> {
  const [width = 0, least = 0] = viewport.split('x').map(Number)
  const height = Math.min(mostPixels, Math.max(least, Math.ceil(length)))
  const png = await capture(tab, { x: 0, y: 0, width, height })
  const hash = createHash('sha256').update(png).digest('hex')
  return { width, height, viewport, fullPage: true, hash, png }
}
