import { addRules, type Draft, resolved, seen, tagged } from '../../src/checks/page/audit/draft.ts'
import type { Site } from '../../src/checks/page/audit/operator.ts'
import { onPage } from '../../src/checks/page/audit/plant.ts'
import {
  addStyle,
  ancestorsOf,
  append,
  attribute,
  childElements,
  type Element,
  elementsIn,
  has,
  hasOwnText,
  insertAfter,
  insertFirst,
  isText,
  made,
  parentOf,
  plainText,
  setAttribute,
} from '../../src/checks/page/audit/tree.ts'
import type { Benign } from './benign.ts'

// What frameworks, build tools and careful authors do to a page without harming anyone.

const nowhere = { selectors: [], files: [] }

const habit = (id: string, change: (draft: Draft) => unknown): Benign => ({
  id,
  vary: (site, random) =>
    onPage({ id, class: 'meta', dimension: 'Functionality' }, (draft) => {
      const done = change(draft)
      return done === null || done === undefined || done === false ? null : nowhere
    }).plant(site, random)?.site ?? null,
})

const rules = (id: string, css: string): Benign => habit(id, (draft) => addRules(draft, css))

const sheets = (id: string, change: (css: string) => string): Benign => ({
  id,
  vary(site) {
    const files = Object.entries(site.files).map(([path, content]) => [
      path,
      path.endsWith('.css') && typeof content === 'string' ? change(content) : content,
    ])
    const varied: Site = { ...site, files: Object.fromEntries(files) }
    return JSON.stringify(varied.files) === JSON.stringify(site.files) ? null : varied
  },
})

const firstOf = (draft: Draft, fits: (element: Element) => boolean): Element | undefined =>
  seen(draft).find((each) => fits(each))

const inHead = (id: string, ...sources: readonly string[]): Benign =>
  habit(id, (draft) => {
    const title = draft.elements.find(({ tagName }) => tagName === 'title')
    if (title === undefined) return null
    for (const source of sources) insertAfter(title, made(source))
    return true
  })

const behindMain = (id: string, source: string): Benign =>
  habit(id, (draft) => {
    const [main] = tagged(draft, 'main')
    if (main === undefined) return null
    append(main, made(source))
    return true
  })

const attributes = (id: string, tag: string, all: Readonly<Record<string, string>>): Benign =>
  habit(id, (draft) => {
    const elements = tagged(draft, tag).filter((each) =>
      Object.keys(all).every((name) => !has(each, name)),
    )
    for (const each of elements)
      for (const [name, value] of Object.entries(all)) setAttribute(each, name, value)
    return elements.length > 0
  })

/** Puts an element into a new one, in its place. */
function wrapped(element: Element, source: string): Element | null {
  const outer = made(source)
  if (parentOf(element) === null) return null
  insertAfter(element, outer)
  const parent = parentOf(element)
  if (parent === null) return null
  parent.childNodes = parent.childNodes.filter((each) => each !== element)
  append(outer, element)
  return outer
}

const prose = (draft: Draft): Element | undefined =>
  firstOf(
    draft,
    (each) =>
      each.tagName === 'p' &&
      hasOwnText(each) &&
      plainText(each).length > 40 &&
      elementsIn(each).length === 0,
  )

const list = (draft: Draft): Element | undefined =>
  firstOf(
    draft,
    (each) =>
      ['ul', 'ol'].includes(each.tagName) &&
      childElements(each).length >= 3 &&
      !ancestorsOf(each).some(({ tagName }) => tagName === 'nav'),
  )

const hiddenWords =
  'position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap'

/** Every word in a box of its own, as scripts that animate headlines do. */
function splitWords(draft: Draft) {
  const [title] = tagged(draft, 'h1')
  const [node] = title?.childNodes ?? []
  if (title === undefined || node === undefined || !isText(node)) return null
  const words = node.value.trim().split(/\s+/)
  title.childNodes = []
  for (const [at, word] of words.entries()) {
    append(title, made(`<span style="display: inline-block; --i: ${at}">${word}</span>`))
    if (at < words.length - 1) append(title, made('<span> </span>'))
  }
  return true
}

function asDataAddress(draft: Draft) {
  const image = tagged(draft, 'img').find((each) => (attribute(each, 'src') ?? '').endsWith('.svg'))
  if (image === undefined) return null
  const source = draft.site.files[resolved(draft.site, attribute(image, 'src') ?? '')]
  if (typeof source !== 'string') return null
  setAttribute(image, 'src', `data:image/svg+xml;base64,${Buffer.from(source).toString('base64')}`)
  return true
}

