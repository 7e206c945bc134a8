import { describe, expect, it } from 'vitest'
import type { AxeRule, PageFacts } from '../../../model/page-facts.ts'
import type { Landmark, ViewFacts } from '../../../model/page-structure.ts'
import type { Control, Heading } from '../../../model/page-view.ts'
import {
  aBlock,
  aControl,
  anImage,
  aPage,
  aText,
  aView,
  box,
  inViews,
  noContract,
} from '../score/sample-page.contract.ts'
import { accessibilityRules } from './accessibility-rules.ts'
import { lighthouseScore } from './lighthouse-score.ts'
import { lighthouseWeights } from './lighthouse-weights.ts'

const heading = (level: number, text: string, over: Partial<Heading> = {}): Heading => ({
  selector: `main > h${level}:nth-of-type(${text.length})`,
  level,
  text,
  visible: true,
  box: box(),
  ...over,
})

const main: Landmark = { selector: 'main', role: 'main', name: '', visible: true, box: box() }

/** A page that all rules accept, with one part changed in every view. */
const page = (over: Partial<ViewFacts> = {}, more: Partial<PageFacts> = {}): PageFacts =>
  aPage({
    title: 'Fresh bread – Corner Bakery',
    views: inViews({ headings: [heading(1, 'Bread')], landmarks: [main], ...over }),
    ...more,
  })

const told = (facts: PageFacts): readonly string[] =>
  accessibilityRules
    .flatMap((rule) => rule.run(facts, noContract))
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId }) => ruleId)

const axeRule = (id: string, tags: readonly string[], over: Partial<AxeRule> = {}): AxeRule => ({
  id,
  tags,
  help: `help of ${id}`,
  nodes: [{ selector: '#buy', html: '', message: 'why', data: {} }],
  ...over,
})

const noAxe = aPage().axe
const violating = (...violations: readonly AxeRule[]) => ({ axe: { ...noAxe, violations } })

describe('axe and the score', () => {
  it('accepts a page without a fault', () => {
    expect(told(page())).toEqual([])
  })

  it('takes a violation of WCAG A or AA for an error and a good practice for a warning', () => {
    const findings = accessibilityRules.flatMap((rule) =>
      rule.run(
        page(
          {},
          violating(
            axeRule('button-name', ['wcag2a', 'wcag412']),
            axeRule('landmark-unique', ['best-practice']),
          ),
        ),
        noContract,
      ),
    )
    expect(
      findings.map(({ ruleId, severity, place }) => [ruleId, severity, place.selector]),
    ).toEqual([
      ['axe-wcag', 'error', '#buy'],
      ['axe-advice', 'warning', '#buy'],
    ])
  })

  it('leaves to rules of its own what they know better', () => {
    expect(told(page({}, violating(axeRule('color-contrast', ['wcag2aa']))))).toEqual([])
  })

  it('decides a lost reference that axe leaves open', () => {
    const review = (written: string) => {
      const data = { 'aria-valid-attr-value': { messageKey: 'noId', needsReview: written } }
      const rule = axeRule('aria-valid-attr-value', ['wcag2a'])
      const nodes = rule.nodes.map((node) => ({ ...node, data }))
      return page({ ids: ['title'] }, { axe: { ...noAxe, incomplete: [{ ...rule, nodes }] } })
    }
    expect(told(review('aria-labelledby="titel"'))).toEqual(['aria-reference-lost'])
    expect(told(review('aria-labelledby="title"'))).toEqual([])
    expect(told(review('aria-controls="menu"'))).toEqual([])
  })

  it('[PAGE-A-24] counts the score of Lighthouse from one run of axe', () => {
    const all = Object.keys(lighthouseWeights)
    const silent = all.filter((id) => !['button-name', 'html-has-lang', 'list'].includes(id))
    const failing = (...ids: readonly string[]) => ({
      ...noAxe,
      inapplicable: silent,
      violations: ids.map((id) => axeRule(id, ['wcag2a'])),
    })
    expect(lighthouseScore(failing())).toBe(100)
    expect(lighthouseScore(failing('button-name'))).toBe(58)
    expect(lighthouseScore(failing('list'))).toBe(71)
    expect(lighthouseScore(failing('button-name', 'html-has-lang', 'list'))).toBe(0)
    expect(lighthouseScore(failing('bypass', 'region'))).toBe(100)
    expect(lighthouseScore({ ...noAxe, inapplicable: all })).toBe(0)
  })

  it('[PAGE-A-24] counts what axe left undecided as passed, as Lighthouse does', () => {
    const axe = { ...noAxe, incomplete: [axeRule('color-contrast', ['wcag2aa'])] }
    expect(lighthouseScore(axe)).toBe(100)
  })

  it('[GAN-78] fails a page below 80, and tells one from 80 to 89', () => {
    const withWeights = (failed: readonly string[], silentBut: readonly string[]) =>
      page(
        {},
        {
          axe: {
            ...noAxe,
            violations: failed.map((id) => axeRule(id, [])),
            inapplicable: Object.keys(lighthouseWeights).filter((id) => !silentBut.includes(id)),
          },
        },
      )
    const ids = (facts: PageFacts) =>
      told(facts).filter((id) => id.startsWith('accessibility-score'))
    const ten = ['button-name', 'image-alt', 'label', 'select-name', 'aria-roles']
    expect(ids(withWeights(['heading-order'], [...ten, 'heading-order']))).toEqual([])
    expect(ids(withWeights(['list'], [...ten, 'list']))).toEqual(['accessibility-score-low'])
    expect(ids(withWeights(['label'], [...ten]))).toEqual(['accessibility-score-low'])
    expect(ids(withWeights(['label', 'image-alt'], [...ten]))).toEqual(['accessibility-score'])
    const must = accessibilityRules.filter(({ mustPass }) => mustPass).map(({ id }) => id)
    expect(must).toContain('accessibility-score')
    expect(must).not.toContain('accessibility-score-low')
  })
})

