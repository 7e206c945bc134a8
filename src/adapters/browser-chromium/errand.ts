import type { Gap } from '../../model/page-facts.ts'
import type { Site } from '../../ports/browser.ts'
import type { Deadline } from './deadline.ts'
import { settle } from './gather.ts'
import type { Launched } from './launch.ts'
import { withTab, type Size, type Tab } from './tab.ts'

export type Target = {
  readonly site: Site
  readonly page: string
  readonly deadline: Deadline
  readonly pictures: boolean
}

/** One look on its way: what to look at, with what, and what could not be seen. */
export type Errand = Target & {
  readonly launched: Launched
  readonly url: string
  readonly gaps: Gap[]
}

export const light = { scheme: 'light', opened: null } as const

/** Beyond this many elements, rules and probes would take minutes. */
export const mostTried = 15_000

/** Does one part; if it fails and the page is still there, the gap is noted and the rest goes on. */
export async function part<Value>(
  errand: Errand,
  name: Gap['part'],
  work: () => Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    const over = errand.deadline.signal.aborted || errand.deadline.left() <= 1
    if (over || !errand.launched.chromium.isConnected()) throw error
    errand.gaps.push({ part: name, reason: error instanceof Error ? error.message : String(error) })
    return otherwise
  }
}

export function inTab<Value>(
  errand: Errand,
  size: Size,
  work: (tab: Tab) => Promise<Value>,
): Promise<Value> {
  const { launched, url } = errand
  return withTab(launched.chromium, { ...errand, ...size }, async (tab) => {
    await tab.load(url)
    await settle(tab)
    return work(tab)
  })
}
