import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from './in-page/probing.ts'
import type { Tab } from './tab.ts'

/** What was known of the tab's traffic before a probe. */
export type Mark = {
  readonly requests: number
  readonly attempts: number
  readonly errors: number
}

export const mark = ({ traffic }: Tab): Mark => ({
  requests: traffic.requests.length,
  attempts: traffic.attempts.length,
  errors: traffic.pageErrors.length,
})

export const since = ({ traffic }: Tab, before: Mark) => ({
  requests: traffic.requests.slice(before.requests),
  attempts: traffic.attempts.slice(before.attempts),
  errors: traffic.pageErrors.slice(before.errors),
})

/** Waits until something comes of a probe, in the page or on the wire, or long enough to say no. */
export async function awaitEffect(
  tab: Tab,
  selector: string,
  how: { readonly before: Mark; readonly patienceMs: number },
): Promise<Outcome> {
  const end = performance.now() + how.patienceMs
  let isLast = false
  for (;;) {
    const outcome = await tab.ask<Outcome>(`kit.effectsNow(${JSON.stringify(selector)})`)
    const { requests, attempts, errors } = since(tab, how.before)
    if (outcome.effects.length > 0 || requests.length + attempts.length + errors.length > 0)
      return outcome
    if (isLast) return outcome
    isLast = performance.now() > end
    // a busy page may not have come to it yet
    if (isLast) await tab.ask('kit.nextFrame()')
    else await pause(15)
  }
}

/** Waits until what a probe asked of a server was answered, and the page has drawn what came of it. */
export async function awaitAnswers(tab: Tab, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs
  await tab.ask('kit.nextFrame()')
  while (tab.traffic.waiting > 0 && performance.now() < end) await pause(15)
  await tab.ask('kit.nextFrame()')
}
