import { describe, expect, it } from 'vitest'
import type { LinkFact, PageFacts } from '../../../model/page-facts.ts'
import type { MarkedField, MarkedTable, MarkupFacts } from '../../../model/page-markup.ts'
import type { FocusStop } from '../../../model/page-probes.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Control, Heading, TextRun } from '../../../model/page-view.ts'
import {
  aBlock,
  aControl,
  anImage,
  aPage,
  aText,
  box,
  inViews,
  noContract,
  staticFacts,
} from '../score/sample-page.contract.ts'
import { accessibilityRules } from './accessibility-rules.ts'

const top: Heading = {
  selector: 'main > h1',
  level: 1,
  text: 'Bread',
  visible: true,
  box: box(),
}
const main = { selector: 'main', role: 'main', name: '', visible: true, box: box() }

const plain: MarkupFacts = {
  obsolete: [],
  images: [],
  fields: [],
  groups: [],
  frames: [],
  parts: [],
  hoverShown: [],
  turned: [],
  media: [],
  tables: [],
  idleStops: [],
}

const page = (
  markup: Partial<MarkupFacts> = {},
  view: Partial<ViewFacts> = {},
  more: Partial<PageFacts> = {},
): PageFacts =>
  aPage({
    title: 'Fresh bread – Corner Bakery',
    views: inViews({ headings: [top], landmarks: [main], ...view }),
    markup: { ...plain, ...markup },
    ...more,
  })

const told = (facts: PageFacts): readonly string[] =>
  accessibilityRules
    .flatMap((rule) => rule.run(facts, noContract))
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId }) => ruleId)

const aField = (over: Partial<MarkedField> = {}): MarkedField => ({
  selector: '#field',
  type: 'text',
  name: 'field',
  accessibleName: 'Street',
  labels: ['Street'],
  autocomplete: '',
  looseHint: '',
  onChange: '',
  visible: true,
  groups: [],
  ...over,
})

describe('fields and groups', () => {
  it('asks choices to stand in a group with a name', () => {
    const asked = (groups: readonly string[], named: string, type = 'radio') =>
      told(
        page({
          fields: ['yes', 'no'].map((id) =>
            aField({ selector: `#${id}`, type, name: 'seen', accessibleName: id, groups }),
          ),
          groups: [{ selector: 'fieldset', tag: 'fieldset', name: named, fields: 2 }],
        }),
      )
    expect(asked(['fieldset'], 'Been here?')).toEqual([])
    expect(asked([], 'Been here?')).toEqual(['group-without-name'])
    expect(asked(['fieldset'], '')).toEqual(['group-without-name'])
    expect(asked([], 'Been here?', 'checkbox')).toEqual(['group-without-name'])
  })

  it('tells fields of one label apart by their groups', () => {
    const two = (first: readonly string[], second: readonly string[]) =>
      told(
        page({
          fields: [
            aField({ selector: '#a', groups: first }),
            aField({ selector: '#b', groups: second }),
          ],
          groups: ['home', 'work'].map((name) => ({
            selector: `#${name}`,
            tag: 'fieldset',
            name,
            fields: 1,
          })),
        }),
      )
    expect(two(['#home'], ['#work'])).toEqual([])
    expect(two([], [])).toEqual(['label-shared'])
    expect(two(['#home'], ['#home'])).toEqual(['label-shared'])
    expect(two(['#unnamed'], ['#other'])).toEqual(['label-shared'])
  })

  it('asks for one label, and for hints that are tied to their field', () => {
    expect(told(page({ fields: [aField({ labels: ['Street', ''] })] }))).toEqual([])
    expect(told(page({ fields: [aField({ labels: ['Street', 'City'] })] }))).toEqual([
      'label-double',
    ])
    expect(told(page({ fields: [aField({ looseHint: 'As on the bell.' })] }))).toEqual([
      'hint-not-tied',
    ])
    const spoken = aField({
      looseHint: 'As on the bell.',
      accessibleName: 'Street. As on the bell',
    })
    expect(told(page({ fields: [spoken] }))).toEqual([])
  })

  it('lets no choice in a field lead to another page', () => {
    const changed = (onChange: string) => told(page({ fields: [aField({ onChange })] }))
    expect(changed('location = this.value')).toEqual(['field-leaves-page'])
    expect(changed('this.form.submit()')).toEqual(['field-leaves-page'])
    expect(changed('update(this.value)')).toEqual([])
  })
})

const stopAt: FocusStop = {
  selector: '#first',
  name: '',
  box: box(),
  changed: ['outline'],
  indicator: {
    outline: 'solid 2px',
    outlineColour: null,
    boxShadow: null,
    borderColour: null,
    background: null,
  },
  changedPixels: null,
  visible: true,
  inView: true,
  coveredBy: null,
}

