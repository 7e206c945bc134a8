import { describe, expect, test } from 'vitest'
import { contrastRatio } from '../../../model/colour.ts'
import { readOpaque } from './colour.ts'
import { openDraft } from './draft.ts'
import { mutantsOf, operators } from './mutants-of.ts'
import { mutantClasses, type Site } from './operator.ts'
import { attribute, pathOf } from './tree.ts'

const html = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Bees on the roof</title>
    <link rel="stylesheet" href="style.css">
    <script src="script.js" defer></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header><nav aria-label="Main"><ul>
      <li><a href="#hives">Hives</a></li><li><a href="#order">Order</a></li><li><a href="more.html">More</a></li>
    </ul></nav></header>
    <main id="main">
      <section id="hero"><h1 id="top">Honey from 12 roofs</h1>
        <p class="lede">You taste the lime trees of your own street. Every jar is filled by hand in 3 days.</p>
        <p><a class="button" href="#order">Order a jar</a></p>
        <figure><img src="images/hive.svg" width="400" height="300" alt="A wooden hive between two chimneys"><figcaption>Hive 7 in May</figcaption></figure>
      </section>
      <section id="hives"><h2 id="hives-title">Where they stand</h2>
        <ul><li>Four hives on the old mill, facing south since 2019</li><li>Eight hives on the school roof</li></ul>
        <button type="button" aria-expanded="false" aria-controls="rest">Show all</button>
        <table><thead><tr><th scope="col">Roof</th><th scope="col">Hives</th></tr></thead><tbody><tr><td>Mill</td><td>4</td></tr><tr><td>School</td><td>8</td></tr></tbody></table>
        <p id="rest" hidden>Two more by the river.</p>
      </section>
      <section id="order"><h2>Order a jar</h2><h3>By mail</h3>
        <form action="more.html" method="get"><label for="mail">Email</label><input id="mail" name="mail" type="email" autocomplete="email" required>
        <label for="name">Name</label><input id="name" name="name" type="text" autocomplete="name" required>
        <button type="submit">Send my order</button></form>
      </section>
    </main>
  </body>
</html>
`
const css = `:root { --ink: #222222; --paper: #ffffff; --mist: #dddddd; --gold: #8a5a00; --space: 16px; }
body { margin: 0; background-color: var(--paper); color: var(--ink); font-family: Georgia, serif; font-size: 16px; }
h1 { font-size: 40px; }
p { margin: var(--space); padding: var(--space); }
ul { gap: var(--space); }
.button { border: 1px solid var(--gold); border-radius: 8px; background-color: var(--gold); color: var(--paper); }
.button:hover { background-color: var(--ink); color: var(--paper); }
:focus-visible { outline: 3px solid var(--ink); }
`
const site: Site = {
  entry: 'index.html',
  files: {
    'index.html': html,
    'style.css': css,
    'script.js':
      "document.querySelector('button').addEventListener('click', () => { document.querySelector('#rest').hidden = false })\n",
    'more.html': '<!doctype html><title>More</title>',
    'images/hive.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"></svg>',
    'copy.json': '{}',
    'tokens.json': '{}',
  },
}

describe('the mutants of a page', () => {
  const mutants = mutantsOf(site, 5)

  test('come from at least forty operators in every class, each under a name of its own', () => {
    expect(new Set(operators.map(({ id }) => id)).size).toBe(operators.length)
    expect(mutants.length).toBeGreaterThanOrEqual(40)
    expect(new Set(mutants.map((mutant) => mutant.class))).toEqual(new Set(mutantClasses))
  })

  test('are the same for the same seed and differ with another', () => {
    expect(mutantsOf(site, 5)).toEqual(mutants)
    expect(mutantsOf(site, 6)).not.toEqual(mutants)
  })

  test('change the page and leave the original alone', () => {
    const before = JSON.stringify(site)
    const untouched = JSON.stringify(mutantsOf(site, 9)[0]?.site.files['tokens.json'])
    expect(JSON.stringify(site)).toBe(before)
    expect(untouched).toBe(JSON.stringify('{}'))
    for (const mutant of mutants) expect(mutant.site.files, mutant.operator).not.toEqual(site.files)
  })

  test('name a place that is in the mutated page or in one of its files', () => {
    for (const { operator, place, site: mutated } of mutants) {
      const paths = new Set(openDraft(mutated)?.elements.map((element) => pathOf(element)))
      const inPage = place.selectors.filter((selector) => selector.includes('nth-child'))
      expect(place.selectors.length + place.files.length, operator).toBeGreaterThan(0)
      for (const selector of inPage) expect(paths, operator).toContain(selector)
      for (const file of place.files) expect(file, operator).toMatch(/^[\w./:-]+$/)
    }
  })

  test('of pale text really are too pale by the ratio of WCAG', () => {
    const pale = mutants.filter(({ operator }) =>
      ['contrast-text', 'contrast-large-text'].includes(operator),
    )
    expect(pale).toHaveLength(2)
    for (const { operator, place, site: mutated } of pale) {
      const draft = openDraft(mutated)
      const element = draft?.elements.find((each) => pathOf(each) === place.selectors[0])
      if (element === undefined) throw new Error(`no ${operator}`)
      const style = attribute(element, 'style') ?? ''
      const [text, behind] = (style.match(/#[\da-f]{6}/g) ?? []).map(readOpaque)
      if (!text || !behind) throw new Error(`no colours for ${operator}`)
      expect(contrastRatio(text, behind), operator).toBeLessThan(3)
    }
  })

  test('of a page that is not there, or is no page, are none and nothing is thrown', () => {
    expect(mutantsOf({ entry: 'index.html', files: {} }, 1)).toEqual([])
    const broken = {
      entry: 'index.html',
      files: { 'index.html': '<p><<<>>&#xFFFFFFF;', 'style.css': '{{{' },
    }
    expect(() => mutantsOf(broken, 1)).not.toThrow()
    const odd = { entry: 'index.html', files: { ...site.files, 'style.css': 'a { color: } } }' } }
    expect(() => mutantsOf(odd, 1)).not.toThrow()
  })

  test('leave text and tokens alone where the page comes without copy or tokens', () => {
    const { 'copy.json': _copy, 'tokens.json': _tokens, ...rest } = site.files
    const classes = mutantsOf({ entry: 'index.html', files: rest }, 5).map((mutant) => mutant.class)
    expect(classes).not.toContain('copy')
    expect(classes).not.toContain('tokens')
    expect(classes.length).toBeGreaterThanOrEqual(40)
  })
})

describe('the ratio of two colours', () => {
  test('is the one of WCAG', () => {
    const of = (one: string, other: string): number => {
      const [first, second] = [readOpaque(one), readOpaque(other)]
      if (first === null || second === null) throw new Error('no colour')
      return contrastRatio(first, second)
    }
    expect(of('#000', '#fff')).toBeCloseTo(21)
    expect(of('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(of('#eeeeee', '#ffffff')).toBeLessThan(1.2)
  })
})
