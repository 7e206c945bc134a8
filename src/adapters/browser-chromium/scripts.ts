import type { Traffic } from './traffic.ts'

const mostRead = 400_000

/** Whether the page or one of its scripts mentions something. A hint that saves waiting, no more. */
function mentions({ bodies }: Traffic, words: RegExp): boolean {
  for (const { type, body } of bodies.values()) {
    if (type !== 'document' && type !== 'script') continue
    if (
      words.test(
        Buffer.from(body.buffer, body.byteOffset, Math.min(mostRead, body.length)).toString(
          'latin1',
        ),
      )
    )
      return true
  }
  return false
}

/** Parts may appear or load only when they are scrolled to. */
export const waitsForScrolling = (traffic: Traffic): boolean =>
  mentions(
    traffic,
    /IntersectionObserver|onscroll|addEventListener\(\s*['"`]scroll|loading\s*=\s*["']?lazy/i,
  )

/** Things may move on their own. */
export const isRestless = (traffic: Traffic): boolean =>
  mentions(traffic, /setInterval|setTimeout|requestAnimationFrame|EventSource|WebSocket/)
