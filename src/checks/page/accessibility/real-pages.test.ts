import { describe, expect, it } from 'vitest'
import { browser, hasBrowser } from '../../../../test/support/browser.ts'
import type { PageFinding } from '../page-rule.ts'
import { contrastRules } from '../contrast/contrast-rules.ts'
import { keyboardRules } from '../keyboard/keyboard-rules.ts'
import { noContract } from '../score/sample-page.contract.ts'
import { accessibilityRules } from './accessibility-rules.ts'

async function findingsOn(html: string): Promise<readonly PageFinding[]> {
  const bytes = new TextEncoder().encode(html)
  const files = new Map([['index.html', { bytes, contentType: 'text/html; charset=utf-8' }]])
  const options = { page: 'index.html', signal: new AbortController().signal, timeoutMs: 60_000 }
  const result = await browser.look({ type: 'files', files }, options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return [...contrastRules, ...accessibilityRules, ...keyboardRules]
    .flatMap((rule) => rule.run(result.value, noContract))
    .filter(({ severity }) => severity !== 'info')
}

// everything here looks suspicious and is fine: text for ears, a picture under a dark layer, focus
// shown by a fill, a card that is one link, a drawn box, a field in a frame, a disabled button …
const harmless = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lamp repair in Ghent – Lumen</title>
<style>
:root{--ink:#1b1b1f;--paper:#fffdf8;--accent:#8a2f00}
*{box-sizing:border-box} body{margin:0;font:17px/1.6 Georgia,serif;color:var(--ink);background:var(--paper)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap}
.skip{position:absolute;left:-9999px;z-index:9} .skip:focus{left:8px;top:8px;background:#000;color:#fff;padding:12px}
header{position:sticky;top:0;background:var(--paper);z-index:2;display:flex;gap:24px;padding:8px 24px;align-items:center}
nav ul{display:flex;gap:8px;list-style:none;margin:0;padding:0} nav a,.logo{display:inline-block;padding:12px;color:var(--ink)}
nav a:focus-visible{background:#1b1b1f;color:#fff;outline:none}
.hero{position:relative;min-height:320px;background:#223 url('data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="400" height="300"%3E%3Crect width="400" height="300" fill="%23567"/%3E%3Ccircle cx="200" cy="150" r="80" fill="%23eee"/%3E%3C/svg%3E') center/cover;color:#fff;padding:48px 24px}
.hero::before{content:"";position:absolute;inset:0;background:rgba(0,0,0,.8)} .hero>*{position:relative}
.button{display:inline-flex;align-items:center;min-height:48px;padding:0 24px;background:linear-gradient(90deg,#8a2f00,#5a1e00);color:#fff;text-decoration:none;border:0;font:inherit;border-radius:4px}
.button:hover{background:#3b1400}
.button:focus-visible,a:focus-visible,input:focus-visible,summary:focus-visible,.scroller:focus-visible,select:focus-visible{outline:3px solid #0b57d0;outline-offset:2px}
.hero .button:focus-visible{outline-color:#fff}
button:disabled{background:#eee;color:#aaa;min-height:48px;border:1px solid #ddd}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:24px;padding:0;list-style:none}
.card{display:block;padding:24px;border:1px solid #ccc;color:inherit;text-decoration:none} .card:hover{background:#f3ece0}
section{padding:24px;max-width:1100px;margin:auto}
.deco{font-size:80px;color:#eee;line-height:1}
.scroller{overflow-x:auto} table{min-width:900px;border-collapse:collapse} td,th{padding:8px;text-align:left}
.search{display:flex;border:2px solid #555;border-radius:6px;align-items:center;max-width:400px} .search input{border:0;background:#fff;flex:1;min-height:44px;padding:0 12px;font:inherit}
.check{display:flex;gap:8px;align-items:center;min-height:44px} .check input{position:absolute;opacity:0;width:24px;height:24px} .check span{width:24px;height:24px;border:2px solid #444;display:inline-block} .check input:focus-visible+span{outline:3px solid #0b57d0}
.field label{display:block} .field input,.field select{min-height:44px;border:1px solid #666;font:inherit;width:100%;max-width:400px}
.social{display:flex;gap:16px;list-style:none;padding:0} .social a{display:inline-flex;padding:10px}
.quiet{font-size:26px}
.fade{animation:f 1s} @keyframes f{from{opacity:0}to{opacity:1}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
p a{color:var(--accent)}
</style></head><body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="logo" href="index.html">Lumen</a><nav aria-label="Main"><ul><li><a href="#work">Work</a></li><li><a href="#prices">Prices</a></li><li><a href="#write">Write to us</a></li></ul></nav></header>
<main id="main" tabindex="-1">
<div class="hero"><h1>Old lamps, made to shine</h1><p>We mend 40 lamps a week in our shop by the canal.</p><a class="button" href="#write">Bring your lamp</a></div>
<section id="work" aria-labelledby="w"><p class="deco" aria-hidden="true">01</p><h2 id="w">What we mend</h2><p class="quiet">Brass, glass and enamel from 1890 to now</p>
<ul class="cards fade"><li><a class="card" href="#prices"><h3>Desk lamps</h3><p>New wires and a safe plug.</p></a></li><li><a class="card" href="#write"><h3>Lanterns</h3><p>Glass cut to fit.</p></a></li><li><div class="card"><h3>Chandeliers</h3><p>Cleaned piece by piece. <a href="#write">Read more</a></p></div></li></ul>
<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Crect width='40' height='40' fill='red'/%3E%3C/svg%3E" alt="" width="40" height="40"></section>
<section id="prices" aria-labelledby="p"><h2 id="p">Prices</h2><div class="scroller" tabindex="0" role="region" aria-label="Prices by lamp"><table><tr><th scope="col">Lamp</th><th scope="col">Price</th></tr><tr><td>Desk</td><td>45 euro</td></tr></table></div>
<details><summary>Do you come to us?</summary><p>Yes, within 20 km. See <a href="#write">how to write to us</a> first.</p></details></section>
<section id="write" aria-labelledby="f"><h2 id="f">Write to us</h2>
<form action="index.html" role="search"><div class="search"><label class="sr" for="q">Search lamps</label><input id="q" type="search" placeholder="Search lamps"><button class="button" type="submit" aria-label="Search"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="6" fill="none" stroke="currentColor" stroke-width="2"/></svg></button></div></form>
<form action="index.html"><div class="field"><label for="n">Your name</label><input id="n" autocomplete="name" required></div><div class="field"><label for="k">Kind of lamp</label><select id="k"><option>Desk</option><option>Wall</option></select></div>
<label class="check"><input type="checkbox"><span aria-hidden="true"></span> Call me back</label>
<p><button class="button" type="submit">Send</button> <button disabled type="button">Send a photo</button></p></form></section>
</main>
<footer><section aria-label="Elsewhere"><ul class="social"><li><a href="https://example.org/a" aria-label="Lumen on Photos"><svg width="24" height="24" aria-hidden="true"><rect width="24" height="24" fill="#333"/></svg></a></li><li><a href="mailto:hi@lumen.example"><svg width="16" height="16" aria-hidden="true"><rect width="16" height="16" fill="#bbb"/></svg> Mail</a></li></ul><p lang="nl">Wij spreken ook Nederlands en wij zijn er voor u op de markt.</p></section></footer>
</body></html>
`

const bad = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no"><title>Home</title>
<style>
body { font: 16px/1.5 sans-serif; margin: 20px; background: #fff; color: #222 }
.pale { color: #999 }
.dim { opacity: 0.5 }
.veil { background: linear-gradient(90deg, #000, #fff); color: #fff; padding: 20px }
input { border: 1px solid #ddd; background: #fff; min-height: 44px }
input::placeholder { color: #ccc }
.go { background: #123; color: #fff; border: 0; min-height: 48px; padding: 0 24px }
.go:hover { background: #ddd }
.go:focus-visible { outline: 2px solid #eee }
.bare:focus { outline: none }
.bare, .tiny { border: 0; background: none }
.tiny { width: 16px; height: 16px; padding: 0 }
p a { color: #333; text-decoration: none }
@media (prefers-color-scheme: dark) { body { background: #111; color: #444 } }
</style></head><body>
<main>
<h2>Bread</h2><h4>Rye</h4>
<p class="pale">We bake bread every morning.</p>
<p class="dim">And we close when the last loaf is gone.</p>
<div class="veil">Fresh from the oven all day long and into the night</div>
<p>To see what it costs, <a href="#form">click here</a> or ask us in the shop.</p>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="IMG_2041.jpg" width="80" height="80">
<table><tr><td>Rye</td><td>4</td></tr><tr><td>Spelt</td><td>5</td></tr></table>
<form id="form"><input type="email" name="mail" placeholder="Email"><button class="go">Send</button></form>
<button class="bare" type="button">Call the shop</button>
<div onclick="document.title = 'x'">Show all breads</div>
<button class="tiny" aria-label="One">1</button><button class="tiny" aria-label="Two">2</button>
<a href="#form" tabindex="4">Order</a>
</main></body></html>`

describe.skipIf(!hasBrowser)('the rules on real pages', () => {
  it('says nothing of a page that is fine in unusual ways', async () => {
    expect(await findingsOn(harmless)).toEqual([])
  })

  it('sees what is wrong with a page that is not', async () => {
    const findings = await findingsOn(bad)
    const found = new Set(findings.map(({ ruleId }) => ruleId))
    const expected = [
      'contrast-text',
      'contrast-placeholder',
      'contrast-hover',
      'contrast-field-edge',
      'contrast-focus-indicator',
      'alt-says-nothing',
      'link-vague',
      'link-only-coloured',
      'title-generic',
      'table-headers',
      'label-only-placeholder',
      'control-not-for-keyboard',
      'target-size',
      'focus-not-visible',
    ]
    expect(expected.filter((id) => !found.has(id))).toEqual([])
    // what axe knows is said once, by axe
    const ofAxe = findings.flatMap(({ message }) => /\(axe ([\w-]+)\)$/.exec(message)?.[1] ?? [])
    expect(ofAxe).toEqual(
      expect.arrayContaining([
        'meta-viewport',
        'heading-order',
        'page-has-heading-one',
        'tabindex',
      ]),
    )
  })

  it('measures opacity, gradients and the dark scheme as they are painted', async () => {
    const messages = (await findingsOn(bad))
      .filter(({ ruleId }) => ruleId === 'contrast-text')
      .map(({ place, measured, message }) => [place.selector, measured?.value, message] as const)
    const of = (words: string) => messages.find(([, , message]) => message.includes(words))
    // half of #222 on white is #909090 or so
    expect(of('And we close')?.[1]).toBeCloseTo(3.2, 1)
    expect(of('Fresh from the oven')?.[1]).toBeLessThan(3)
    expect(messages.some(([, , message]) => message.includes('dark scheme'))).toBe(true)
  })
})
