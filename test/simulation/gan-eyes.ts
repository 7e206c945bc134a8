import { createHash } from 'node:crypto'
import {
  aBlock,
  aPage,
  aText,
  aView,
  inViews,
} from '../../src/checks/page/score/sample-page.contract.ts'
import type { PageFacts, Screenshot } from '../../src/model/page-facts.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Browser, BrowserError, Site } from '../../src/ports/browser.ts'
import type { Chance } from './random.ts'
import type { Process } from './world.ts'

/** What can really be wrong with a simulated page. It stands in its text, and no agent can talk it away. */
export const flaws = ['overflow', 'pale', 'thrown', 'lorem', 'stock', 'shift', 'silent'] as const
export type Flaw = (typeof flaws)[number]

/** Flaws that no score may outweigh. A silent page passes them all, and does not speak of what was asked for. */
export const fatal: readonly Flaw[] = ['overflow', 'pale', 'thrown']

export const flawMark = (flaw: Flaw): string => `<p class="flaw-${flaw}">-</p>`

export const flawsIn = (html: string): readonly Flaw[] =>
  flaws.filter((flaw) => html.includes(flawMark(flaw)))

const stockIcons = {
  url: 'http://page.test/feather.js',
  type: 'script',
  method: 'GET',
  status: 200,
  bytes: 9,
  blocked: null,
  failure: null,
  duringProbe: false,
}
const pale = { r: 240, g: 240, b: 240, a: 1 }

const seen: Readonly<Record<Flaw, (facts: PageFacts) => PageFacts>> = {
  overflow: (facts) => ({
    ...facts,
    views: facts.views.map((view) => (view.width === 375 ? { ...view, scrollWidth: 640 } : view)),
  }),
  pale: (facts) => ({
    ...facts,
    views: facts.views.map((view) => ({ ...view, texts: [aText({ colour: pale })] })),
  }),
  thrown: (facts) => ({
    ...facts,
    network: { ...facts.network, pageErrors: [{ message: 'no such loaf', duringProbe: false }] },
  }),
  lorem: (facts) => ({
    ...facts,
    views: facts.views.map((view) => ({
      ...view,
      blocks: [...view.blocks, aBlock('Lorem ipsum dolor sit amet')],
    })),
  }),
  stock: (facts) => ({
    ...facts,
    network: { ...facts.network, requests: [stockIcons] },
  }),
  silent: (facts) => ({
    ...facts,
    title: 'Gardens of the north',
    views: facts.views.map((view) => ({ ...view, blocks: [] })),
  }),
  shift: (facts) => ({
    ...facts,
    performance: { ...facts.performance, layoutShift: 0.2 },
  }),
}

function textOf(site: Site, path: string): string {
  const bytes = site.type === 'files' ? site.files.get(path)?.bytes : undefined
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8')
}

const picture = (html: string, viewport: Screenshot['viewport']): Screenshot => {
  const png = Buffer.from(`picture at ${viewport} of ${html}`)
  const [width = 0, height = 0] = viewport.split('x').map(Number)
  const hash = createHash('sha256').update(png).digest('hex')
  return { width, height, viewport, fullPage: true, hash, png }
}

/** All that there is to see of a page: the same page always looks the same. */
function factsOf(site: Site): PageFacts {
  const html = textOf(site, 'index.html')
  const plain = aPage({
    views: inViews({}).map((view) =>
      aView(view.width, { blocks: [aBlock('The bakery round the corner')] }),
    ),
    screenshots: [picture(html, '1280x720'), picture(html, '375x667')],
  })
  return flawsIn(html).reduce((facts, flaw) => seen[flaw](facts), plain)
}

const troubles: readonly BrowserError[] = [
  { type: 'crashed', reason: 'by chance' },
  { type: 'crashed', reason: 'by chance' },
  { type: 'not-installed', reason: 'by chance', remedy: 'none' },
  { type: 'timed-out', part: 'views', ms: 1_000 },
]

/** Eyes that see what is really there, unless something comes between. */
export const simulatedEyes = (process: Process, chance: Chance): Browser => ({
  async look(site, { signal }) {
    await process.hook.before('look', 'index.html')
    const trouble = chance.happens(0.06) ? chance.pick(troubles) : null
    await process.hook.after('look', 'index.html')
    if (signal.aborted) return err({ type: 'cancelled' })
    return trouble === null ? ok(factsOf(site)) : err(trouble)
  },
  close: async () => undefined,
})
