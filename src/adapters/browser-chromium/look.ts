import { gzipSync } from 'node:zlib'
import type {
  LaterFact,
  LoadedFile,
  NetworkFacts,
  PageFacts,
  PerformanceFacts,
  Screenshot,
} from '../../model/page-facts.ts'
import type { ProbeFacts } from '../../model/page-probes.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { pathsFor } from '../../ports/site.ts'
import { type Errand, inTab, light, mostTried, part, type Target } from './errand.ts'
import { countElements, gather, settle, unroll } from './gather.ts'
import type { DocumentFacts } from './in-page/document.ts'
import type { PaintFacts } from './in-page/paint-watch.ts'
import type { Launched } from './launch.ts'
import { judgeLinks } from './links.ts'
import { lookWide } from './look-wide.ts'
import { probeOpeners } from './openers.ts'
import { lookBehind } from './pixels.ts'
import { loadAnew, noProbes } from './probe.ts'
import { photograph } from './screenshot.ts'
import { fileAt, landing, pageUrl } from './site-files.ts'
import { type Tab, withTab } from './tab.ts'
import type { Traffic } from './traffic.ts'
import { tryOut } from './try-out.ts'

/** Looks at a page through several tabs at once and puts together what they saw. */
export async function look(launched: Launched, target: Target): Promise<PageFacts> {
  const errand: Errand = {
    ...target,
    launched,
    url: await landing(target.site, pageUrl(target.site, target.page)),
    gaps: [],
  }
  const [wide, narrow, { axe, probes }, later] = await Promise.all([
    lookWide(errand),
    lookNarrow(errand),
    tryOut(errand),
    part(errand, 'later', () => lookLater(errand), null),
  ])
  const { document } = wide
  return {
    page: target.page,
    url: document.url,
    title: document.title,
    lang: document.lang,
    dir: document.dir,
    doctype: document.doctype,
    viewportMeta: document.viewportMeta,
    description: document.description,
    views: [...narrow.views, ...wide.views]
      .toSorted((a, b) => a.width - b.width)
      .map((view, _at, all) => withOtherViews(view, all)),
    dark: wide.dark,
    opened: narrow.opened,
    later,
    screenshots: [wide.screenshot, narrow.screenshot].filter((each) => each !== null),
    axe,
    network: network([wide.traffic, ...(probes === null ? [] : [probes.traffic])]),
    links: await judgeLinks(target.site, document),
    probes: { ...(probes?.facts ?? noProbes), states: wide.states, openers: narrow.openers },
    performance: performanceFacts(wide.traffic, document, wide.paints),
    static: null,
    ...(target.site.type === 'server' ? { sources: sourcesOf(wide.traffic) } : {}),
    sight: {
      browser: launched.name,
      walls: launched.walls,
      gaps: errand.gaps,
    },
  }
}

/** The pages, styles and scripts that came, called as files would be. */
function sourcesOf({ bodies }: Traffic): readonly LoadedFile[] {
  return [...bodies].flatMap(([url, { type, contentType, body }]) => {
    if (!['document', 'stylesheet', 'script'].includes(type)) return []
    const [path = ''] = pathsFor(new URL(url).pathname)
    const ending = type === 'document' ? '.html' : type === 'stylesheet' ? '.css' : '.js'
    const isNamed = type === 'document' ? /\.x?html?$/i.test(path) : path.endsWith(ending)
    return [{ path: isNamed ? path : `${path}${ending}`, contentType, bytes: body }]
  })
}

/** A text that is hidden here may be meant for another width. */
function withOtherViews(view: ViewFacts, all: readonly ViewFacts[]): ViewFacts {
  const elsewhere = new Set(
    all.flatMap(({ blocks }) =>
      blocks.filter(({ visible }) => visible).map(({ selector, text }) => `${selector} ${text}`),
    ),
  )
  const blocks = view.blocks.map((block) =>
    block.hidden?.reachable === 'no' && elsewhere.has(`${block.selector} ${block.text}`)
      ? { ...block, hidden: { ...block.hidden, reachable: 'other-viewport' as const } }
      : block,
  )
  return { ...view, blocks }
}

