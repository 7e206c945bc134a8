import { type Draft, firstTag, placeOf, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  attribute,
  detach,
  type Element,
  insertAfter,
  made,
  removeAttribute,
  retag,
  setAttribute,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'a11y', dimension: 'Functionality' }) as const
const meta = (id: string) => ({ id, class: 'meta', dimension: 'Functionality' }) as const

const html = (draft: Draft): readonly Element[] =>
  draft.elements.filter(({ tagName }) => tagName === 'html')

/** A heading of the third level that jumps to the fifth. */
function skipLevel(heading: Element, draft: Draft) {
  const levels = tagged(draft, 'h1', 'h2', 'h3', 'h4')
  const before = levels[levels.indexOf(heading) - 1]
  if (before === undefined || Number(before.tagName[1]) >= 4) return null
  return retag(heading, `h${Number(before.tagName[1]) + 2}`)
}

const viewport = (draft: Draft): readonly Element[] =>
  draft.elements.filter((each) => each.tagName === 'meta' && attribute(each, 'name') === 'viewport')

export const structureOperators: readonly Operator[] = [
  onElement(about('heading-level-skipped'), (draft) => tagged(draft, 'h2', 'h3'), skipLevel),
  onElement(
    about('no-h1'),
    (draft) => tagged(draft, 'h1'),
    (heading) => {
      const box = retag(heading, 'div')
      return { ...placeOf(box), selectors: [...placeOf(box).selectors, 'html', 'body', 'h1'] }
    },
  ),
  onElement(about('lang-missing'), html, (element) => {
    removeAttribute(element, 'lang')
    return element
  }),
  onElement(meta('zoom-disabled'), viewport, (tag, draft) => {
    setAttribute(
      tag,
      'content',
      'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no',
    )
    return { selectors: ['head', 'html', 'meta[name=viewport]'], files: [draft.site.entry] }
  }),
  onElement(meta('viewport-missing'), viewport, (tag, draft) => {
    detach(tag)
    return { selectors: ['html', 'head', 'title', 'body'], files: [draft.site.entry] }
  }),
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
