import type { ClickEffect, ClickProbe } from '../../model/page-probes.ts'
import { within } from './deadline.ts'
import { handlers } from './gather.ts'
import { awaitEffect, mark, since } from './effects.ts'
import { isRestless } from './scripts.ts'
import type { Aim, Clickable } from './in-page/probing.ts'
import type { Tab } from './tab.ts'

const mostClicks = 40
const patienceMs = 250

export type Clicked = {
  readonly clicks: readonly ClickProbe[]
  readonly leftOut: readonly string[]
  /** What scripts keep restyling while nobody does anything. */
  readonly restless: readonly string[]
}

/** Clicks every button-like thing and says what came of it. Loads again when a click changed too much. */
export async function probeClicks(
  tab: Tab,
  touched: boolean,
  reload: () => Promise<void>,
): Promise<Clicked> {
  const all = await listClickables(tab)
  const wanted = all.slice(0, mostClicks)
  const alone = isRestless(tab.traffic) ? 60 : 0
  const restless = alone > 0 ? await tab.ask<readonly string[]>(`kit.watchAlone(${alone})`) : []
  const clicks: ClickProbe[] = []
  let dirty = touched
  for (const [at, { selector, name }] of wanted.entries()) {
    if (tab.deadline.left() < tab.deadline.timeoutMs / 4)
      return {
        clicks,
        restless,
        leftOut: [...wanted.slice(at), ...all.slice(mostClicks)].map(named),
      }
    if (dirty) await tab.ask('kit.closeLayers()')
    let aim = await takeAim(tab, selector)
    if (aim.type !== 'at' && dirty) {
      await reload()
      if (alone > 0) await tab.ask(`kit.watchAlone(${alone})`)
      dirty = false
      aim = await takeAim(tab, selector)
    }
    if (aim.type !== 'at') {
      const detail = aim.type === 'covered' ? `covered by ${aim.by}` : aim.type
      clicks.push({ selector, name, effects: ['not-clicked'], detail })
      continue
    }
    const { effects, detail } = await click(tab, selector, aim)
    dirty ||= effects.includes('mutation') || effects.includes('dialog')
    clicks.push({ selector, name, effects, detail })
    if (effects.includes('dialog')) {
      const known = new Set([...all.map(named), ...clicks.map(named)])
      clicks.push(...(await clickInside(tab, selector, known)))
    }
  }
  return { clicks, restless, leftOut: all.slice(mostClicks).map(named) }
}

const named = ({ selector }: Pick<Clickable, 'selector'>): string => `click ${selector}`

const mostInside = 6

/** Clicks what a dialog that was just opened has brought along, and opens it again where it closed. */
async function clickInside(
  tab: Tab,
  opener: string,
  known: ReadonlySet<string>,
): Promise<readonly ClickProbe[]> {
  const inside = (await listClickables(tab)).filter((each) => !known.has(named(each)))
  const clicks: ClickProbe[] = []
  for (const { selector, name } of inside.slice(0, mostInside)) {
    let aim = await takeAim(tab, selector)
    if (aim.type !== 'at') {
      const again = await takeAim(tab, opener)
      if (again.type !== 'at') break
      await click(tab, opener, again)
      aim = await takeAim(tab, selector)
    }
    if (aim.type !== 'at') continue
    clicks.push({ selector, name, ...(await click(tab, selector, aim)) })
  }
  return clicks
}

const listClickables = async (tab: Tab): Promise<readonly Clickable[]> =>
  tab.ask<readonly Clickable[]>(`kit.clickables(${JSON.stringify(await handlers(tab))})`)

export const takeAim = (tab: Tab, selector: string): Promise<Aim> =>
  tab.ask<Aim>(`kit.aim(${JSON.stringify(selector)})`)

/** A real click, and everything that was seen to come of it. */
export async function click(
  tab: Tab,
  selector: string,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<Pick<ClickProbe, 'effects' | 'detail'>> {
  const before = mark(tab)
  await tab.ask('kit.arm()')
  await press(tab, x, y)
  const outcome = await awaitEffect(tab, selector, { before, patienceMs })
  const { attempts, requests, errors } = since(tab, before)
  const effects = new Set<ClickEffect>(outcome.effects.filter(isEffect))
  for (const { kind } of attempts) if (isEffect(kind)) effects.add(kind)
  if (requests.length > 0) effects.add('request')
  if (errors.length > 0) effects.add('error')
  return {
    effects: effects.size === 0 ? ['none'] : [...effects],
    detail: errors[0]?.message ?? attempts[0]?.detail ?? requests[0]?.url ?? outcome.detail,
  }
}

const known: readonly string[] = [
  'navigation',
  'mutation',
  'dialog',
  'focus',
  'scroll',
  'download',
  'popup',
]

const isEffect = (name: string): name is ClickEffect => known.includes(name)

async function press(tab: Tab, x: number, y: number): Promise<void> {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const
  const pressed = Promise.all([
    tab.cdp.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' }),
    tab.cdp.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' }),
  ])
  await within(pressed, { part: 'click', most: 3_000 }, tab.deadline)
}
