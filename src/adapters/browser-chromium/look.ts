import type { AxeFacts, Gap, NetworkFacts, PageFacts, Screenshot } from '../../model/page-facts.ts'
import type { ProbeFacts } from '../../model/page-probes.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import type { Site } from '../../ports/browser.ts'
import type { Deadline } from './deadline.ts'
import type { DocumentFacts } from './in-page/document.ts'
import type { PaintFacts } from './in-page/paint-watch.ts'
import { runAxe } from './axe-run.ts'
import { countElements, gather, settle, unroll, type Gathered } from './gather.ts'
import type { Launched } from './launch.ts'
import { judgeLinks } from './links.ts'
import { performanceFacts } from './performance-facts.ts'
import { lookBehind } from './pixels.ts'
import { probeOpeners } from './openers.ts'
import { loadAnew, noProbes, probe } from './probe.ts'
import { photograph } from './screenshot.ts'
import { pageUrl } from './site-files.ts'
import { probeStates } from './states.ts'
import { withTab, type Size, type Tab } from './tab.ts'
import { startTimings, type Timings } from './timings.ts'
import type { Traffic } from './traffic.ts'

export type Target = { readonly site: Site; readonly page: string; readonly deadline: Deadline }

type Errand = Target & {
  readonly launched: Launched
  readonly url: string
  readonly timings: Timings
  readonly gaps: Gap[]
}

/** Looks at a page through several tabs at once and puts together what they saw. */
export async function look(launched: Launched, target: Target): Promise<PageFacts> {
  const errand: Errand = {
    ...target,
    launched,
    url: pageUrl(target.site, target.page),
    timings: startTimings(),
    gaps: [],
  }
  const [wide, narrow, { axe, probes }] = await Promise.all([
    lookWide(errand),
    lookNarrow(errand),
    tryOut(errand),
  ])
  const { document } = wide
  const { links: _links, fragments: _fragments, domNodes: _nodes, ...head } = document
  return {
    page: target.page,
    url: head.url,
    title: head.title,
    lang: head.lang,
    dir: head.dir,
    doctype: head.doctype,
    viewportMeta: head.viewportMeta,
    metaRefresh: head.metaRefresh,
    description: head.description,
    charset: head.charset,
    views: [...narrow.views, ...wide.views].toSorted((a, b) => a.width - b.width),
    dark: wide.dark,
    opened: narrow.opened,
    screenshots: [wide.screenshot, narrow.screenshot].filter((each) => each !== null),
    axe,
    network: network([wide.traffic, ...(probes === null ? [] : [probes.traffic])]),
    links: await judgeLinks(target.site, document),
    probes: { ...(probes?.facts ?? noProbes), states: wide.states, openers: narrow.openers },
    performance: performanceFacts(wide.traffic, document, wide.paints),
    static: null,
    sight: {
      browser: launched.name,
      walls: launched.walls,
      gaps: errand.gaps,
      timings: errand.timings.all(),
    },
  }
}

/** Does one part; if it fails and the page is still there, the gap is noted and the rest goes on. */
async function part<Value>(
  errand: Errand,
  name: Gap['part'],
  work: () => Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    errand.deadline.signal.throwIfAborted()
    if (!errand.launched.chromium.isConnected() || errand.deadline.left() <= 1) throw error
    errand.gaps.push({ part: name, reason: error instanceof Error ? error.message : String(error) })
    return otherwise
  }
}

function inTab<Value>(
  errand: Errand,
  size: Size,
  work: (tab: Tab) => Promise<Value>,
): Promise<Value> {
  const { launched, timings, url } = errand
  const at = size.width
  return withTab(launched.panes, { ...errand, ...size }, async (tab) => {
    await timings.time(`load ${at}`, () => tab.load(url))
    await timings.time(`settle ${at}`, () => settle(tab))
    return work(tab)
  })
}

type Wide = {
  readonly document: DocumentFacts
  readonly views: readonly ViewFacts[]
  readonly dark: ViewFacts | null
  readonly screenshot: Screenshot | null
  readonly states: ProbeFacts['states']
  readonly paints: PaintFacts
  readonly traffic: Traffic
}

const light = { scheme: 'light', opened: null } as const

