import type { OpenerProbe } from '../../model/page-probes.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { click, takeAim } from './clicks.ts'
import { gather, type Known } from './gather.ts'
import type { Clickable } from './in-page/probing.ts'
import { pressKey } from './keyboard.ts'
import type { Tab } from './tab.ts'

const mostOpened = 5

export type Opened = {
  readonly views: readonly ViewFacts[]
  readonly openers: readonly OpenerProbe[]
}

type Found = {
  readonly opened: string
  readonly kind: OpenerProbe['kind']
  readonly focusInside: boolean
}

/** Opens menus, dialogs and details, looks at the page with each open, and closes them with Escape. */
export async function probeOpeners(
  tab: Tab,
  known: Known,
  reload: () => Promise<void>,
): Promise<Opened> {
  const views: ViewFacts[] = []
  const openers: OpenerProbe[] = []
  const details = await tab.ask<string | null>('kit.openAllDetails()')
  if (details !== null) {
    views.push((await gather(tab, { scheme: 'light', opened: details }, known)).view)
    await tab.ask('kit.closeAllDetails()')
  }
  const all = await tab.ask<readonly Clickable[]>(
    `kit.clickables(${JSON.stringify(known.handled)})`,
  )
  const likely = all.filter((each) => each.opens && !each.selector.endsWith('summary'))
  for (const { selector } of likely.slice(0, 12)) {
    if (openers.length >= mostOpened) break
    const read = await open(tab, selector, known)
    if (read === null) continue
    views.push(read.view)
    openers.push(read.opener)
    if (read.opener.closesOnEscape !== true && !(await shut(tab, selector))) await reload()
  }
  return { views, openers }
}

/** Closes what a second click closes. */
async function shut(tab: Tab, selector: string): Promise<boolean> {
  const aim = await takeAim(tab, selector)
  if (aim.type !== 'at') return false
  await click(tab, selector, aim)
  return (await tab.ask<Found | null>(`kit.openedBy(${JSON.stringify(selector)})`)) === null
}

const mostFrames = 12

/** What opens may glide in, and a busy machine draws late: frames are waited for, not milliseconds. */
async function openedBy(tab: Tab, name: string): Promise<Found | null> {
  for (let frame = 0; frame < mostFrames; frame++) {
    const result = await tab.ask<Found | null>(`kit.openedBy(${name})`)
    if (result !== null) return result
    await tab.ask('kit.nextFrame().then(() => kit.finishAnimations())')
  }
  return null
}

async function open(
  tab: Tab,
  selector: string,
  known: Known,
): Promise<{ readonly view: ViewFacts; readonly opener: OpenerProbe } | null> {
  const name = JSON.stringify(selector)
  const aim = await takeAim(tab, selector)
  if (aim.type !== 'at') return null
  const { effects } = await click(tab, selector, aim)
  if (!effects.includes('mutation') && !effects.includes('dialog')) return null
  const read = await openedBy(tab, name)
  if (read === null) return null
  const { view } = await gather(tab, { scheme: 'light', opened: read.opened }, known)
  await pressKey(tab, 'Escape')
  await tab.ask('kit.nextFrame()')
  const after = await tab.ask<Found | null>(`kit.openedBy(${name})`)
  const returned = await tab.ask<boolean>(`document.activeElement === kit.query(${name})`)
  return {
    view,
    opener: {
      opener: selector,
      opened: read.opened,
      kind: read.kind,
      closesOnEscape: after === null,
      focusMovedInside: read.focusInside,
      focusReturned: after === null ? returned : null,
    },
  }
}
