import { addRules, type Draft, tagged } from './draft.ts'
import { scriptsOf } from './dead.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  addStyle,
  ancestorsOf,
  append,
  attribute,
  type Element,
  empty,
  elementsIn,
  has,
  insertAfter,
  made,
  pathOf,
  removeAttribute,
  setAttribute,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'dead', dimension: 'Functionality' }) as const

const links =
  (fits: RegExp) =>
  (draft: Draft): readonly Element[] =>
    tagged(draft, 'a').filter((link) => fits.test(attribute(link, 'href') ?? ''))

const relinked = (id: string, fits: RegExp, change: (href: string) => string): Operator =>
  onElement(about(id), links(fits), (link) => {
    setAttribute(link, 'href', change(attribute(link, 'href') ?? ''))
    return link
  })

const own = /^(?:#.|[\w-]+\.html)/

const forms = (draft: Draft): readonly Element[] =>
  tagged(draft, 'form').filter((form) => attribute(form, 'method') !== 'dialog')

const fieldsOf = (form: Element): readonly Element[] =>
  elementsIn(form).filter(({ tagName }) => ['input', 'select', 'textarea'].includes(tagName))

const fieldsIn = (draft: Draft): readonly Element[] =>
  forms(draft).flatMap((form) => fieldsOf(form))

const formOf = (field: Element): readonly Element[] =>
  ancestorsOf(field).filter(({ tagName }) => tagName === 'form')

const onField = (
  id: string,
  fits: (field: Element) => boolean,
  change: (field: Element) => void,
): Operator =>
  onElement(
    about(id),
    (draft) => fieldsIn(draft).filter((field) => fits(field)),
    (field) => {
      change(field)
      return [
        field,
        ...formOf(field),
        ...formOf(field).flatMap((form) =>
          elementsIn(form).filter(({ tagName }) => tagName === 'button'),
        ),
      ]
    },
  )

const isText = (field: Element): boolean =>
  field.tagName === 'input' && /^(?:text|email|tel|)$/.test(attribute(field, 'type') ?? '')

/** A field of plain text that is only to be read may open a calendar; these have no such use. */
const isForReaching = (field: Element): boolean =>
  field.tagName === 'input' && /^(?:email|tel)$/.test(attribute(field, 'type') ?? '')

/** Code at the end of the script of the page, or in a script of its own. */
function coded(draft: Draft, code: string): readonly string[] {
  const [script] = scriptsOf(draft)
  if (script !== undefined) {
    draft.files[script.path] = `${script.source}\n${code}\n`
    return [script.path]
  }
  const body = draft.elements.find(({ tagName }) => tagName === 'body')
  if (body !== undefined) append(body, made(`<script>${code}</script>`))
  return [draft.site.entry]
}

const added = (id: string, source: string): Operator =>
  onElement(
    about(id),
    (draft) =>
      tagged(draft, 'p').filter(
        (each) =>
          ancestorsOf(each).some(({ tagName }) => tagName === 'main') &&
          !ancestorsOf(each).some(({ tagName }) => ['form', 'a', 'li', 'button'].includes(tagName)),
      ),
    (element) => {
      const extra = made(source)
      insertAfter(element, extra)
      return [extra, ...elementsIn(extra)]
    },
  )

const whole = (id: string, code: string): Operator =>
  onPage(about(id), (draft) => ({
    selectors: ['html', 'body', 'script'],
    files: coded(draft, code),
  }))

const inHead = (id: string, source: string): Operator =>
  onPage(about(id), (draft) => {
    const title = draft.elements.find(({ tagName }) => tagName === 'title')
    if (title === undefined) return null
    const extra = made(source)
    insertAfter(title, extra)
    const file = attribute(extra, 'href') ?? 'theme-2019.css'
    return { selectors: ['html', 'head', pathOf(extra)], files: [draft.site.entry, file] }
  })

const onForm = (id: string, code: (target: string) => string): Operator =>
  onElement(about(id), forms, (form, draft) => ({
    selectors: [form, ...elementsIn(form)].map((each) => pathOf(each)),
    files: coded(draft, code(pathOf(form))),
  }))

export const errandOperators: readonly Operator[] = [
  relinked(
    'link-wrong-case',
    /^[a-z][\w-]*\.html/,
    (href) => href.slice(0, 1).toUpperCase() + href.slice(1),
  ),
  relinked(
    'link-to-missing-fragment-elsewhere',
    /^[\w-]+\.html$/,
    (href) => `${href}#no-such-part`,
  ),
  relinked('mail-address-broken', /^mailto:/, () => 'mailto:bread(at)kornblum'),
  relinked('phone-number-broken', /^tel:/, () => 'tel:call-us'),
  relinked('link-to-own-machine', own, () => 'http://localhost:3000/pricing'),
  relinked('link-undefined', own, () => 'undefined'),
  relinked('link-without-address', own, () => ''),
  relinked('link-to-disk', own, () => 'file:///C:/Users/me/site/index.html'),
  relinked('link-half-typed', own, () => 'https://'),
  added(
    'button-added-dead',
    '<p><button type="button" style="min-height: 44px">Show more</button></p>',
  ),
  added(
    'button-calls-nothing',
    '<p><button type="button" style="min-height: 44px" onclick="openBasket()">Show the basket</button></p>',
  ),
  onElement(
    about('select-without-choices'),
    (draft) =>
      forms(draft).flatMap((form) =>
        elementsIn(form).filter(({ tagName }) => tagName === 'select'),
      ),
    (field) => {
      empty(field)
      return [field, ...formOf(field)]
    },
  ),
  added('details-without-summary', '<details><p>More about it.</p></details>'),
  added(
    'frame-missing',
    '<iframe src="map-2019.html" title="Map" width="280" height="120"></iframe>',
  ),
  added(
    'film-missing',
    '<video controls width="280" height="160" src="tour-2019.mp4" aria-label="Tour"></video>',
  ),
  onField(
    'field-without-name',
    (field) => has(field, 'name') && isText(field),
    (field) => removeAttribute(field, 'name'),
  ),
  onField('field-disabled', isText, (field) => setAttribute(field, 'disabled', '')),
  onField('field-read-only', isForReaching, (field) => setAttribute(field, 'readonly', '')),
  onField('field-too-short', isText, (field) => setAttribute(field, 'maxlength', '3')),
  onField(
    'email-as-text',
    (field) => attribute(field, 'type') === 'email',
    (field) => setAttribute(field, 'type', 'text'),
  ),
  onForm(
    'form-swallows-submit',
    (target) =>
      `document.querySelector(${JSON.stringify(target)}).addEventListener('submit', (event) => { event.preventDefault(); event.stopImmediatePropagation() }, true);`,
  ),
  onForm(
    'form-submit-throws',
    (target) =>
      `document.querySelector(${JSON.stringify(target)}).addEventListener('submit', (event) => { event.preventDefault(); basket.items.push(1) }, true);`,
  ),
  whole('promise-rejected', "Promise.reject(new Error('settings are missing'));"),
  onPage(about('data-missing'), (draft) => ({
    selectors: ['html', 'body', 'script'],
    files: [
      'data/prices-2019.json',
      ...coded(draft, "fetch('data/prices-2019.json').catch(() => undefined);"),
    ],
  })),
  whole('script-does-not-parse', "const broken = {{ 'a': 1 ;"),
  whole('page-greets-with-alert', "alert('Welcome!');"),
  whole('page-goes-away', "setTimeout(() => { location.href = 'elsewhere-2019.html' }, 30);"),
  inHead('icon-missing', '<link rel="icon" href="favicon-2019.png" type="image/png">'),
  inHead('style-import-missing', '<style>@import url("theme-2019.css");</style>'),
  inHead(
    'preload-missing',
    '<link rel="preload" href="fonts/old-2019.woff2" as="font" type="font/woff2" crossorigin>',
  ),
  onElement(
    about('background-missing'),
    (draft) => tagged(draft, 'section', 'article'),
    (element) => {
      addStyle(element, "background-image: url('images/texture-2019.png')")
      return { selectors: [pathOf(element)], files: ['images/texture-2019.png'] }
    },
  ),
  onElement(
    about('picture-source-missing'),
    (draft) => tagged(draft, 'img'),
    (image) => {
      setAttribute(image, 'srcset', 'images/large-2019.png 1x')
      return { selectors: [pathOf(image)], files: ['images/large-2019.png'] }
    },
  ),
  onPage({ ...about('variable-undefined'), alsoIn: ['Design Quality'] }, (draft) => {
    const target = tagged(draft, 'h2')[0]
    const lines = addRules(draft, 'h2 { color: var(--colour-of-nothing); }')
    return lines === null || target === undefined
      ? null
      : { selectors: tagged(draft, 'h2').map((each) => pathOf(each)), files: lines }
  }),
  onPage({ ...about('style-does-not-parse'), alsoIn: ['Design Quality'] }, (draft) => {
    const [sheet] = draft.sheets
    if (sheet === undefined) return null
    draft.files[sheet.path] = `${sheet.root.toString()}\n.late { color: \n.later { margin: 0 }\n`
    return { selectors: ['html', 'head'], files: [sheet.path] }
  }),
]