function lookWide(errand: Errand): Promise<Wide> {
  const { timings } = errand
  return inTab(errand, { width: 1280, height: 720 }, async (tab) => {
    const paints = await tab.ask<PaintFacts>('kit.paintFacts()')
    await timings.time('unroll 1280', () => unroll(tab, 1280, 720))
    const { document, view, known } = await timings.time('gather 1280', () => gather(tab, light))
    const seen = await timings.time('pixels 1280', () => lookBehind(tab, view))
    const screenshot = await part(
      errand,
      'screenshots',
      () => timings.time('screenshot 1280', () => photograph(tab, '1280x720', view.scrollHeight)),
      null,
    )
    const states = await part(
      errand,
      'probes',
      () => timings.time('states', () => probeStates(tab, view)),
      [],
    )
    const dark = await part(errand, 'dark', () => lookDark(errand, tab, { view, known }), null)
    const views = [seen]
    for (const width of [1024, 768]) {
      await tab.resize({ width, height: 720 })
      const smaller = await timings.time(`gather ${width}`, () => gather(tab, light, known))
      views.push(smaller.view)
    }
    return { document, views, dark, screenshot, states, paints, traffic: tab.traffic }
  })
}

async function lookDark(
  errand: Errand,
  tab: Tab,
  { view, known }: Pick<Gathered, 'view' | 'known'>,
): Promise<ViewFacts | null> {
  if (!view.states.darkScheme) return null
  return errand.timings.time('dark', async () => {
    await tab.page.emulateMedia({ colorScheme: 'dark' })
    const { view: dark } = await gather(tab, { scheme: 'dark', opened: null }, known)
    await tab.page.emulateMedia({ colorScheme: 'light' })
    return dark
  })
}

type Narrow = {
  readonly views: readonly ViewFacts[]
  readonly opened: readonly ViewFacts[]
  readonly openers: ProbeFacts['openers']
  readonly screenshot: Screenshot | null
}

function lookNarrow(errand: Errand): Promise<Narrow> {
  const { timings } = errand
  return inTab(errand, { width: 375, height: 667 }, async (tab) => {
    await timings.time('unroll 375', () => unroll(tab, 375, 667))
    const { view, known } = await timings.time('gather 375', () => gather(tab, light))
    const seen = await timings.time('pixels 375', () => lookBehind(tab, view))
    const screenshot = await part(
      errand,
      'screenshots',
      () => timings.time('screenshot 375', () => photograph(tab, '375x667', view.scrollHeight)),
      null,
    )
    const opened = await part(
      errand,
      'opened',
      () =>
        timings.time('openers', () => {
          tab.traffic.probing = true
          return probeOpeners(tab, known, () => loadAnew(tab, errand.url))
        }),
      { views: [], openers: [] },
    )
    return { views: [seen], opened: opened.views, openers: opened.openers, screenshot }
  })
}

const noAxe: AxeFacts = {
  version: '',
  violations: [],
  incomplete: [],
  passes: [],
  inapplicable: [],
}

type TriedOut = {
  readonly facts: Omit<ProbeFacts, 'states' | 'openers'>
  readonly traffic: Traffic
}

/** Beyond this many elements, rules and probes would take minutes. */
const mostTried = 15_000

/** One tab is judged as Lighthouse's phone, then made wide and used. */
const tryOut = (
  errand: Errand,
): Promise<{ readonly axe: AxeFacts; readonly probes: TriedOut | null }> =>
  inTab(errand, { width: 412, height: 823, mobile: true }, async (tab) => {
    const { timings, url } = errand
    const count = await countElements(tab)
    if (count > mostTried) {
      const reason = `the page has ${count} elements, more than ${mostTried}`
      errand.gaps.push({ part: 'axe', reason }, { part: 'probes', reason })
      return { axe: noAxe, probes: null }
    }
    const axe = await part(errand, 'axe', () => timings.time('axe', () => runAxe(tab)), noAxe)
    const use = async () => {
      await tab.resize({ width: 1280, height: 720 })
      return { facts: await probe(tab, url, timings), traffic: tab.traffic }
    }
    return { axe, probes: await part(errand, 'probes', use, null) }
  })

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
