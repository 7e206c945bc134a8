import { inflateSync } from 'node:zlib'
import type { FocusStop, KeyboardWalk } from '../../model/page-probes.ts'
import { decodePng } from '../../model/png.ts'
import { within } from './deadline.ts'
import { capture } from './screenshot.ts'
import type { Tab } from './tab.ts'

const mostStops = 120
const mostPictures = 6

/** Goes through the page with Tab as a person would, until it ends, starts anew, or does not get on. */
export async function walkByKeyboard(tab: Tab): Promise<KeyboardWalk> {
  const expected = await tab.ask<readonly string[]>('kit.restLooks()')
  const stops: FocusStop[] = []
  const order: string[] = []
  let completed = expected.length === 0
  let trap: readonly string[] = []
  const most = Math.min(mostStops, expected.length * 2 + 4)
  while (!completed && trap.length === 0 && order.length < most) {
    await pressKey(tab, 'Tab')
    const stop = await tab.ask<FocusStop | null>('kit.focusStop()')
    if (stop === null || (order.length > 1 && stop.selector === order[0])) {
      completed = true
      break
    }
    const known = order.lastIndexOf(stop.selector)
    order.push(stop.selector)
    if (known === -1) stops.push(stop)
    else trap = circle(order)
  }
  const reached = new Set(order)
  const unreached = expected.filter((selector) => !reached.has(selector))
  return {
    stops: await withPictures(tab, stops),
    unreached: trap.length > 0 || completed ? unreached : [],
    trap: completed || unreached.length === 0 ? [] : trap,
    completed: completed || (trap.length > 0 && unreached.length === 0),
  }
}

/** The stops that were gone round twice, or the one that focus does not leave. */
function circle(order: readonly string[]): readonly string[] {
  const last = order.at(-1)
  const before = order.slice(0, -1).lastIndexOf(last ?? '')
  const round = order.slice(before, -1)
  const twice = order.slice(before - round.length, before)
  const stuck = round.length === 1
  return stuck || round.every((each, at) => each === twice[at]) ? round : []
}

export async function pressKey(tab: Tab, key: 'Tab' | 'Escape'): Promise<void> {
  const code = key === 'Tab' ? 9 : 27
  const event = { key, code: key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code }
  const pressed = Promise.all([
    tab.cdp.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' }),
    tab.cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
  ])
  await within(pressed, { part: 'keyboard', most: 3_000 }, tab.deadline)
}

/** Where no style differs, pictures decide whether focus can be seen. */
async function withPictures(tab: Tab, stops: readonly FocusStop[]): Promise<readonly FocusStop[]> {
  const unclear = stops.filter((stop) => stop.changed.length === 0).slice(0, mostPictures)
  const pixels = new Map<FocusStop, number>()
  for (const stop of unclear) pixels.set(stop, await changedPixels(tab, stop))
  return stops.map((stop) => ({ ...stop, changedPixels: pixels.get(stop) ?? null }))
}

async function changedPixels(tab: Tab, { selector, box }: FocusStop): Promise<number> {
  const clip = {
    x: Math.max(0, box.x - 8),
    y: Math.max(0, box.y - 8),
    width: Math.min(1280, box.width + 16),
    height: Math.min(600, box.height + 16),
  }
  const shots = []
  for (const on of [true, false]) {
    await tab.ask(`kit.setFocus(${JSON.stringify(selector)}, ${on})`)
    shots.push(decodePng(await capture(tab, clip), inflateSync))
  }
  const [focused, rest] = shots
  if (!focused || !rest || focused.data.length !== rest.data.length) return 0
  let changed = 0
  for (let at = 0; at < rest.data.length; at += 4)
    if ([0, 1, 2].some((channel) => focused.data[at + channel] !== rest.data[at + channel]))
      changed++
  return changed
}
