import { inflateSync } from 'node:zlib'
import type { FocusStop, KeyboardWalk } from '../../model/page-probes.ts'
import { decodePng } from '../../model/png.ts'
import { within } from './deadline.ts'
import { capture } from './screenshot.ts'
import type { Tab } from './tab.ts'

const mostStops = 120
const mostPictures = 6
/** The stops inside one control that the browser makes: a date with its time has the most. */
const mostParts = 8

/** Goes through the page with Tab as a person would, until it ends, starts anew, or does not get on. */
export async function walkByKeyboard(tab: Tab): Promise<KeyboardWalk> {
  const expected = await tab.ask<readonly string[]>('kit.restLooks()')
  if (expected.length === 0) return { stops: [], unreached: [], trap: [], completed: true }
  const most = Math.min(mostStops, expected.length * 2 + mostParts + 4)
  let walk = follow([])
  const shown: (FocusStop | null)[] = []
  await tab.ask('kit.recordStops()')
  // first one round in one go; only a walk that does not end goes on
  for (let keys = expected.length + 1; !walk.over && shown.length < most; keys = 4) {
    await pressMany(tab, 'Tab', keys)
    const stops = await tab.ask<readonly (FocusStop | null)[]>('kit.takeStops()')
    if (stops.length === 0) break
    shown.push(...stops)
    walk = follow(shown)
  }
  const unreached = expected.filter((selector) => !walk.reached.has(selector))
  const stops = await withPictures(tab, walk.stops)
  return {
    stops,
    unreached: walk.over ? unreached : [],
    trap: unreached.length === 0 ? [] : walk.trap,
    completed: walk.completed || (walk.over && unreached.length === 0),
  }
}

type Walk = {
  readonly stops: readonly FocusStop[]
  readonly reached: ReadonlySet<string>
  readonly trap: readonly string[]
  readonly completed: boolean
  readonly over: boolean
}

/** Reads a walk from the places where focus was after each key. */
function follow(shown: readonly (FocusStop | null)[]): Walk {
  const stops: FocusStop[] = []
  const order: string[] = []
  for (const stop of shown) {
    // the first stop that keeps the focus is a trap, not a round
    const round = stops.length > 1 && stop?.selector === order[0]
    if (stop === null || round)
      return { stops, reached: new Set(order), trap: [], completed: true, over: true }
    if (!order.includes(stop.selector)) stops.push(stop)
    order.push(stop.selector)
    const trap = circle(order, mostParts)
    if (trap.length > 0)
      return { stops, reached: new Set(order), trap, completed: false, over: true }
  }
  return { stops, reached: new Set(order), trap: [], completed: false, over: false }
}

/** The stops that were gone round twice, or the one that focus does not leave in so many steps. */
function circle(order: readonly string[], patience: number): readonly string[] {
  const last = order.at(-1)
  const before = order.slice(0, -1).lastIndexOf(last ?? '')
  if (before === -1 || last === undefined) return []
  const round = order.slice(before, -1)
  if (round.length === 1)
    return order.length >= patience && order.slice(-patience).every((each) => each === last)
      ? round
      : []
  const twice = order.slice(before - round.length, before)
  return round.every((each, at) => each === twice[at]) ? round : []
}

const keyCodes = { Tab: 9, Escape: 27 } as const
type Key = keyof typeof keyCodes

export const pressKey = (tab: Tab, key: Key): Promise<void> => pressMany(tab, key, 1)

/** Presses a key many times, without waiting in between. */
async function pressMany(tab: Tab, key: Key, times: number): Promise<void> {
  const code = keyCodes[key]
  const event = {
    key,
    code: key,
    windowsVirtualKeyCode: code,
    nativeVirtualKeyCode: code,
  }
  const pressed = Promise.all(
    Array.from({ length: times }, () => [
      tab.cdp.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' }),
      tab.cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
    ]).flat(),
  )
  await within(pressed, { part: 'keyboard', most: 5_000 }, tab.deadline)
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