/** What loading did comes from the widest tab; what probing did from the tab that probed. */
function network(tabs: readonly Traffic[]): NetworkFacts {
  const [loading, probing] = tabs
  const both = <Item extends { readonly duringProbe: boolean }>(
    pick: (traffic: Traffic) => readonly Item[],
  ): readonly Item[] => [
    ...(loading === undefined ? [] : pick(loading)),
    ...(probing === undefined ? [] : pick(probing).filter((each) => each.duringProbe)),
  ]
  return {
    requests: both((traffic) => traffic.requests),
    console: both((traffic) => traffic.console),
    pageErrors: both((traffic) => traffic.pageErrors),
    attempts: both((traffic) => traffic.attempts),
  }
}

/** Types that are packed already: gzip would gain nothing. */
const packed = new Set(['image', 'font', 'media'])

/** What the page weighs and how it came in. */
function performanceFacts(
  traffic: Traffic,
  documentFacts: DocumentFacts,
  paints: PaintFacts,
): PerformanceFacts {
  const types = new Map<string, { requests: number; bytes: number; gzipBytes: number }>()
  for (const { type, body } of traffic.bodies.values()) {
    const known = types.get(type) ?? { requests: 0, bytes: 0, gzipBytes: 0 }
    known.requests++
    known.bytes += body.length
    known.gzipBytes += packed.has(type) ? body.length : gzipSync(body, { level: 6 }).length
    types.set(type, known)
  }
  return {
    transfer: [...types]
      .map(([type, sums]) => ({ type, ...sums }))
      .toSorted((a, b) => (a.type < b.type ? -1 : 1)),
    ...paints,
    domNodes: documentFacts.domNodes,
  }
}

type Narrow = {
  readonly views: readonly ViewFacts[]
  readonly opened: readonly ViewFacts[]
  readonly openers: ProbeFacts['openers']
  readonly screenshot: Screenshot | null
}

/** The page as on a small phone, also with its menus and dialogs open. */
function lookNarrow(errand: Errand): Promise<Narrow> {
  return inTab(errand, { width: 375, height: 667 }, async (tab) => {
    await unroll(tab, 375, 667)
    const { document, view, known } = await gather(tab, light)
    const viewFacts = await lookBehind(tab, view)
    const pictured = () => photograph(tab, '375x667', view.scrollHeight)
    const screenshot = errand.pictures ? await part(errand, 'screenshots', pictured, null) : null
    const open = () => {
      tab.traffic.probing = true
      return probeOpeners(tab, known, () => loadAnew(tab, errand.url))
    }
    const none = { views: [], openers: [] }
    const isHuge = document.domNodes > mostTried
    const opened = isHuge ? none : await part(errand, 'opened', open, none)
    return { views: [viewFacts], opened: opened.views, openers: opened.openers, screenshot }
  })
}

/** How far the clock of the page is moved, step by step; timers that set timers get their turn. */
const stepsMs = [1_000, 4_000, 5_000, 6_000, 15_000, 30_000, 60_000, 120_000]

/** The page after some minutes, a moved mouse and a scroll; null if it still shows the same words. Trial looks do without. */
async function lookLater(errand: Errand): Promise<LaterFact | null> {
  const { launched, url, site } = errand
  if (!errand.pictures || !hasScripts(errand)) return null
  const size = { width: 1280, height: 720 }
  return withTab(launched.chromium, { ...errand, ...size }, async (tab) => {
    await tab.page.clock.install()
    await tab.load(url)
    await settle(tab)
    if (!(await canChange(tab)) || (await countElements(tab)) > mostTried) return null
    const before = await wordsOf(tab)
    await letTimePass(tab)
    const after = await wordsOf(tab)
    if (after === before) return null
    const { view, document } = await gather(tab, light)
    return { after: 'four minutes', view, links: await judgeLinks(site, document) }
  })
}

/** Without a script nothing changes by itself; a server may send anything. */
function hasScripts({ site, page }: Errand): boolean {
  if (site.type === 'server') return true
  const result = fileAt(site.files, page)
  return (
    result === null || /<script|\son[a-z]+\s*=/i.test(new TextDecoder().decode(result.file.bytes))
  )
}

const canChange = (tab: Tab): Promise<boolean> =>
  tab.ask<boolean>(
    "document.scripts.length > 0 || document.querySelector('[onload],[onerror]') !== null",
  )

const wordsOf = (tab: Tab): Promise<string> => tab.ask<string>('document.body?.innerText ?? ""')

async function letTimePass(tab: Tab): Promise<void> {
  await tab.page.mouse.move(300, 300)
  await tab.page.mouse.wheel(0, 400)
  for (const ms of stepsMs) await tab.page.clock.fastForward(ms)
  await tab.page.mouse.wheel(0, -400)
  await settle(tab)
}
