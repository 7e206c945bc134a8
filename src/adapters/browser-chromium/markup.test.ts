import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../model/page-facts.ts'
import type { MarkupFacts } from '../../model/page-markup.ts'
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

const menu = (id: string, more = '') =>
  `<li id="${id}">${more}<a href="#x">Top</a><ul><li><a href="#y">Inside</a></li></ul></li>`

/** Many small things on one page: a look costs more than they do. */
const gallery = [
  `<fieldset><legend></legend><label>Yes <input type="radio" name="a"></label></fieldset>
   <div><label for="n">Number</label><p class="form-hint">On your last payslip.</p><input id="n"></div>
   <div><label for="t">Tied</label><p class="hint" id="h">Eight letters.</p><input id="t" aria-describedby="h"></div>
   <label for="d">One</label><label for="d">Two</label><select id="d" onchange="location = this.value"><option>A</option></select>
   <ul>${menu('plain')}${menu('focused')}${menu('pressed', '<button aria-expanded="false">+</button>')}</ul>
   <main><p>Some words</p></main>
   <table><tr><th>A</th><th></th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr>
     <tr><td colspan="2"><table><tr><td>4</td></tr></table></td></tr></table>
   <iframe title="Map" tabindex="-1" srcdoc="<button>Zoom</button>"></iframe>
   <p tabindex="0">Only words</p><div tabindex="0" style="overflow: auto; height: 20px">a<br>b<br>c</div>
   <font color="red">Old</font><p>שלום לכולם</p><img alt="" title="A cup" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  `<style>li > ul { display: none } li:hover > ul { display: block }
   #focused:focus-within > ul { display: block }
   @media (orientation: portrait) { main { transform: rotate(0.25turn) } }
   @media (orientation: landscape) { main { transform: rotate(180deg) } }</style>`,
] as const

let looked: Promise<PageFacts> | null = null
async function galleryMarkup(): Promise<MarkupFacts> {
  const { markup } = await (looked ??= see(...gallery))
  if (markup === undefined) throw new Error('nothing about the markup')
  return markup
}

describe.skipIf(!hasBrowser)('how a document is written', () => {
  test('tells fields with their labels, loose hints, groups and what a change does', async () => {
    const { fields, groups } = await galleryMarkup()
    expect(groups).toEqual([{ selector: 'body > fieldset', tag: 'fieldset', name: '', fields: 1 }])
    expect(fields.map(({ labels }) => labels)).toEqual([
      ['Yes'],
      ['Number'],
      ['Tied'],
      ['One', 'Two'],
    ])
    expect(fields.map(({ looseHint }) => looseHint)).toEqual(['', 'On your last payslip.', '', ''])
    expect(fields[3]?.onChange).toContain('location')
    expect(fields[0]?.groups).toEqual(['body > fieldset'])
  })

  test('tells what only hovering shows, and leaves out what focus or a button shows too', async () => {
    const { hoverShown } = await galleryMarkup()
    expect(hoverShown.map(({ selector, controls }) => [selector, controls])).toEqual([
      ['#plain > ul', 1],
    ])
  })

  test('tells styles that turn the page with the screen', async () => {
    const { turned } = await galleryMarkup()
    expect(turned.map(({ selector }) => selector)).toEqual(['body > main'])
  })

  test('tells tables, frames, idle stops, obsolete elements and parts in other letters', async () => {
    const facts = await galleryMarkup()
    expect(facts.tables).toMatchObject([
      { inside: null, widths: [2, 2, 2, 2], emptyHeaders: 1, headerCells: 2 },
      { inside: 'cell', widths: [1] },
    ])
    expect(facts.frames).toMatchObject([{ name: 'Map', tabIndex: -1, stops: 1 }])
    expect(facts.idleStops.map(({ text }) => text)).toEqual(['Only words'])
    expect(facts.obsolete.map(({ tag }) => tag)).toEqual(['font'])
    expect(facts.parts).toMatchObject([{ lang: 'en', direction: 'ltr', text: 'שלום לכולם' }])
    expect(facts.images).toMatchObject([{ alt: '', title: 'A cup' }])
  })
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
