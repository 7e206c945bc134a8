import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { PageFacts } from '../../model/page-facts.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { decodePng } from '../../model/png.ts'
import type { BrowserError, LookOptions, Site } from '../../ports/browser.ts'
import type { Result } from '../../model/result.ts'
import { findChromium, buildWalls } from './launch.ts'
import { openChromium } from './open-chromium.ts'

const installed = await findChromium(undefined)
const walls = installed.ok ? await buildWalls(installed.value, 'bwrap') : null
if (!installed.ok)
  console.error(`\n*** NO BROWSER: the page tests are skipped. ${installed.error.type} ***\n`)
if (walls?.ok === true) await walls.value.remove()
const there = installed.ok && walls?.ok === true

const browser = openChromium({})
afterAll(() => browser.close())

const siteOf = (files: Readonly<Record<string, string>>): Site => ({
  type: 'files',
  files: new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      {
        bytes: new TextEncoder().encode(text),
        contentType: path.endsWith('.css')
          ? 'text/css'
          : path.endsWith('.js')
            ? 'text/javascript'
            : 'text/html',
      },
    ]),
  ),
})

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body>${body}</body></html>`

const look = (
  site: Site | string,
  options: Partial<LookOptions> = {},
): Promise<Result<PageFacts, BrowserError>> =>
  browser.look(typeof site === 'string' ? siteOf({ 'index.html': site }) : site, {
    page: 'index.html',
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    pictures: false,
    ...options,
  })

async function see(site: Site | string, pictures = false): Promise<PageFacts> {
  const result = await look(site, { pictures })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const viewOf = (facts: PageFacts, width: number) => {
  const view = facts.views.find((each) => each.width === width)
  if (view === undefined) throw new Error(`no view ${width}`)
  return view
}

describe.skipIf(!there)('looking at a page', () => {
  test('[BROWSER-10] sees four widths, behind walls, without gaps, and takes pictures of the whole page', async () => {
    const tall = '<div style="height:3000px;background:#123456"></div>'
    const facts = await see(page(`<main>${tall}<h1>Hello</h1><p>Some words.</p></main>`), true)
    expect(facts.views.map(({ width, clientWidth }) => [width, clientWidth])).toEqual(
      [375, 768, 1024, 1280].map((width) => [width, width]),
    )
    expect(facts).toMatchObject({ title: 'A page', lang: 'en', doctype: 'html5', dark: null })
    expect(facts.sight).toMatchObject({ walls: 'bubblewrap', gaps: [] })
    expect(viewOf(facts, 375).texts.map(({ text }) => text)).toEqual(['Hello', 'Some words.'])
    expect(facts.screenshots).toHaveLength(2)
    for (const { viewport, width, height, png, hash } of facts.screenshots) {
      const picture = decodePng(png, inflateSync)
      expect([picture?.width, picture?.height]).toEqual([width, height])
      expect(height).toBeGreaterThan(3000)
      expect(hash).toMatch(/^[\da-f]{64}$/)
      expect(viewport).toMatch(/^(1280x720|375x667)$/)
      expect([...(picture?.data.subarray((width * 1500 + 100) * 4).subarray(0, 3) ?? [])]).toEqual([
        0x12, 0x34, 0x56,
      ])
    }
  })

  /** Many small things on one page: a look costs more than they do. */
  const gallery = page(
    `<main><h1>Hi</h1><img src="data:,"><p style="color:#ddd">pale</p>
     <p id="plain">plain</p><div style="background:rgba(0,0,0,.5)"><p id="half">half</p></div>
     <div style="background:linear-gradient(90deg,#000,#fff)"><p id="grad">gradient</p></div>
     <div style="position:relative;height:60px"><div style="position:absolute;inset:0;background:#010203"></div><p id="over" style="position:relative;margin:0;color:#fff">over a sibling</p></div>
     <div class="veil" style="position:relative;height:60px;background:#fff"><p id="veiled" style="position:relative;margin:0">veiled</p></div>
     <p id="clip" style="background:linear-gradient(#f00,#00f);-webkit-background-clip:text;color:transparent">letters</p>
     <p id="cut" style="width:80px;white-space:nowrap;overflow:hidden">a text that is much too long</p>
     <p id="dots" style="width:80px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis">a text that is much too long</p>
     <p id="wide" style="width:900px">A line that is wider than a small screen can show, whatever one does about it in the end.</p>
     <div style="overflow-x:auto"><p id="rolls" style="width:900px">A line that is wider than a small screen can show, but it rolls.</p></div>
     <div style="position:relative;height:80px"><p id="one" style="position:absolute;top:0;margin:0">first words here</p><p id="two" style="position:absolute;top:4px;margin:0">second words here</p></div>
     <div style="position:relative;height:60px"><p id="under" style="margin:0">hidden below</p><div id="lid" style="position:absolute;inset:0;background:#fff"></div></div>
     <p id="sr">For ears</p><p id="small">On phones</p><p id="lost" style="display:none">Lost</p>
     <button aria-expanded="false" aria-controls="part">More</button><div id="part" style="max-height:0;overflow:hidden"><p id="fold">Folded</p></div>
     <details><summary>Open</summary><p id="within">In details</p></details>
     <button id="icon" aria-label="Close the window"><svg width="20" height="20"><path d="M0 0h20" fill="#ff0000"/></svg></button>
     <label for="mail">Mail</label><input id="mail" type="email"><input id="bare" placeholder="Name">
     <div id="fake" style="cursor:pointer" onclick="1">Click me</div>
     <p>See <a id="in" href="#top">this</a> for more.</p>
     <div style="position:relative"><button id="below">Below</button><div id="cover" style="position:absolute;inset:0"></div></div>
     <button id="go">Go</button><div class="card"><a id="link" href="#go">Link</a></div>
     <div id="night"><p>Words</p></div></main>`,
    `<style>.veil::before{content:"";position:absolute;inset:0;background:#000;pointer-events:none}
     #sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}@media(min-width:600px){#small{display:none}}
     #go{background:#000;color:#fff;transition:all 2s}#go:hover{background:#fff}#go:active{color:#123456}
     .card:hover a{color:#eee}#link:focus-visible{outline:3px solid #00f}
     @media (prefers-color-scheme: dark){#night{background:#000}#night p{color:#111}}</style>`,
  )
  let looked: Promise<PageFacts> | null = null
  const seeGallery = () => (looked ??= see(gallery))

  test('finds what lies behind a text: colours, gradients, images, siblings, veils', async () => {
    const facts = await seeGallery()
    const run = (id: string) => {
      const textRun = viewOf(facts, 1280).texts.find(({ selector }) => selector === `#${id}`)
      if (textRun === undefined) throw new Error(`no text ${id}`)
      return textRun
    }
    expect(run('plain').backdrop.solid).toEqual({ r: 255, g: 255, b: 255, a: 1 })
    expect(run('half').backdrop.solid?.r).toBeCloseTo(127.5, 0)
    expect(run('grad').backdrop).toMatchObject({ solid: null, layers: [{ kind: 'gradient' }, {}] })
    expect(run('grad').backdrop.pixels?.darkest.r).toBeLessThan(30)
    expect(run('over').backdrop.solid).toEqual({ r: 1, g: 2, b: 3, a: 1 })
    expect(run('veiled').backdrop.solid).toEqual({ r: 0, g: 0, b: 0, a: 1 })
    expect(run('clip').clipFill).toEqual([
      { r: 255, g: 0, b: 0, a: 1 },
      { r: 0, g: 0, b: 255, a: 1 },
    ])
  })

  test('sees text that is cut off, runs off the screen, overlaps or is covered', async () => {
    const facts = await seeGallery()
    const { texts, scrollWidth, overflows } = viewOf(facts, 375)
    const run = (id: string) => texts.find(({ selector }) => selector === `#${id}`)
    expect(run('cut')?.clipped).toMatchObject({ by: '#cut', ellipsis: false })
    expect(run('dots')?.clipped).toMatchObject({ by: '#dots', ellipsis: true })
    expect(run('wide')?.pastEdge).toBeGreaterThan(100)
    expect(run('rolls')).toMatchObject({ pastEdge: 0, clipped: null })
    expect(run('rolls')?.insideScroller).not.toBeNull()
    expect(run('one')?.overlaps).toEqual(['#two'])
    expect(run('under')?.coveredBy).toBe('#lid')
    expect(scrollWidth).toBeGreaterThan(800)
    expect(overflows.map(({ selector }) => selector)).toContain('#wide')
  })

  test('tells hidden texts by how a reader can still get to them', async () => {
    const hidden = viewOf(await seeGallery(), 1280).blocks.filter(({ visible }) => !visible)
    expect(hidden.map(({ selector, hidden: how }) => [selector, how?.reachable])).toEqual([
      ['#sr', 'screen-reader'],
      ['#small', 'other-viewport'],
      ['#lost', 'no'],
      ['#fold', 'aria-controls'],
      ['#within', 'details'],
    ])
  })

  test('waits for what appears when scrolled to, and sees animations at their end', async () => {
    const facts = await see(
      page(
        `<p id="fade">Fades in</p><p id="pulse">Pulses</p><div style="height:2000px"></div><p id="late" style="opacity:0">Appears</p>
         <script>new IntersectionObserver((entries) => { for (const e of entries) if (e.isIntersecting) e.target.style.opacity = 1 }).observe(late)</script>`,
        '<style>#fade{animation:in 5s}@keyframes in{from{opacity:0}}#pulse{animation:in 1s infinite alternate}</style>',
      ),
    )
    const { texts, styles } = viewOf(facts, 1280)
    expect(texts.map(({ text, opacity }) => [text, opacity])).toEqual([
      ['Fades in', 1],
      ['Pulses', 1],
      ['Appears', 1],
    ])
    expect(styles.animations.map(({ iterations }) => iterations)).toEqual([1, 'infinite'])
  })

  test('names controls as assistive technology does, and says what covers them', async () => {
    const { controls } = viewOf(await seeGallery(), 1280)
    const named = (id: string) => controls.find(({ selector }) => selector === `#${id}`)
    expect(named('icon')).toMatchObject({
      name: 'Close the window',
      role: 'button',
      icon: 'svg',
      iconColours: [{ r: 255, g: 0, b: 0, a: 1 }],
    })
    expect(named('mail')).toMatchObject({ name: 'Mail', label: { by: 'label-for' } })
    expect(named('bare')).toMatchObject({ label: null, nameFrom: 'placeholder' })
    expect(named('fake')).toMatchObject({ because: 'handler', focusable: false })
    expect(named('in')?.inline).toBe(true)
    expect(named('below')?.coveredBy).toBe('#cover')
  })

  test('clicks what looks like a button and says what came of it', async () => {
    const facts = await see(
      page(
        `<button id="dead">Dead</button><button id="says">Says</button><button id="late">Late</button>
         <button id="breaks">Breaks</button><button id="asks">Asks</button><a id="hash" href="#">Hash</a>
         <button id="alerts" onclick="alert('hi')">Alerts</button><button id="goes" onclick="location='other.html'">Goes</button>
         <button id="off" disabled>Off</button><p id="out"></p>
         <script>
           says.onclick = () => { out.textContent = 'said' }
           late.onclick = () => setTimeout(() => { out.textContent = 'late' }, 80)
           breaks.onclick = () => { missing.thing() }
           asks.onclick = () => fetch('data.json')
         </script>`,
      ),
    )
    const effects = Object.fromEntries(
      facts.probes.clicks.map((click) => [click.selector, click.effects.join('+')]),
    )
    expect(effects).toEqual({
      '#dead': 'none',
      '#says': 'mutation',
      '#late': 'mutation',
      '#breaks': 'error',
      '#asks': 'request',
      '#hash': 'none',
      '#alerts': 'dialog',
      '#goes': 'navigation',
    })
    expect(facts.network.pageErrors).toEqual([
      { message: expect.stringContaining('missing'), duringProbe: true },
    ])
  })

  test('sends forms empty, wrong and filled in, and lets none of it leave', async () => {
    const facts = await see(
      page(
        `<form id="strict" action="/thanks"><label>Mail <input type="email" required></label><button>Send</button></form>
         <form id="own" novalidate><label>Name <input id="n"></label><button>Send</button><p role="alert" id="say"></p></form>
         <script>own.addEventListener('submit', (event) => { event.preventDefault(); if (!n.value) { say.textContent = 'Please tell us your name'; n.setAttribute('aria-invalid', 'true') } else { say.textContent = 'Thank you' } })</script>`,
      ),
    )
    const [strict, own] = facts.probes.forms
    expect(strict).toMatchObject({
      selector: '#strict',
      empty: {
        blocked: true,
        navigation: null,
        invalid: [{ message: expect.stringMatching(/./) }],
      },
      wrong: { blocked: true },
      valid: { blocked: false, navigation: expect.stringContaining('/thanks'), invalid: [] },
    })
    expect(own).toMatchObject({
      empty: { blocked: true, announced: true, shown: ['Please tell us your name'] },
      wrong: null,
    })
    expect(own?.valid?.shown).toEqual(['Thank you'])
  })

  test('walks by keyboard: order, visible focus, what Tab does not reach, traps', async () => {
    const facts = await see(
      page(
        `<a id="one" href="#x">One</a><button id="two">Two</button><input id="three" aria-label="Three">
         <style>#two{outline:0}#three:focus{outline:0;background:#ff0}</style>`,
      ),
    )
    const { keyboard } = facts.probes
    expect(keyboard.stops.map(({ selector }) => selector)).toEqual(['#one', '#two', '#three'])
    expect(keyboard.stops[0]?.changed).toContain('outline')
    expect(keyboard.stops[1]).toMatchObject({ changed: [], changedPixels: 0 })
    expect(keyboard.stops[2]?.changed).toEqual(['background-color'])
    expect(keyboard).toMatchObject({ completed: true, trap: [], unreached: [] })
    const trapped = await see(
      page(
        `<button id="a">A</button><button id="b">B</button><button id="c">C</button>
         <script>b.addEventListener('keydown', (event) => { if (event.key === 'Tab') { event.preventDefault(); a.focus() } })
         a.addEventListener('keydown', (event) => { if (event.key === 'Tab') { event.preventDefault(); b.focus() } })</script>
         `.replace('id="a"', 'id="a" autofocus'),
      ),
    )
    expect(trapped.probes.keyboard.unreached).toEqual(['#c'])
    const stuck = await see(
      page(
        `<a id="s" href="#x">S</a><button id="b">B</button><button id="c">C</button><script>b.addEventListener('blur', () => setTimeout(() => b.focus(), 0)); b.addEventListener('keydown', (event) => { if (event.key === 'Tab') event.preventDefault() })</script>`,
      ),
    )
    expect(stuck.probes.keyboard).toMatchObject({
      trap: ['#b'],
      completed: false,
      unreached: ['#c'],
    })
  })

  test('sees controls hovered, focused and pressed, with transitions at their end', async () => {
    const facts = await seeGallery()
    const state = (id: string) => facts.probes.states.find(({ selector }) => selector === `#${id}`)
    expect(state('go')?.hover?.background).toEqual({ r: 255, g: 255, b: 255, a: 1 })
    expect(state('go')?.hover?.backdrop.solid).toEqual({ r: 255, g: 255, b: 255, a: 1 })
    expect(state('go')?.active?.colour).toEqual({ r: 18, g: 52, b: 86, a: 1 })
    expect(state('link')?.hover?.colour).toEqual({ r: 238, g: 238, b: 238, a: 1 })
    expect(state('link')?.focus?.outline).toContain('3px')
  })

  test('opens dialogs, menus and details at 375 and looks again; Escape is tried', async () => {
    const facts = await see(
      page(
        `<button id="open">Open</button><dialog id="d"><p>Inside the dialog</p><button id="x">Close</button></dialog>
         <button id="menu" aria-expanded="false" aria-controls="m">Menu</button><ul id="m" hidden><li>Item one</li></ul>
         <details><summary>More</summary><p>Inside the details</p></details>
         <script>open.onclick = null; document.getElementById('open').onclick = () => d.showModal(); x.onclick = () => d.close()
         menu.onclick = () => { m.hidden = !m.hidden; menu.setAttribute('aria-expanded', String(!m.hidden)) }</script>`,
      ),
    )
    const words = facts.opened.map(({ opened, texts }) => [opened, texts.map(({ text }) => text)])
    expect(words).toContainEqual(['body > details', expect.arrayContaining(['Inside the details'])])
    expect(words).toContainEqual(['#d', expect.arrayContaining(['Inside the dialog'])])
    expect(words).toContainEqual(['#m', expect.arrayContaining(['Item one'])])
    expect(facts.probes.openers).toContainEqual({
      opener: '#open',
      opened: '#d',
      kind: 'dialog',
      closesOnEscape: true,
      focusMovedInside: true,
      focusReturned: true,
    })
    expect(facts.probes.openers).toContainEqual(
      expect.objectContaining({ opener: '#menu', kind: 'expanded', closesOnEscape: false }),
    )
  })

  test('takes no pictures where nobody will look at them, and misses nothing else', async () => {
    expect(await seeGallery()).toMatchObject({ screenshots: [], sight: { gaps: [] } })
  })

  test('runs axe once as on the phone of Lighthouse, with violations and what does not apply', async () => {
    const facts = await seeGallery()
    const ids = facts.axe.violations.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['image-alt', 'color-contrast']))
    const contrast = facts.axe.violations.find(({ id }) => id === 'color-contrast')
    expect(contrast?.nodes.map(({ data }) => data['color-contrast'])).toContainEqual(
      expect.objectContaining({ fgColor: '#dddddd' }),
    )
    expect(facts.axe.inapplicable).toContain('video-caption')
  })

  test('looks again in the dark when the page has a dark side', async () => {
    const facts = await seeGallery()
    const words = ({ texts }: Pick<ViewFacts, 'texts'>) =>
      texts.find(({ text }) => text === 'Words')
    expect(facts.dark && words(facts.dark)).toMatchObject({
      colour: { r: 17, g: 17, b: 17 },
      backdrop: { solid: { r: 0, g: 0, b: 0 } },
    })
    expect(words(viewOf(facts, 1280))?.colour).toMatchObject({ r: 0 })
  })

  test('[BROWSER-10] judges links by the site, and blocks and reports what is on other hosts', async () => {
    const facts = await see(
      siteOf({
        'index.html': page(
          '<a href="about.html#team">a</a><a href="gone.html">b</a><a href="#nope">c</a><a href="https://example.com/x">d</a><img alt="" src="https://example.com/p.png"><img alt="" src="gone.png">',
          '<link rel="stylesheet" href="site.css"><script>fetch("https://example.com/steal").catch(() => 0); navigator.sendBeacon("https://example.com/b", "x")</script>',
        ),
        'about.html': page('<p id="team">We</p>'),
        'site.css': 'body{color:#222}',
      }),
    )
    expect(facts.links.map(({ raw, verdict }) => [raw, verdict.type])).toEqual([
      ['about.html#team', 'present'],
      ['gone.html', 'missing-file'],
      ['#nope', 'missing-fragment'],
      ['https://example.com/x', 'external'],
    ])
    const requests = facts.network.requests.map(({ url, status, blocked }) => [
      url,
      status,
      blocked,
    ])
    expect(requests).toContainEqual(['https://example.com/p.png', null, 'third-party'])
    expect(requests).toContainEqual(['https://example.com/steal', null, 'third-party'])
    expect(requests).toContainEqual(['https://site.test/gone.png', 404, null])
    expect(requests).toContainEqual(['https://site.test/site.css', 200, null])
    expect(viewOf(facts, 375).images.map(({ broken }) => broken)).toEqual([true, true])
  })

  test('[BROWSER-10] serves what only the running page names, as far as the site has it', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    const later: Readonly<Record<string, string>> = {
      'data/list.json': '["loaf"]',
      'late.js': 'export const word = "bread"',
      'next.html': '<p id="rye">Rye</p>',
    }
    const site = siteOf({
      'index.html': page(`<p id="out">empty</p><script type="module">
        const name = ['li', 'st'].join('')
        const [{ word }, list] = await Promise.all([import('./' + 'la' + 'te.js'), fetch('data/' + name + '.json').then((answer) => answer.json())])
        const link = Object.assign(document.createElement('a'), { href: 'ne' + 'xt.html#rye', textContent: 'Next' })
        document.body.append(word + ' ' + list, link)
        fetch('api/' + name).catch(() => undefined)</script>`),
    })
    const more = async (path: string) => {
      const text = later[path]
      if (text === undefined) return null
      return {
        bytes: bytes(text),
        contentType: path.endsWith('.js') ? 'text/javascript' : 'application/json',
      }
    }
    const facts = await see({ ...site, more } as Site)
    expect(facts.views.at(-1)?.texts.map(({ text }) => text)).toContain('bread loaf')
    expect(facts.links[0]?.verdict).toMatchObject({ type: 'present' })
    const failed = facts.network.requests.filter(({ status }) => status !== 200)
    expect(failed.map(({ url }) => url)).toEqual(['https://site.test/api/list'])
  })

  test('looks at a server on this machine, and at no other', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/index.html') {
        response.writeHead(302, { location: '/home' }).end()
        return
      }
      const found = request.url === '/home' || request.url === '/next'
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' })
      response.end(
        found
          ? page(`<h1 id="t">Served ${request.url}</h1><a href="/next#t">n</a><a href="/no">x</a>`)
          : 'no',
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const facts = await see({ type: 'server', origin: `http://127.0.0.1:${port}` })
    server.close()
    expect(viewOf(facts, 1280).headings[0]?.text).toBe('Served /home')
    expect(facts.sources?.map(({ path }) => path)).toEqual(['home.html'])
    expect(facts.links.map(({ verdict }) => verdict.type)).toEqual(['present', 'missing-file'])
    for (const origin of ['https://example.com', 'http://10.0.0.1', 'file:///etc', 'nonsense'])
      expect(await look({ type: 'server', origin })).toMatchObject({
        ok: false,
        error: { type: 'refused' },
      })
  })

  test('says the same about the same page', async () => {
    const settled = ({ sight: _sight, performance: _performance, ...facts }: PageFacts) => facts
    expect(settled(await see(gallery))).toEqual(settled(await seeGallery()))
  })
})