const frame = (over = {}) => ({
  selector: '#map',
  name: 'Map of the harbour',
  tabIndex: 0,
  stops: 2,
  isHidden: false,
  text: '',
  ...over,
})

describe('frames, tables and pictures', () => {
  it('asks frames for titles that say what they show, each its own', () => {
    expect(told(page({ frames: [frame()] }))).toEqual([])
    expect(told(page({ frames: [frame({ name: 'iframe' })] }))).toEqual(['frame-title-vague'])
    const seen = (first: string, second: string) => ({
      frames: [first, second].map((src, index) => ({
        selector: `#map${index}`,
        src,
        title: null,
        box: box(),
        visible: true,
      })),
    })
    const shown = (first: string, second: string) => ({
      frames: [
        frame({ selector: '#map0', text: first }),
        frame({ selector: '#map1', text: second }),
      ],
    })
    const both = shown('', '')
    expect(told(page(both, seen('a.html', 'b.html')))).toEqual(['frame-same-name'])
    expect(told(page(both, seen('a.html', './a.html')))).toEqual([])
    expect(told(page(shown('Quay', 'Quay'), seen('a.html', 'b.html')))).toEqual([])
  })

  it('keeps a frame with controls in the order of Tab', () => {
    expect(told(page({ frames: [frame({ tabIndex: -1 })] }))).toEqual(['frame-out-of-order'])
    expect(told(page({ frames: [frame({ tabIndex: -1, stops: 0 })] }))).toEqual([])
    expect(told(page({ frames: [frame({ tabIndex: -1, stops: null })] }))).toEqual([])
  })

  const aTable = (over: Partial<MarkedTable> = {}): MarkedTable => ({
    selector: 'table',
    inside: null,
    widths: [2, 2],
    emptyHeaders: 0,
    dataCells: 2,
    headerCells: 2,
    ...over,
  })

  it('asks tables for headers with words and data, even rows, and no table inside', () => {
    const found = (over: Partial<MarkedTable>) => told(page({ tables: [aTable(over)] }))
    expect(found({})).toEqual([])
    expect(found({ dataCells: 0, headerCells: 4 })).toEqual(['table-headers'])
    expect(found({ emptyHeaders: 1 })).toEqual(['table-header-empty'])
    expect(found({ inside: 'cell' })).toEqual(['table-nested'])
    expect(found({ widths: [3, 2, 3] })).toEqual(['table-uneven'])
    expect(found({ widths: [3, 2, 3], headerCells: 0 })).toEqual([])
  })

  it('asks what is written about a picture to agree', () => {
    const found = (alt: string | null, title: string, role = '') =>
      told(page({ images: [{ selector: 'img', alt, title, role }] }))
    expect(found('Our shop', 'Our shop')).toEqual([])
    expect(found('', 'Our shop')).toEqual(['alt-and-title'])
    expect(found('Our shop', 'Harbour Street 4')).toEqual(['alt-and-title'])
    expect(found('Our shop', '', 'presentation')).toEqual(['alt-and-title'])
    expect(found('', '', 'presentation')).toEqual([])
  })

  it('tells an alt text that repeats the words of its link', () => {
    const image = anImage({
      selector: 'main > a > img',
      name: 'Red panda',
      alt: 'Red panda',
      decorative: false,
    })
    const link = (text: string) =>
      aControl({ selector: 'main > a', tag: 'a', role: 'link', href: '#p', name: 'x', text })
    expect(told(page({}, { images: [image], controls: [link('Red panda')] }))).toEqual([
      'alt-repeats-text',
    ])
    expect(told(page({}, { images: [image], controls: [link('All animals')] }))).toEqual([])
  })
})