describe('pictures', () => {
  const shown = (alt: string, src = 'images/hero-02.jpg') =>
    told(page({ images: [anImage({ alt, name: alt, src })] }))

  it('refuses an alt that is a file name or says nothing', () => {
    for (const alt of [
      'hero-02.jpg',
      'hero-02',
      'IMG_2041',
      'image',
      'A photo',
      'Picture 3',
      'logo',
    ])
      expect([alt, shown(alt)]).toEqual([alt, ['alt-says-nothing']])
  })

  it('accepts an alt that says what is seen, and an empty one', () => {
    expect(shown('Two loaves on a rack')).toEqual([])
    expect(shown('Loaf', 'images/loaf.svg')).toEqual([])
    expect(shown('Photo of the oven at night')).toEqual([])
    expect(told(page({ images: [anImage({ alt: '', name: '', decorative: true })] }))).toEqual([])
  })
})

const link = (name: string, href: string, over: Partial<Control> = {}): Control =>
  aControl({
    selector: `main > p:nth-of-type(${href.length}) > a`,
    tag: 'a',
    type: null,
    role: 'link',
    name,
    text: name,
    href,
    ...over,
  })

describe('links', () => {
  const linked = (...controls: readonly Control[]) => told(page({ controls }))

  it('tells links that do not say where they lead', () => {
    expect(linked(link('Click here', 'a.html'))).toEqual(['link-vague'])
    expect(linked(link('Read more', 'a.html'))).toEqual(['link-vague'])
    expect(linked(link('Read more about rye', 'a.html'))).toEqual([])
    const inCard = link('Read more', 'a.html', { selector: '#cards > article:nth-of-type(1) > a' })
    expect(linked(inCard)).toEqual([])
  })

  it('tells a link that is a mark alone', () => {
    expect(linked(link('.', 'a.html'))).toEqual(['link-vague'])
  })

  it('lets a sentence say what its link leaves open', () => {
    const more = link('Read more', 'a.html', { selector: 'main > p > a' })
    const inBlock = (text: string) =>
      told(
        page({
          controls: [more],
          texts: [aText({ selector: more.selector, text: 'Read more' })],
          blocks: [aBlock(text, { selector: 'main > p' })],
        }),
      )
    expect(inBlock('Read more about our bread')).toEqual([])
    expect(inBlock('Read more')).toEqual(['link-vague'])
  })

  it('tells a link among words that only its colour marks', () => {
    const ground = { layers: [], solid: { r: 255, g: 255, b: 255, a: 1 }, pixels: null }
    const around = aText({ backdrop: ground })
    const run = aText({
      selector: 'main > p > a',
      inLink: true,
      backdrop: ground,
      colour: { r: 60, g: 40, b: 60, a: 1 },
    })
    const inline = (over: Partial<Control>, more = {}) =>
      told(
        page({
          texts: [around, { ...run, ...more }],
          controls: [
            link('our rye', 'rye.html', { selector: 'main > p > a', inline: true, ...over }),
          ],
        }),
      )
    const { paint } = aControl()
    const plain = { paint: { ...paint, background: { r: 0, g: 0, b: 0, a: 0 } } }
    expect(inline(plain)).toEqual(['link-only-coloured'])
    expect(inline({ paint: { ...plain.paint, textDecoration: 'underline' } })).toEqual([])
    expect(inline(plain, { fontWeight: 700 })).toEqual([])
    expect(inline(plain, { colour: { r: 200, g: 90, b: 0, a: 1 } })).toEqual([])
  })
})