const icon =
  '<svg aria-hidden="true" focusable="false" width="20" height="20" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="currentColor"></circle></svg>'
const button =
  'min-width: 48px; min-height: 48px; border: 0; background: transparent; color: inherit; cursor: pointer'

export const habits: readonly Benign[] = [
  behindMain('heading-for-screen-readers', `<h2 style="${hiddenWords}">More on this page</h2>`),
  behindMain('status-region', '<div role="status" aria-live="polite"></div>'),
  behindMain('empty-dialog', '<dialog aria-label="Notes"></dialog>'),
  behindMain(
    'chart-with-title',
    '<svg role="img" aria-labelledby="chart-name" width="240" height="80" viewBox="0 0 240 80" style="max-width: 100%"><title id="chart-name">Sales rose from spring to winter</title><rect x="0" y="40" width="40" height="40" fill="currentColor"></rect><rect x="60" y="20" width="40" height="60" fill="currentColor"></rect></svg>',
  ),
  behindMain('meter', '<meter aria-label="Filled" min="0" max="10" value="7"></meter>'),
  behindMain(
    'sprite-sheet',
    '<div><svg width="0" height="0" style="position: absolute" aria-hidden="true"><symbol id="dot" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"></circle></symbol></svg><svg aria-hidden="true" width="20" height="20"><use href="#dot"></use></svg></div>',
  ),
  behindMain(
    'shadow-tree-declared',
    '<div><template shadowrootmode="open"><style>:host { display: block }</style><slot></slot></template></div>',
  ),
  behindMain(
    'popover-with-map',
    `<div><button type="button" popovertarget="map-layer" aria-label="Menu" style="${button}">${icon}</button><div id="map-layer" popover aria-label="Map"><svg role="img" aria-label="Map of the place" width="120" height="80" viewBox="0 0 120 80"><rect width="120" height="80" fill="currentColor"></rect></svg></div></div>`,
  ),
  behindMain(
    'theme-button',
    `<button type="button" aria-label="Menu" aria-pressed="false" style="${button}" onclick="this.setAttribute('aria-pressed', String(this.getAttribute('aria-pressed') !== 'true'))">${icon}</button>`,
  ),
  behindMain(
    'link-to-the-top',
    '<p><a href="#top" aria-label="Back to top" style="display: inline-flex; min-width: 48px; min-height: 48px; align-items: center">↑</a></p>',
  ),
  behindMain('note-for-no-script', '<noscript><p>Everything works without scripts.</p></noscript>'),
  behindMain('style-in-body', '<style>main { accent-color: auto }</style>'),
  inHead(
    'tags-for-sharing',
    '<meta property="og:title" content="Front page">',
    '<meta name="theme-color" content="#ffffff">',
    '<meta name="format-detection" content="telephone=no">',
  ),
  inHead('canonical-address', '<link rel="canonical" href="https://www.example.org/">'),
  inHead(
    'other-languages',
    '<link rel="alternate" hreflang="de" href="https://www.example.org/de/">',
  ),
  inHead('hint-to-host', '<link rel="preconnect" href="https://cdn.example.org">'),
  rules(
    'print-styles',
    '@media print { nav, form { display: none } body { color: #000; background: #fff } a::after { content: " (" attr(href) ")" } }',
  ),
  rules(
    'container-query',
    'main { container: page / inline-size } @container page (min-width: 20rem) { h2 { text-wrap: balance } }',
  ),
  rules('nested-rules', 'main { & section { & h2 { text-wrap: balance } } }'),
  rules('has-selector', 'section:has(h2) { scroll-margin-top: 0 }'),
  rules('supports-query', '@supports (text-wrap: pretty) { p { text-wrap: pretty } }'),
  rules(
    'property-registered',
    '@property --turn { syntax: "<angle>"; inherits: false; initial-value: 0deg }',
  ),
  rules(
    'smooth-scrolling-if-wished',
    '@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }',
  ),
  rules(
    'forced-colours',
    '@media (forced-colors: active) { button { border: 1px solid ButtonText } }',
  ),
  rules('more-contrast', '@media (prefers-contrast: more) { body { line-height: 1.7 } }'),
  rules('long-words-break', 'p, li, h1, h2, h3 { overflow-wrap: anywhere; hyphens: auto }'),
  rules(
    'late-painting',
    'main > section + section { content-visibility: auto; contain-intrinsic-size: auto 500px }',
  ),
  rules(
    'entrance-if-wished',
    '@media (prefers-reduced-motion: no-preference) { main h2 { animation: come 400ms ease-out } @keyframes come { from { opacity: 0; transform: translateY(8px) } } }',
  ),
  rules('selection-colours', '::selection { background: Highlight; color: HighlightText }'),
  rules(
    'lists-counted',
    'main ol { counter-reset: step } main ol > li { counter-increment: step }',
  ),
  rules(
    'text-size-kept',
    'html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% } button, a { touch-action: manipulation }',
  ),
  rules('image-shape-kept', 'img { object-fit: cover }'),
  rules('view-transitions', '@view-transition { navigation: auto }'),
  sheets('sheet-in-layer', (css) => (css.includes('@import') ? css : `@layer site {\n${css}\n}\n`)),
  sheets('logical-properties', (css) =>
    css
      .replaceAll(/\bmargin-left:/g, 'margin-inline-start:')
      .replaceAll(/\bpadding-left:/g, 'padding-inline-start:')
      .replaceAll(/\bmargin-bottom:/g, 'margin-block-end:')
      .replaceAll(/\bmin-height:/g, 'min-block-size:'),
  ),
  attributes('images-decoded-late', 'img', { decoding: 'async' }),
  attributes('paragraphs-any-direction', 'p', { dir: 'auto' }),
  attributes('headings-take-focus', 'h2', { tabindex: '-1' }),
  attributes('keys-named', 'input', { enterkeyhint: 'next', spellcheck: 'false' }),
  attributes('lists-said-to-be-lists', 'ul', { role: 'list' }),
  attributes('tests-find-parts', 'section', { 'data-testid': 'part', 'data-v-7ba5bd90': '' }),
  habit('headline-split', splitWords),
  habit('picture-as-data', asDataAddress),
  habit('picture-in-picture', (draft) => {
    const [image] = tagged(draft, 'img')
    if (image === undefined) return null
    const outer = wrapped(image, '<picture style="display: contents"></picture>')
    if (outer === null) return null
    insertFirst(outer, made(`<source srcset="${attribute(image, 'src') ?? ''}">`))
    return true
  }),
  habit('paragraph-in-component', (draft) => {
    const text = prose(draft)
    return text === undefined
      ? null
      : wrapped(text, '<site-note style="display: block"></site-note>')
  }),
  habit('form-in-search-part', (draft) => {
    const [form] = tagged(draft, 'form')
    return form === undefined ? null : wrapped(form, '<div data-island="form"></div>')
  }),
  habit('trap-for-robots', (draft) => {
    const [form] = tagged(draft, 'form')
    if (form === undefined) return null
    append(
      form,
      made(
        `<div aria-hidden="true" style="${hiddenWords}"><label>Leave this empty <input type="text" name="website" tabindex="-1" autocomplete="off"></label></div>`,
      ),
    )
    return true
  }),
  habit('hidden-field', (draft) => {
    const [form] = tagged(draft, 'form')
    if (form === undefined) return null
    append(form, made('<input type="hidden" name="from" value="front">'))
    return true
  }),
  habit('list-as-carousel', (draft) => {
    const element = list(draft)
    if (element === undefined) return null
    addStyle(element, 'display: flex; overflow-x: auto; scroll-snap-type: x mandatory')
    for (const each of [
      ['tabindex', '0'],
      ['role', 'list'],
      ['aria-label', 'Cards'],
    ] as const)
      setAttribute(element, each[0], each[1])
    for (const item of childElements(element))
      addStyle(item, 'flex: 0 0 80%; scroll-snap-align: start')
    return true
  }),
  habit('soft-hyphens', (draft) => {
    const text = prose(draft)
    const [node] = text?.childNodes ?? []
    if (node === undefined || !isText(node)) return null
    node.value = node.value.replaceAll(/\b(\w{5})(\w{5,})/g, '$1\u00ad$2')
    return true
  }),
  habit('number-as-time', (draft) => {
    const element = firstOf(
      draft,
      (each) =>
        each.tagName === 'p' &&
        elementsIn(each).length === 0 &&
        /\b(?:19|20)\d\d\b/.test(plainText(each)),
    )
    const [node] = element?.childNodes ?? []
    if (element === undefined || node === undefined || !isText(node)) return null
    const [before = '', year = '', after = ''] = node.value.split(/\b((?:19|20)\d\d)\b(.*)/s)
    node.value = before
    append(element, made(`<time datetime="${year}">${year}</time>`))
    if (after !== '') append(element, made(`<span>${after}</span>`))
    return true
  }),
]