describe('how words are set', () => {
  const long = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ')
  const set = (over: Partial<TextRun>) =>
    told(page({}, { texts: [aText({ text: long, lines: 5, ...over })] }))

  it('lets long texts be set in no capitals, italics, stretched or tight lines', () => {
    expect(set({})).toEqual([])
    expect(set({ textTransform: 'uppercase' })).toEqual(['text-all-capitals'])
    expect(set({ text: long.toUpperCase() })).toEqual(['text-all-capitals'])
    expect(set({ textAlign: 'justify' })).toEqual(['text-justified'])
    expect(set({ lineHeight: 15 })).toEqual(['text-line-height'])
    expect(set({ fontStyle: 'italic' })).toEqual(['text-long-italics'])
    expect(set({ lines: 2 })).toEqual(['text-long-lines'])
    expect(set({ text: 'OPENING HOURS', textTransform: 'uppercase', lineHeight: 15 })).toEqual([])
  })

  it('lets nobody scroll sideways for a line of running text', () => {
    const wide = { box: box(0, 0, 900, 40), insideScroller: '#box' }
    expect(set(wide)).toEqual(['text-wider-than-screen'])
    expect(set({ ...wide, box: box(0, 0, 300, 40) })).toEqual([])
    expect(set({ ...wide, tag: 'pre' })).toEqual([])
    expect(set({ ...wide, insideScroller: null })).toEqual([])
  })

  it('tells lines that only look like a list', () => {
    const lines = (mark: string, over: Partial<TextRun> = {}) => ({
      texts: ['bread', 'cakes', 'tarts'].map((word, index) =>
        aText({ text: `${mark} ${word}`, box: box(20, 20 + index * 30), ...over }),
      ),
    })
    expect(told(page({}, lines('–')))).toEqual(['list-only-typed'])
    expect(told(page({}, lines('2.')))).toEqual(['list-only-typed'])
    expect(told(page({}, lines('–', { box: box() })))).toEqual([])
    expect(told(page({}, lines('–', { ancestorRoles: ['listitem'] })))).toEqual([])
    expect(told(page({}, lines('We')))).toEqual([])
  })

  it('asks for words in the document, not in style sheets', () => {
    const inserted = aText({ source: 'after', text: 'per month' })
    expect(told(page({}, { texts: [inserted] }))).toEqual(['words-from-css'])
    expect(told(page({}, { texts: [{ ...inserted, text: '→' }] }))).toEqual([])
    const beside = { texts: [inserted], blocks: [aBlock('9 € per month')] }
    expect(told(page({}, beside))).toEqual([])
  })
})

describe('how the page is written', () => {
  it('tells elements that HTML has given up', () => {
    expect(told(page({ obsolete: [{ selector: 'font', tag: 'font' }] }))).toEqual([
      'markup-obsolete',
    ])
  })

  it('lets no style turn the page with the screen', () => {
    const turned = [{ selector: 'body', rule: 'body', media: '(orientation: portrait)' }]
    expect(told(page({ turned }))).toEqual(['orientation-locked'])
  })

  it('asks a part in letters of another direction to run their way', () => {
    const part = (text: string, direction: string, dir: string | null = null) =>
      told(page({ parts: [{ selector: 'p', lang: 'en', direction, text }] }, {}, { dir }))
    expect(part('שלום לכולם כאן', 'rtl')).toEqual([])
    expect(part('שלום לכולם כאן', 'ltr')).toEqual(['lang-direction'])
    expect(part('Good morning to all', 'rtl')).toEqual(['lang-direction'])
    expect(part('Good morning to all', 'ltr')).toEqual([])
  })

  it('tells two links side by side to one place, and titles that repeat', () => {
    const link = (nth: number, over = {}) =>
      aControl({
        selector: `main > a:nth-of-type(${nth})`,
        tag: 'a',
        role: 'link',
        href: 'loaf.html',
        name: 'Loaf of rye',
        text: 'Loaf of rye',
        ...over,
      })
    expect(told(page({}, { controls: [link(1), link(2)] }))).toEqual(['link-doubled'])
    expect(
      told(
        page(
          {},
          { controls: [link(1), link(2, { href: 'cake.html', name: 'Cake', text: 'Cake' })] },
        ),
      ),
    ).toEqual([])
    expect(told(page({}, { controls: [link(1, { title: 'Loaf of rye' })] }))).toEqual([
      'title-repeats-name',
    ])
  })

  it('tells a link that is a mark alone', () => {
    const link = aControl({
      selector: 'main > a',
      tag: 'a',
      role: 'link',
      href: 'a.html',
      name: '.',
      text: '.',
    })
    expect(told(page({}, { controls: [link] }))).toEqual(['link-vague'])
  })
})

