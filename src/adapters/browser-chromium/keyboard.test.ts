import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../model/page-facts.ts'
import { browser, hasBrowser } from '../../../test/support/browser.ts'
import { advisedKey } from './focus-trap-exit.ts'

async function see(body: string, head = ''): Promise<PageFacts> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${head}</head><body>${body}</body></html>`
  const files = new Map([
    ['index.html', { bytes: new TextEncoder().encode(html), contentType: 'text/html' }],
  ])
  const result = await browser.look(
    { type: 'files', files },
    {
      page: 'index.html',
      signal: new AbortController().signal,
      timeoutMs: 30_000,
      pictures: false,
    },
  )
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe.skipIf(!hasBrowser)('walking by keyboard', () => {
  test('meets a page that takes the focus back a moment later', async () => {
    const trapped = await see(`<button>One</button>
      <button id="back" onblur="setTimeout(() => this.focus(), 10)">Two</button><button>Three</button>`)
    expect(trapped.probes.keyboard.trap).toEqual(['#back'])
    const free = await see(`<button>One</button>
      <button onblur="setTimeout(() => { this.title = 'seen' }, 10)">Two</button><button>Three</button>`)
    expect(free.probes.keyboard.trap).toEqual([])
  })
  test('walks from the top where the page has put the focus elsewhere', async () => {
    const field = await see(
      '<a href="#a" id="a">One</a><label>Name <input id="n" autofocus></label><button id="z">Send</button>',
    )
    expect(field.probes.keyboard.stops.map(({ selector }) => selector)).toEqual(['#a', '#n', '#z'])
    const modal = await see(`<button>Behind</button><dialog id="d"><button id="c">Close</button>
      <a href="#a" id="a">More</a></dialog><script>d.showModal()</script>`)
    const { stops, unreached } = modal.probes.keyboard
    expect(stops.map(({ selector }) => selector)).toEqual(['#c', '#a'])
    expect(unreached).toEqual([])
  })
  test('takes a trap for none where the page tells a way out that works', async () => {
    const trapped = (onkeydown: string) =>
      see(`<p>Press Ctrl+M to exit the list</p><a href="#a">One</a>
        <button id="b" onblur="if (!window.out) this.focus()" onkeydown="${onkeydown}">Two</button>
        <a href="#z" id="z">Three</a>`)
    const pageFacts = await trapped(
      "if (event.ctrlKey && event.key === 'm') { out = 1; z.focus() }",
    )
    expect(pageFacts.probes.keyboard).toMatchObject({ trap: [], unreached: [], completed: true })
    expect((await trapped('')).probes.keyboard.trap).toEqual(['#b'])
    expect(advisedKey('Press Escape to close this panel.')).toMatchObject({ key: 'Escape' })
    expect(advisedKey('Press the button to leave. Use a spoon.')).toBeNull()
  })
  test('takes a first stop that keeps the focus for a trap', async () => {
    const pageFacts = await see(`<a href="#a" id="a" onkeydown="event.preventDefault()">One</a>
      <a href="#b">Two</a>`)
    expect(pageFacts.probes.keyboard).toMatchObject({ trap: ['#a'], completed: false })
  })
})