describe('language', () => {
  const german =
    'Wir backen jeden Tag und wir sind für Sie da. Das Brot ist noch warm, wenn Sie es holen, ' +
    'und die Brötchen sind nicht aus der Tüte. Wie wird das Brot so gut? Mit Zeit und mit Ruhe.'
  const english =
    'We bake every day and you can have the bread warm from the oven. It is for all of you.'
  const written = (lang: string, ...texts: readonly string[]) =>
    told(page({ blocks: texts.map((text) => aBlock(text)) }, { lang }))

  it('compares the language of the page with its words', () => {
    expect(written('en', german)).toEqual(['lang-plausible'])
    expect(written('de', german)).toEqual([])
    expect(written('de-AT', german)).toEqual([])
    expect(written('en-GB', english)).toEqual([])
    expect(written('eo', german)).toEqual([])
    // as many words of one language as of the other: nobody can tell
    expect(written('en', german, english, english)).not.toContain('lang-plausible')
    expect(written('en', 'Съешь же ещё этих мягких французских булок, да выпей чаю')).toEqual([
      'lang-plausible',
    ])
  })
})

describe('the document', () => {
  it('refuses a title that says nothing', () => {
    for (const title of ['Document', 'Home', 'index.html', 'Untitled', 'React App'])
      expect([title, told(page({}, { title }))]).toEqual([title, ['title-generic']])
    expect(told(page({}, { title: 'Home baking – Corner Bakery' }))).toEqual([])
  })

  it('asks for a viewport as wide as the device', () => {
    const seen = (viewportMeta: string | null) => told(page({}, { viewportMeta }))
    expect(seen(null)).toEqual(['viewport-fits-device'])
    expect(seen('width=1024')).toEqual(['viewport-fits-device'])
    expect(seen('initial-scale=1')).toEqual([])
    expect(seen('initial-scale=1, width=device-width')).toEqual([])
  })

  it('tells tables without headers', () => {
    const table = {
      selector: 'table',
      rows: 3,
      columns: 3,
      headers: 0,
      caption: null,
      box: box(),
      role: null,
    }
    expect(told(page({ tables: [table] }))).toEqual(['table-headers'])
    expect(told(page({ tables: [{ ...table, headers: 3 }] }))).toEqual([])
    expect(told(page({ tables: [{ ...table, role: 'presentation' }] }))).toEqual([])
  })
})

describe('forms', () => {
  it('refuses a placeholder as the only label', () => {
    const field = (over: Partial<Control>) =>
      told(
        page({
          controls: [aControl({ tag: 'input', type: 'email', placeholder: 'Email', ...over })],
        }),
      )
    expect(field({ label: null })).toEqual(['label-only-placeholder'])
    expect(field({ label: { by: 'label-for', text: 'Email', visible: false } })).toEqual([])
    expect(field({ label: { by: 'aria-label', text: 'Email', visible: false } })).toEqual([])
  })
})

