import type { LoadedFile, NetworkFacts, PageFacts } from '../../model/page-facts.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { pathsFor } from '../../ports/site.ts'
import { part, type Errand, type Target } from './errand.ts'
import type { Launched } from './launch.ts'
import { judgeLinks } from './links.ts'
import { lookLater } from './look-later.ts'
import { lookNarrow } from './look-narrow.ts'
import { lookWide } from './look-wide.ts'
import { performanceFacts } from './performance-facts.ts'
import { noProbes } from './probe.ts'
import { landing, pageUrl } from './site-files.ts'
import { startTimings } from './timings.ts'
import type { Traffic } from './traffic.ts'
import { tryOut } from './try-out.ts'

/** Looks at a page through several tabs at once and puts together what they saw. */
export async function look(launched: Launched, target: Target): Promise<PageFacts> {
  const errand: Errand = {
    ...target,
    launched,
    url: await landing(target.site, pageUrl(target.site, target.page)),
    timings: startTimings(),
    gaps: [],
  }
  const [wide, narrow, { axe, probes }, later] = await Promise.all([
    lookWide(errand),
    lookNarrow(errand),
    tryOut(errand),
    part(errand, 'later', () => errand.timings.time('later', () => lookLater(errand)), null),
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
    metaRefresh: document.metaRefresh,
    description: document.description,
    charset: document.charset,
    markup: document.markup,
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
      timings: errand.timings.all(),
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
