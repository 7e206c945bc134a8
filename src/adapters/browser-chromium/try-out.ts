import type { AxeFacts } from '../../model/page-facts.ts'
import type { ProbeFacts } from '../../model/page-probes.ts'
import { runAxe } from './axe-run.ts'
import { inTab, mostTried, part, type Errand } from './errand.ts'
import { countElements } from './gather.ts'
import { probe } from './probe.ts'
import type { Traffic } from './traffic.ts'

const noAxe: AxeFacts = {
  version: '',
  violations: [],
  incomplete: [],
  passes: [],
  inapplicable: [],
}

type TriedOut = {
  readonly facts: Omit<ProbeFacts, 'states' | 'openers'>
  readonly traffic: Traffic
}

/** One tab is judged as Lighthouse's phone, then made wide and used. */
export const tryOut = (
  errand: Errand,
): Promise<{ readonly axe: AxeFacts; readonly probes: TriedOut | null }> =>
  inTab(errand, { width: 412, height: 823, mobile: true }, async (tab) => {
    const { timings, url } = errand
    const count = await countElements(tab)
    if (count > mostTried) {
      const reason = `the page has ${count} elements, more than ${mostTried}`
      for (const name of ['axe', 'opened', 'dark', 'probes'] as const)
        errand.gaps.push({ part: name, reason })
      return { axe: noAxe, probes: null }
    }
    const axe = await part(errand, 'axe', () => timings.time('axe', () => runAxe(tab)), noAxe)
    const use = async () => {
      await tab.resize({ width: 1280, height: 720 })
      return { facts: await probe(tab, url, timings), traffic: tab.traffic }
    }
    return { axe, probes: await part(errand, 'probes', use, null) }
  })