describe('controls', () => {
  const used = (over: Partial<Control>) =>
    told(page({ controls: [aControl(over), aControl({ selector: '#other' })] }))

  it('refuses what can be clicked and not reached by keyboard', () => {
    const div = { tag: 'div', role: 'generic', because: 'handler', focusable: false } as const
    expect(used(div)).toEqual(['control-not-for-keyboard'])
    expect(used({ ...div, because: 'role', role: 'button' })).toEqual(['control-not-for-keyboard'])
    expect(used({ ...div, because: 'role', role: 'tab' })).toEqual([])
    expect(used({ ...div, tag: 'dialog' })).toEqual([])
    expect(used({ ...div, box: box(0, 0, 1280, 720) })).toEqual([])
    expect(used({ ...div, because: 'tabindex', focusable: true })).toEqual([])
  })

  it('refuses focus on what is hidden from ears', () => {
    expect(used({ ariaHidden: true })).toEqual(['aria-hidden-focus'])
    expect(used({ ariaHidden: true, focusable: false, tabIndex: -1 })).toEqual([])
  })

  it('leaves signs, and what is no control, to their names', () => {
    expect(used({ nameFrom: 'aria-label', name: 'Close', text: '×' })).toEqual([])
    const scroller = { tag: 'div', role: 'region', because: 'tabindex', cursor: 'auto' } as const
    expect(used({ ...scroller, nameFrom: 'aria-label', name: 'Prices', text: 'Desk' })).toEqual([])
  })

  it('asks a name to hold the words that are seen, in one piece', () => {
    const called = (name: string, text: string, painted: readonly string[] = [text]) => {
      const controls = [aControl({ selector: 'main > button', name, text, nameFrom: 'aria-label' })]
      const texts = painted.map((words) => aText({ selector: 'main > button', text: words }))
      return told(page({ controls, texts }))
    }
    expect(called('Book a table now', 'Book a table')).toEqual([])
    expect(called('Submit', 'Book now')).toEqual(['label-in-name'])
    expect(called('Search by date', 'Search by date (YYYY-MM-DD)')).toEqual([])
    expect(called('non-standard', 'nonstandard')).toEqual([])
    expect(called('Download list', 'Download hidden list', ['Download', 'list'])).toEqual([])
    expect(called('ACT', 'ACT', ['A', 'C', 'T'])).toEqual([])
    expect(called('Download the list', 'Download list')).toEqual(['label-in-name'])
    expect(called('WCAG', 'W C A G')).toEqual(['label-in-name'])
    expect(called('11 times 3 equals 33', '11×3=33')).toEqual(['label-in-name'])
    expect(called('1 2 3. 4 5 6', '123.456')).toEqual(['label-in-name'])
  })

  it('names controls without a name that phones do not show', () => {
    const [, ...wide] = inViews({ headings: [heading(1, 'Bread')], landmarks: [main] })
    const nameless = aControl({ name: '', text: '' })
    const views = [
      aView(375, {
        headings: [heading(1, 'Bread')],
        landmarks: [main],
        controls: [{ ...nameless, visible: false }],
      }),
      ...wide.map((view) => ({ ...view, controls: [nameless, aControl({ selector: '#other' })] })),
    ]
    expect(told(page({}, { views }))).toEqual(['control-without-name'])
  })
})

describe('targets', () => {
  const small = (x: number, over: Partial<Control> = {}) =>
    aControl({
      selector: `#t${x}`,
      tag: 'a',
      role: 'link',
      type: null,
      name: `t${x}`,
      href: `${x}.html`,
      box: box(x, 0, 16, 16),
      ...over,
      paint: { ...aControl().paint, background: { r: 0, g: 0, b: 0, a: 0 } },
    })
  const sized = (...controls: readonly Control[]) => told(page({ controls }))

  it('asks 24 pixels of a target, or as much room', () => {
    expect(sized(small(0), small(18))).toEqual(['target-size', 'target-size'])
    expect(sized(small(0), small(40))).toEqual([])
    expect(sized(small(0), small(18, { box: box(18, 0, 40, 40) }))).toEqual(['target-size'])
  })

  it('takes what only takes the focus for no target', () => {
    const panel = { tag: 'div', role: 'tabpanel', because: 'tabindex', cursor: 'auto' } as const
    expect(sized(small(0), small(18, panel))).toEqual([])
  })

  it('leaves links among words, boxes with a label, and what can be had elsewhere', () => {
    expect(sized(small(0, { inline: true }), small(18, { inline: true }))).toEqual([])
    const ticked = {
      type: 'checkbox',
      tag: 'input',
      label: { by: 'label-for', text: 'Yes', visible: true },
    } as const
    expect(sized(small(0, ticked), small(18, ticked))).toEqual([])
    expect(
      sized(small(0, { href: 'a' }), small(18, { href: 'a', box: box(18, 0, 40, 40) })),
    ).toEqual([])
  })

  it('warns of a button below 44 pixels on a phone', () => {
    expect(sized(aControl({ box: box(0, 0, 120, 32) }))).toEqual(['touch-size'])
    expect(sized(aControl({ box: box(0, 0, 120, 44) }))).toEqual([])
    const wide = aPage({
      views: [
        aView(1280, {
          headings: [heading(1, 'Bread')],
          landmarks: [main],
          controls: [aControl({ box: box(0, 0, 120, 32) })],
        }),
      ],
    })
    expect(told({ ...wide, title: 'Fresh bread – Corner Bakery' })).toEqual([])
  })
})
