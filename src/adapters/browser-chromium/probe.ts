import type { ProbeFacts } from '../../model/page-probes.ts'
import { probeClicks } from './clicks.ts'
import { probeForms } from './form-probes.ts'
import { settle } from './gather.ts'
import { walkByKeyboard } from './keyboard.ts'
import type { Tab } from './tab.ts'

export const noProbes: ProbeFacts = {
  clicks: [],
  forms: [],
  keyboard: { stops: [], unreached: [], trap: [], completed: false },
  states: [],
  openers: [],
  leftOut: ['all'],
}

/** Loads the page anew, so that what earlier probes did is undone. */
export async function loadAnew(tab: Tab, url: string): Promise<void> {
  tab.traffic.probing = false
  await tab.load(url)
  await settle(tab)
  tab.traffic.probing = true
}

/** Uses the page as a visitor would: by keyboard, by mouse, and by sending its forms. */
export async function probe(
  tab: Tab,
  url: string,
): Promise<Pick<ProbeFacts, 'clicks' | 'forms' | 'keyboard' | 'leftOut' | 'restless'>> {
  tab.traffic.probing = true
  const reload = () => loadAnew(tab, url)
  const keyboard = await walkByKeyboard(tab)
  // forms come before clicks: a filled form takes nothing away from them, and no load is needed between
  const sent = await probeForms(tab)
  const touched = sent.forms.length > 0
  const clicked = await probeClicks(tab, touched, reload)
  return {
    keyboard,
    forms: sent.forms,
    clicks: [...sent.clicks, ...clicked.clicks],
    leftOut: clicked.leftOut,
    ...(clicked.restless.length > 0 ? { restless: clicked.restless } : {}),
  }
}
