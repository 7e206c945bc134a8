import type { Screenshot } from '../../model/page-facts.ts'
import type { ProbeFacts } from '../../model/page-probes.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { inTab, light, mostTried, part, type Errand } from './errand.ts'
import { gather, unroll } from './gather.ts'
import { probeOpeners } from './openers.ts'
import { lookBehind } from './pixels.ts'
import { loadAnew } from './probe.ts'
import { photograph } from './screenshot.ts'

export type Narrow = {
  readonly views: readonly ViewFacts[]
  readonly opened: readonly ViewFacts[]
  readonly openers: ProbeFacts['openers']
  readonly screenshot: Screenshot | null
}

/** The page as on a small phone, also with its menus and dialogs open. */
export function lookNarrow(errand: Errand): Promise<Narrow> {
  const { timings } = errand
  return inTab(errand, { width: 375, height: 667 }, async (tab) => {
    await timings.time('unroll 375', () => unroll(tab, 375, 667))
    const { document, view, known } = await timings.time('gather 375', () => gather(tab, light))
    const seen = await timings.time('pixels 375', () => lookBehind(tab, view))
    const pictured = () =>
      timings.time('screenshot 375', () => photograph(tab, '375x667', view.scrollHeight))
    const screenshot = errand.pictures ? await part(errand, 'screenshots', pictured, null) : null
    const open = () =>
      timings.time('openers', () => {
        tab.traffic.probing = true
        return probeOpeners(tab, known, () => loadAnew(tab, errand.url))
      })
    const none = { views: [], openers: [] }
    const isHuge = document.domNodes > mostTried
    const opened = isHuge ? none : await part(errand, 'opened', open, none)
    return { views: [seen], opened: opened.views, openers: opened.openers, screenshot }
  })
}
