import { describe, expect, test } from 'vitest'
import { browser, hasBrowser } from '../../../test/support/browser.ts'
import { plainPage } from '../../../test/support/pages.ts'
import { judgePage } from './judge-page.ts'
import { brokenObligations } from './rule-obligations.ts'
import { noContract } from './score/sample-page.contract.ts'

/** What real pages do on purpose; each once was taken for a defect. */
const habits: Readonly<Record<string, string>> = {
  'a button that copies, where the browser denies the clipboard': `<button type="button" id="copy" onclick="navigator.clipboard.writeText('npm install tidal').then(() => { this.textContent = 'Copied' })">Copy the command</button>`,
  'links to client-side routes': `<nav aria-label="Filter" id="routes"><ul><li><a href="#/">All tides</a></li><li><a href="#/active">Rising tides</a></li><li><a href="#!/done">Past tides</a></li></ul></nav>`,
  'a link that wraps over two lines, with another one in the gap': `<p id="wrapped" style="width:22rem">The harbour keeps a record, and <a href="https://example.org/record">the whole record of tides since the first gauge was built</a> can be read by anyone who asks for it.</p>`,
  'an anchor that is only a place': `<p id="anchored"><a name="gauges"></a>Gauges stand at <a href="#gauges">the old lock</a> and the pier.</p>`,
  'a script from elsewhere that the look did not load': `<script src="https://cdn.example.org/chart.js"></script><script>new Chart('c', {})</script>`,
  'custom properties that stay undefined until somebody sets them': `<div class="lift" id="lifted"><p>Boats are lifted on Mondays.</p></div>`,
  'the word undefined in documentation of code': `<p id="words">If no gauge is near, <code>nearest()</code> returns undefined, and <code>level</code> is null or NaN.</p>`,
  'a disclosure whose label tells the next state': `<button type="button" id="more" aria-expanded="false" aria-controls="rest" onclick="const open = this.getAttribute('aria-expanded') === 'true'; this.setAttribute('aria-expanded', String(!open)); this.textContent = open ? 'Show all gauges' : 'Hide the gauges'; document.getElementById('rest').hidden = open">Show all gauges</button><div id="rest" hidden><p>Eleven gauges report every ten minutes.</p></div>`,
  'a picture, a form and a button that need another site': `<img src="https://pictures.example.org/pier.jpg" alt="The pier at low tide" width="40" height="30"><form id="ask" onsubmit="return false"><label for="mail">Your mail</label> <input id="mail" type="email" required autocomplete="email" style="min-height:44px;border:1px solid #555"> <button type="submit">Tell me about tides</button></form><button type="button" id="open-chart">Open the chart</button>`,
  'links inside of sentences': `<p id="inline">See <a href="https://example.org/a">a</a>, <a href="https://example.org/b">b</a> and <a href="https://example.org/c">c</a> for the three bays, each with its own hours.</p>`,
  'a code listing that is laid out by a table': `<table id="listing"><tr><td><pre>1\n2</pre></td><td><pre>open(gate)\nclose(gate)</pre></td></tr></table>`,
  'a link to no place that opens a list': `<p id="berths"><a href="#berth-list" onclick="event.preventDefault(); const list = document.getElementById('slips'); list.hidden = !list.hidden">Berths to rent</a></p><ul id="slips" hidden><li>Berth seven</li></ul>`,
  'a drawer that waits beyond the edge': `<div id="drawer" style="position:fixed;top:0;left:100%;width:18rem"><p>Choose which of the gauges are shown</p></div>`,
  'a listing that scrolls and takes the focus for it': `<pre id="scrolls" tabindex="0" style="overflow:auto;max-width:18rem"><code>const levels = await gauge.read({ from: '2026-01-01', to: '2026-12-31', every: '10m' })</code></pre>`,
}

const page = plainPage(
  Object.values(habits).join('\n'),
  `<style>body{font:17px/1.6 serif;margin:1.5rem}button{min-height:44px;padding:0 1rem;font:inherit}button:hover{background:#ccd}#routes a{display:inline-block;padding:12px}.lift{padding:var(--lift-pad-y) var(--lift-pad-x);color:var(--lift-color)}.lift.is-up{--lift-pad-y:1rem}</style>`,
)

async function look(html: string) {
  const bytes = new TextEncoder().encode(html)
  const files = new Map([['index.html', { bytes, contentType: 'text/html; charset=utf-8' }]])
  const options = { page: 'index.html', signal: new AbortController().signal, timeoutMs: 60_000 }
  const seen = await browser.look({ type: 'files', files }, options)
  if (!seen.ok) throw new Error(JSON.stringify(seen.error))
  return seen.value
}

/** The title of the page is its heading, and the copy that was agreed is that heading. */
const contract = {
  ...noContract,
  copy: [{ pointer: '/hero/heading', text: 'A page to try' }],
}

describe.skipIf(!hasBrowser)('what real pages do on purpose', () => {
  test('is no error, and breaks nothing', async () => {
    const facts = await look(page)
    const { findings } = judgePage(facts, contract)
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ ruleId, place, message }) => [ruleId, place, message])).toEqual([])
    expect(brokenObligations(facts, 'page').filter(({ status }) => status === 'unmet')).toEqual([])
  })

  test('is told from the defects that look like it', async () => {
    const wrong = page
      .replace(/<script src="https.*?<\/script>/, '')
      .replace('href="#gauges"', 'href="#gages"')
      .replace("navigator.clipboard.writeText('npm install tidal')", 'copier.copy()')
      .replace('Boats are lifted on Mondays.', 'Welcome back, [your name]')
    const { findings } = judgePage(await look(wrong), contract)
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect([...new Set(errors.map(({ ruleId }) => ruleId))]).toEqual(
      expect.arrayContaining(['interaction/dead-link', 'copy/placeholder']),
    )
  })
})
