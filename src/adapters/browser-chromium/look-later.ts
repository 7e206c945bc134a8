import type { LaterFact } from '../../model/page-facts.ts'
import { light, mostTried, type Errand } from './errand.ts'
import { countElements, gather, settle } from './gather.ts'
import { judgeLinks } from './links.ts'
import { fileAt } from './site-files.ts'
import { withTab, type Tab } from './tab.ts'

/** How far the clock of the page is moved, step by step; timers that set timers get their turn. */
const stepsMs = [1_000, 4_000, 5_000, 6_000, 15_000, 30_000, 60_000, 120_000]

/** The page after some minutes, a moved mouse and a scroll; null if it still shows the same words. Trial looks do without. */
export async function lookLater(errand: Errand): Promise<LaterFact | null> {
  const { launched, timings, url, site } = errand
  if (!errand.pictures || !hasScripts(errand)) return null
  const size = { width: 1280, height: 720 }
  return withTab(launched.panes, { ...errand, ...size }, async (tab) => {
    await tab.page.clock.install()
    await timings.time('load later', () => tab.load(url))
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
  const found = fileAt(site.files, page)
  return (
    found === null || /<script|\son[a-z]+\s*=/i.test(new TextDecoder().decode(found.file.bytes))
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