describe.skipIf(!there)('a hostile page', () => {
  test('[BROWSER-30] that never stops is given up in time, and the next look works', async () => {
    const start = performance.now()
    const result = await look(page('<script>for (;;) {}</script>'), { timeoutMs: 2_000 })
    expect(result).toMatchObject({ ok: false, error: { type: 'timed-out' } })
    expect(performance.now() - start).toBeLessThan(60_000)
    expect((await see(page('<p>Well</p>'))).sight.gaps).toEqual([])
  })

  test('that asks and asks is dismissed', async () => {
    const result = await look(page('<script>for (;;) alert("again")</script>'), {
      timeoutMs: 2_000,
    })
    expect(result).toMatchObject({ ok: false, error: { type: 'timed-out' } })
    const few = await see(
      page('<p>Hi</p><script>alert("one"); confirm("two"); prompt("three")</script>'),
    )
    expect(few.network.attempts.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['dialog', 'alert: one'],
      ['dialog', 'confirm: two'],
      ['dialog', 'prompt: three'],
    ])
  })

  test('that closes itself, asks to stay or opens windows is still seen', async () => {
    const facts = await see(
      page(
        '<p>Still here</p><button onclick="window.open(\'other.html\')">Open</button><script>window.close(); onbeforeunload = (event) => { event.preventDefault(); return "stay" }; open("popup.html")</script>',
      ),
    )
    expect(viewOf(facts, 1280).texts.map(({ text }) => text)).toContain('Still here')
    expect(facts.probes.clicks[0]?.effects).toContain('popup')
  })

  test('that leads away once it is loaded is judged as it is; before, it is followed in its site only', async () => {
    const siteWith = (head: string) =>
      siteOf({ 'index.html': page('<p>Still here</p>', head), 'other.html': page('<p>Other</p>') })
    for (const late of [
      '<meta http-equiv="refresh" content="0;url=https://example.com/">',
      '<script>onload = () => location.reload()</script>',
    ]) {
      const facts = await see(siteWith(late))
      expect(viewOf(facts, 1280).texts.map(({ text }) => text)).toEqual(['Still here'])
      expect(facts.network.attempts.map(({ kind }) => kind)).toContain('navigation')
    }
    const moved = await see(siteWith('<script>location.replace("other.html")</script>'))
    expect(viewOf(moved, 1280).texts.map(({ text }) => text)).toEqual(['Other'])
    for (const early of ['location.href = "https://example.com/"', 'location.reload()'])
      expect(await look(siteWith(`<script>${early}</script>`))).toMatchObject({
        ok: false,
        error: { type: 'refused', reason: expect.stringContaining('leads to') },
      })
  })

  test('of an odd kind is still seen', async () => {
    for (const odd of [
      '',
      'just words',
      '<frameset cols="50%,50%"><frame src="a.html"><frame src="b.html"></frameset>',
      '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; require-trusted-types-for \'script\'; sandbox"><p>Locked</p>',
      '<base href="https://example.com/"><a href="x.html">x</a><iframe srcdoc="<p>inner</p>"></iframe>',
      `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">In a drawing</text></svg>
       <template shadowrootmode="open"><p>x</p></template><div><template shadowrootmode="open"><p>In the shadow</p><button>Go</button></template></div>
       <p id="__proto__">x</p><p id="constructor">y</p><form id="f"><input name="id"><input name="children"><input name="parentElement"></form>
       <dialog open id="d"><p>Open from the start</p></dialog><p style="position:fixed;bottom:0">Fixed</p>
       ${'<div>'.repeat(400)}deep${'</div>'.repeat(400)}
       <p>\u0000\ud800 \ufffe &#x202e;turned</p><a href="http://[::1">bad</a><img src="//">`,
    ]) {
      const result = await look(odd)
      expect([odd.slice(0, 60), result.ok ? result.value.sight.gaps : result.error]).toEqual([
        odd.slice(0, 60),
        [],
      ])
    }
  })

  test('[BROWSER-33] cannot read files of the machine', async () => {
    const facts = await see(
      page(
        `<p id="out">nothing</p><iframe src="file:///etc/passwd"></iframe><script>
         fetch('file:///etc/passwd').then((r) => r.text()).then((t) => { out.textContent = t }).catch(() => { out.textContent = 'refused' })
         setTimeout(() => { try { location.href = 'file:///etc/passwd' } catch {} }, 10)</script>`,
      ),
    )
    expect(JSON.stringify({ ...facts, screenshots: [] })).not.toContain('root:')
    expect(viewOf(facts, 1280).texts.map(({ text }) => text)).toContain('refused')
    expect(await look(page('<p>x</p>'))).toMatchObject({ ok: true })
  })

  test('[BROWSER-10] gets no service worker, no socket and no way to the network', async () => {
    const facts = await see(
      siteOf({
        'index.html': page(
          `<p id="out">waiting</p><script>
           navigator.serviceWorker.register('sw.js').then(() => { out.textContent = 'registered' }, () => { out.textContent = 'no worker' })
           new WebSocket('ws://127.0.0.1:9/x'); new EventSource('https://example.com/events')</script>`,
        ),
        'sw.js': 'self.addEventListener("fetch", () => {})',
      }),
    )
    const attempts = facts.network.attempts.map(({ kind }) => kind)
    expect(attempts).toEqual(expect.arrayContaining(['service-worker', 'websocket']))
    expect(facts.network.requests.map(({ url }) => url)).not.toContain('https://site.test/sw.js')
    expect(facts.network.requests).toContainEqual(
      expect.objectContaining({ url: 'https://example.com/events', blocked: 'third-party' }),
    )
  })

  test('with sixteen thousand elements is seen in part, and the rest is counted', async () => {
    const many = page(`<main><h1>Many</h1>${'<p>word</p>'.repeat(16_000)}</main>`)
    const result = await look(many, { timeoutMs: 110_000 })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    const facts = result.value
    expect(facts.performance.domNodes).toBeGreaterThan(16_000)
    expect(viewOf(facts, 1280).leftOut).toBeGreaterThan(10_000)
    expect(facts.sight.gaps.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['axe', 'opened', 'dark', 'probes']),
    )
    expect(viewOf(facts, 1280).texts[0]?.text).toBe('Many')
  })

  test('that tampers with built-in functions does not change what is seen', async () => {
    const clean = page('<main><h1>Words</h1><button id="b">Go</button></main>')
    const foul = clean.replace(
      '</main>',
      `</main><script>Array.prototype.map = () => []; document.querySelectorAll = () => []; Element.prototype.getBoundingClientRect = () => ({x:0}); window.getComputedStyle = () => null; JSON.stringify = () => ''; Map.prototype.get = () => 1</script>`,
    )
    const [one, two] = [await see(clean), await see(foul)]
    expect(viewOf(two, 1280).texts).toEqual(viewOf(one, 1280).texts)
    expect(two.axe.violations.map(({ id }) => id)).toEqual(one.axe.violations.map(({ id }) => id))
  })

  test('[BROWSER-33] leaves nothing behind for the next page', async () => {
    await see(
      page(
        '<script>localStorage.a = 1; sessionStorage.a = 1; document.cookie = "a=1"; window.name = "a"; history.pushState({a: 1}, "")</script>',
      ),
    )
    const facts = await see(
      page(
        '<p id="out"></p><script>out.textContent = [localStorage.a, sessionStorage.a, document.cookie, window.name, history.state && history.state.a].map(String).join("|")</script>',
      ),
    )
    expect(viewOf(facts, 1280).texts.map(({ text }) => text)).toEqual([
      'undefined|undefined|||null',
    ])
  })

  test('sees what visitors see where a page looks for marks of automation', async () => {
    const facts = await see(
      page(
        `<p id="out">For people</p><script>
          const brands = navigator.userAgentData ? navigator.userAgentData.brands.map((each) => each.brand).join() : ''
          if (navigator.webdriver || /Headless/.test(navigator.userAgent + brands) || !window.chrome || navigator.plugins.length === 0)
            out.textContent = 'For robots'
        </script>`,
      ),
      true,
    )
    expect(viewOf(facts, 1280).texts.map(({ text }) => text)).toEqual(['For people'])
    expect(facts.later).toBeNull()
  })

  test('sees what a page shows later: by timer, by chained timers, by clock, by mouse', async () => {
    const texts = async (body: string) => {
      const { later } = await see(page(body), true)
      return later?.view.blocks.filter(({ visible }) => visible).map(({ text }) => text)
    }
    const swap = (id: string) => `${id}.textContent = '${id} later'`
    const ids = ['timer', 'chain', 'clock', 'mouse']
    const body = `${ids.map((id) => `<p id="${id}">Now</p>`).join('')}<script>
      const start = Date.now()
      setTimeout(() => { ${swap('timer')} }, 15000)
      setTimeout(() => setTimeout(() => { ${swap('chain')} }, 9000), 9000)
      setInterval(() => { if (Date.now() > start + 40000) ${swap('clock')} }, 500)
      addEventListener('mousemove', () => { ${swap('mouse')} })</script>`
    expect(await texts(body)).toEqual(ids.map((id) => `${id} later`))
    expect(await texts('<p>Now</p><script>setInterval(() => 0, 100)</script>')).toBeUndefined()
  })
})