describe('names and films', () => {
  const called = (name: string, text: string, painted: readonly string[] = [text]) => {
    const controls = [aControl({ selector: 'main > button', name, text, nameFrom: 'aria-label' })]
    const texts = painted.map((words) => aText({ selector: 'main > button', text: words }))
    return told(page({}, { controls, texts }))
  }

  it('asks a name to hold the words that are seen, in one piece', () => {
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

  it('asks the title to have a word in common with the page', () => {
    const over = (title: string) =>
      told(
        page(
          {},
          { blocks: [aBlock('Clementines are harvested from late October on, most years.')] },
          { title },
        ),
      )
    expect(over('Clementine season')).toEqual([])
    expect(over('Harvesting times')).toEqual([])
    expect(over('Apple season')).toEqual(['title-of-other-page'])
  })

  it('reads the zoom of the viewport as browsers do', () => {
    const zoomed = (more: string) =>
      told(page({}, {}, { viewportMeta: `width=device-width, ${more}` }))
    expect(zoomed('user-scalable=yes')).toEqual([])
    expect(zoomed('user-scalable=0.5')).toEqual(['zoom-disabled'])
    expect(zoomed('maximum-scale=yes')).toEqual(['zoom-disabled'])
    expect(zoomed('maximum-scale=-1')).toEqual([])
    expect(zoomed('maximum-scale=device-width')).toEqual([])
  })

  it('tells what is hidden from ears and out of sight, if the Tab key stops there', () => {
    const away = aControl({ selector: '#away', ariaHidden: true, visible: false })
    const walked = (selector: string) => {
      const facts = page({}, { controls: [away] })
      const stop = { ...stopAt, selector }
      const keyboard = { ...facts.probes.keyboard, stops: [stop] }
      return told({ ...facts, probes: { ...facts.probes, keyboard } })
    }
    expect(walked('#away')).toEqual(['aria-hidden-focus'])
    expect(walked('#first')).toEqual([])
  })

  it('takes what only takes the focus for no target', () => {
    const small = (over: Partial<Control>) => aControl({ box: box(20, 20, 20, 20), ...over })
    const beside = (over: Partial<Control>) =>
      told(
        page(
          {},
          {
            controls: [
              small({ selector: '#x' }),
              small({ selector: '#y', box: box(30, 20, 20, 20), ...over }),
            ],
          },
        ),
      ).filter((id) => id === 'target-size')
    const panel = { tag: 'div', role: 'tabpanel', because: 'tabindex', cursor: 'auto' } as const
    expect(beside({})).toEqual(['target-size', 'target-size'])
    expect(beside(panel)).toEqual([])
  })

  it('asks film and sound for captions or words beside them', () => {
    const film = (over = {}) =>
      told(
        page({
          media: [
            {
              selector: 'video',
              tag: 'video',
              tracks: [],
              heard: true,
              saysSo: false,
              around: '',
              ...over,
            },
          ],
        }),
      )
    expect(film()).toEqual(['media-without-words'])
    expect(film({ tracks: ['chapters'] })).toEqual(['media-without-words'])
    expect(film({ tracks: ['captions'] })).toEqual([])
    expect(film({ around: 'Read the transcript' })).toEqual([])
    expect(film({ saysSo: true })).toEqual([])
    expect(film({ around: '♪' })).toEqual([])
    expect(film({ heard: false })).toEqual([])
  })
})

describe('links and what stands around them', () => {
  const link = (nth: number, over: Partial<Control> = {}): Control =>
    aControl({
      selector: `main > p:nth-of-type(${nth}) > a`,
      tag: 'a',
      role: 'link',
      href: `page${nth}.html`,
      name: 'Contact us',
      text: 'Contact us',
      ...over,
    })
  const leadsTo = (nth: number, path: string): LinkFact => ({
    selector: `main > p:nth-of-type(${nth}) > a`,
    attribute: 'href',
    raw: path,
    url: `https://site.test/${path}`,
    text: 'Contact us',
    verdict: { type: 'present', path },
  })
  const files = (...texts: readonly string[]) => {
    const [sample] = staticFacts().pages
    if (sample === undefined) throw new Error('the sample has no page')
    const word = { file: '', line: 1, column: 1, tag: 'p' }
    const pages = texts.map((text, index) => ({
      ...sample,
      file: `page${index + 1}.html`,
      texts: [{ ...word, text }],
    }))
    return { ...staticFacts(), pages }
  }

  it('takes two files with the same words for one place', () => {
    const both = (first: string, second: string) =>
      told(
        page(
          {},
          { controls: [link(1), link(2)] },
          {
            links: [leadsTo(1, 'page1.html'), leadsTo(2, 'page2.html')],
            static: files(first, second),
          },
        ),
      )
    expect(both('Call us', 'Call us')).toEqual([])
    expect(both('Call us', 'Write to us')).toEqual(['link-same-words'])
  })

  it('lets a sentence say what its link leaves open', () => {
    const more = link(1, { name: 'Read more', text: 'Read more' })
    const inBlock = (text: string) =>
      told(
        page(
          {},
          {
            controls: [more],
            texts: [aText({ selector: more.selector, text: 'Read more' })],
            blocks: [aBlock(text, { selector: 'main > p:nth-of-type(1)' })],
          },
        ),
      )
    expect(inBlock('Read more about our bread')).toEqual([])
    expect(inBlock('Read more')).toEqual(['link-vague'])
  })
})
