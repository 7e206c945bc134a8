import { setTimeout as pause } from 'node:timers/promises'
import type { Tab } from './tab.ts'

export type Shortcut = { readonly key: string; readonly code: number; readonly modifiers: number }

const modifiers: Readonly<Record<string, number>> = { alt: 1, ctrl: 2, control: 2, shift: 8 }

const advice =
  /\b(?:press|hit|use|type)\s+(?:the\s+)?(?:(alt|ctrl|control|shift)\s*\+\s*)?(esc(?:ape)?|[a-z])\b(?=[^.]{0,30}\b(?:exit|leave|quit|close|get out|go on|continue)\b)/i

/** The key that a page says leads out of where the Tab key does not. */
export function advisedKey(words: string): Shortcut | null {
  const [found, modifier = '', name = ''] = advice.exec(words) ?? []
  if (found === undefined) return null
  if (/^esc/i.test(name)) return { key: 'Escape', code: 27, modifiers: 0 }
  const key = name.toLowerCase()
  return {
    key,
    code: key.toUpperCase().charCodeAt(0),
    modifiers: modifiers[modifier.toLowerCase()] ?? 0,
  }
}

/** A trap with a way out that the page tells, and that works, is none. */
export async function getsOut(tab: Tab, trap: readonly string[]): Promise<boolean> {
  const shortcut = advisedKey(await tab.ask<string>('document.body.innerText.slice(0, 20000)'))
  if (shortcut === null) return false
  await tab.ask(`kit.setFocus(${JSON.stringify(trap[0] ?? '')}, true)`)
  const event = {
    key: shortcut.key,
    code: shortcut.key === 'Escape' ? 'Escape' : `Key${shortcut.key.toUpperCase()}`,
    windowsVirtualKeyCode: shortcut.code,
    nativeVirtualKeyCode: shortcut.code,
    modifiers: shortcut.modifiers,
  }
  await tab.cdp.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' })
  await tab.cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  await pause(40)
  const at = await tab.ask<string | null>('kit.plainStop()')
  return at === null || !trap.includes(at)
}