describe.skipIf(!there)('trouble with the browser', () => {
  test('is a value that says what to do', async () => {
    const site = siteOf({ 'index.html': page('<p>x</p>') })
    const how = { page: 'index.html', signal: new AbortController().signal, timeoutMs: 10_000 }
    const absent = await openChromium({ chromiumPath: '/nowhere/chromium' }).look(site, how)
    expect(absent).toMatchObject({
      ok: false,
      error: { type: 'not-installed', remedy: expect.stringContaining('apt-get install') },
    })
    const open = await openChromium({ bwrapPath: '/nowhere/bwrap' }).look(site, how)
    expect(open).toMatchObject({ ok: false, error: { type: 'no-walls' } })
    expect(await look(siteOf({ 'other.html': page('<p>x</p>') }))).toMatchObject({
      ok: false,
      error: { type: 'refused', reason: expect.stringContaining('index.html') },
    })
    expect(await look(siteOf({ 'index.html': '' }))).toMatchObject({ ok: true })
  })

  test('cancels at once', async () => {
    const controller = new AbortController()
    const start = performance.now()
    setTimeout(() => controller.abort(), 100)
    const result = await look(page('<script>for (;;) {}</script>'), { signal: controller.signal })
    expect(result).toEqual({ ok: false, error: { type: 'cancelled' } })
    expect(performance.now() - start).toBeLessThan(25_000)
  })

  test('survives a page that eats all memory, and looks again', async () => {
    const hungry = page(
      '<script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length))</script>',
    )
    expect(await look(hungry, { timeoutMs: 5_000 })).toMatchObject({
      ok: false,
      error: { type: expect.stringMatching(/^(crashed|timed-out)$/) },
    })
    expect(viewOf(await see(page('<p>Well</p>')), 375).texts[0]?.text).toBe('Well')
  })

  test('says that a browser went away, and starts another one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loopwright-mortal-'))
    const chromiumPath = join(folder, 'mortal')
    const real = installed.ok ? installed.value : ''
    await writeFile(chromiumPath, `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${real} "$@"\n`, {
      mode: 0o755,
    })
    const mortal = openChromium({ chromiumPath, walls: 'off' })
    const signal = new AbortController().signal
    const how = { page: 'index.html', signal, timeoutMs: 20_000, pictures: false }
    const kill = async () => process.kill(-Number(await readFile(join(folder, 'pid'), 'utf8')), 9)
    const plain = siteOf({ 'index.html': page('<p>x</p>') })
    expect(await mortal.look(plain, how)).toMatchObject({ ok: true })
    const looking = mortal.look(siteOf({ 'index.html': page('<script>for (;;) {}</script>') }), how)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await kill()
    expect(await looking).toMatchObject({ ok: false, error: { type: 'crashed' } })
    expect(await mortal.look(plain, how)).toMatchObject({ ok: true })
    await kill()
    expect(await mortal.look(plain, how)).toMatchObject({ ok: true })
    await mortal.close()
    await rm(folder, { recursive: true })
  })

  test('[ATTACK-16] runs without walls only when that is allowed, and says so', async () => {
    const bare = openChromium({ walls: 'off' })
    const result = await bare.look(siteOf({ 'index.html': page('<p>x</p>') }), {
      page: 'index.html',
      signal: new AbortController().signal,
      timeoutMs: 20_000,
      pictures: false,
    })
    await bare.close()
    expect(result).toMatchObject({ ok: true, value: { sight: { walls: 'none' } } })
  })
})
