import { type Draft, firstTag, placeOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  ancestorsOf,
  append,
  attribute,
  childElements,
  detach,
  type Element,
  elementsIn,
  has,
  insertAfter,
  made,
  plainText,
  removeAttribute,
  retag,
  setAttribute,
  setText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'a11y', dimension: 'Functionality' }) as const
const meta = (id: string) => ({ id, class: 'meta', dimension: 'Functionality' }) as const

const html = (draft: Draft): readonly Element[] =>
  draft.elements.filter(({ tagName }) => tagName === 'html')

const retagged = (id: string, from: string, to: string): Operator =>
  onElement(
    about(id),
    (draft) => tagged(draft, from),
    (element) => retag(element, to),
  )

/** A heading of the third level that jumps to the fifth. */
function skipLevel(heading: Element, draft: Draft) {
  const levels = tagged(draft, 'h1', 'h2', 'h3', 'h4')
  const before = levels[levels.indexOf(heading) - 1]
  if (before === undefined || Number(before.tagName[1]) >= 4) return null
  return retag(heading, `h${Number(before.tagName[1]) + 2}`)
}

function headerless(table: Element) {
  const heads = elementsIn(table).filter(({ tagName }) => tagName === 'th')
  if (heads.length === 0) return null
  for (const head of heads) {
    removeAttribute(head, 'scope')
    retag(head, 'td')
  }
  return table
}

function brokenList(list: Element) {
  const items = childElements(list).filter(({ tagName }) => tagName === 'li')
  if (items.length < 2) return null
  const changed = items.map((item) => retag(item, 'div'))
  return [list, ...changed]
}

function frameWithoutTitle(draft: Draft) {
  const main = tagged(draft, 'main', 'section').at(-1)
  if (main === undefined) return null
  const other = Object.keys(draft.site.files).find(
    (path) => path.endsWith('.html') && path !== draft.site.entry,
  )
  const frame = made(
    other === undefined
      ? '<iframe srcdoc="" width="280" height="120"></iframe>'
      : `<iframe src="${other}" width="280" height="120"></iframe>`,
  )
  append(main, frame)
  return frame
}

const viewport = (draft: Draft): readonly Element[] =>
  draft.elements.filter((each) => each.tagName === 'meta' && attribute(each, 'name') === 'viewport')

const setViewport = (id: string, content: string): Operator =>
  onElement(meta(id), viewport, (tag, draft) => {
    setAttribute(tag, 'content', content)
    return { selectors: ['head', 'html', 'meta[name=viewport]'], files: [draft.site.entry] }
  })

const removedFromHead = (id: string, find: (element: Element) => boolean): Operator =>
  onElement(
    meta(id),
    (draft) => draft.elements.filter((each) => find(each)),
    (element, draft) => {
      detach(element)
      return { selectors: ['html', 'head', 'title', 'body'], files: [draft.site.entry] }
    },
  )

const nested = (link: Element) => {
  if (elementsIn(link).length > 0 || plainText(link) === '') return null
  const words = plainText(link)
  setText(link, '')
  append(link, made(`<button type="button">${words}</button>`))
  return link
}

export const structureOperators: readonly Operator[] = [
  onElement(about('heading-level-skipped'), (draft) => tagged(draft, 'h2', 'h3'), skipLevel),
  retagged('second-h1', 'h2', 'h1'),
  onElement(
    about('no-h1'),
    (draft) => tagged(draft, 'h1'),
    (heading) => {
      const box = retag(heading, 'div')
      return { ...placeOf(box), selectors: [...placeOf(box).selectors, 'html', 'body', 'h1'] }
    },
  ),
  onElement(
    about('heading-faked'),
    (draft) => tagged(draft, 'h2'),
    (heading) => {
      const id = attribute(heading, 'id')
      const fake = retag(heading, 'p')
      setAttribute(fake, 'style', 'font-size: 2rem; font-weight: 700; line-height: 1.2')
      return id === undefined ? fake : placeOf(fake)
    },
  ),
  onElement(
    about('no-main'),
    (draft) => tagged(draft, 'main'),
    (main) => {
      const box = retag(main, 'div')
      return { ...placeOf(box), selectors: [...placeOf(box).selectors, 'html', 'body'] }
    },
  ),
  onElement(about('lang-missing'), html, (element) => {
    removeAttribute(element, 'lang')
    return element
  }),
  onElement(about('lang-unknown'), html, (element) => {
    setAttribute(element, 'lang', 'english')
    return element
  }),
  onElement(
    about('title-empty'),
    (draft) =>
      draft.elements.filter(
        (each) =>
          each.tagName === 'title' && ancestorsOf(each).some(({ tagName }) => tagName === 'head'),
      ),
    (title, draft) => {
      setText(title, '')
      return { selectors: ['html', 'head', 'title'], files: [draft.site.entry] }
    },
  ),
  onElement(about('table-without-headers'), (draft) => tagged(draft, 'table'), headerless),
  onElement(about('list-broken'), (draft) => tagged(draft, 'ul', 'ol'), brokenList),
  onPage(about('frame-without-title'), frameWithoutTitle),
  onElement(about('control-in-link'), (draft) => tagged(draft, 'a'), nested),
  onElement(
    about('skip-link-dead'),
    (draft) =>
      draft.elements.filter((each) => each.tagName === 'a' && /^skip/i.test(plainText(each))),
    (link, draft) => {
      const target = (attribute(link, 'href') ?? '').slice(1)
      const main = draft.elements.find((each) => attribute(each, 'id') === target)
      if (target === '' || main === undefined) return null
      setAttribute(link, 'href', '#nowhere')
      return link
    },
  ),
  onElement(
    about('group-without-name'),
    (draft) => seen(draft).filter((each) => each.tagName === 'legend'),
    (legend) => {
      const [fieldset] = ancestorsOf(legend)
      const text = retag(legend, 'p')
      return fieldset === undefined ? null : [fieldset, text]
    },
  ),
  onElement(
    about('nav-not-a-landmark'),
    (draft) => tagged(draft, 'nav'),
    (nav) => {
      removeAttribute(nav, 'aria-label')
      const box = retag(nav, 'div')
      return { ...placeOf(box), selectors: [...placeOf(box).selectors, 'html', 'body'] }
    },
  ),
  setViewport(
    'zoom-disabled',
    'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no',
  ),
  setViewport('viewport-fixed-width', 'width=1280'),
  removedFromHead(
    'viewport-missing',
    (each) => each.tagName === 'meta' && attribute(each, 'name') === 'viewport',
  ),
  removedFromHead('charset-missing', (each) => each.tagName === 'meta' && has(each, 'charset')),
  onPage(meta('doctype-missing'), (draft) => {
    draft.document.childNodes = draft.document.childNodes.filter(
      ({ nodeName }) => nodeName !== '#documentType',
    )
    return { selectors: ['html', 'body', 'head'], files: [draft.site.entry] }
  }),
  onPage(meta('page-refreshes'), (draft) => {
    const charset = draft.elements.find((each) => each.tagName === 'meta')
    if (charset === undefined) return null
    const refresh = made('<meta http-equiv="refresh" content="30">')
    insertAfter(charset, refresh)
    return { selectors: ['html', 'head', 'meta[http-equiv=refresh]'], files: [draft.site.entry] }
  }),
  onPage(meta('title-missing'), (draft) => {
    const title = firstTag(draft, 'title')
    if (title === undefined) return null
    detach(title)
    return { selectors: ['html', 'head', 'title'], files: [draft.site.entry] }
  }),
]
