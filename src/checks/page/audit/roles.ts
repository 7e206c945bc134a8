import { type Draft, placeOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { pick } from './random.ts'
import {
  ancestorsOf,
  append,
  attribute,
  childElements,
  type Element,
  elementsIn,
  has,
  hasOwnText,
  insertAfter,
  made,
  parentOf,
  plainText,
  removeAttribute,
  retag,
  setAttribute,
  setText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'a11y', dimension: 'Functionality' }) as const

/** An operator that sets one attribute to a value that does not belong there. */
const setOn = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  attributes: Readonly<Record<string, string>>,
): Operator =>
  onElement(about(id), candidates, (element) => {
    if (Object.keys(attributes).some((name) => has(element, name))) return null
    for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
    return element
  })

const plain =
  (...names: readonly string[]) =>
  (draft: Draft): readonly Element[] =>
    tagged(draft, ...names).filter((each) => !has(each, 'role') && plainText(each) !== '')

const junkAlts = ['IMG_2041', 'photo', 'Image 1', 'untitled', 'alt text', 'picture', 'DSC00017.JPG']

const speaking = (draft: Draft): readonly Element[] =>
  tagged(draft, 'img').filter((image) => (attribute(image, 'alt') ?? '').length > 8)

const labelled = (draft: Draft): readonly Element[] =>
  tagged(draft, 'label').filter((label) => has(label, 'for') && plainText(label) !== '')

const fieldOf = (draft: Draft, label: Element): readonly Element[] =>
  draft.elements.filter((each) => attribute(each, 'id') === attribute(label, 'for'))

/** Adds an element behind a paragraph of the main part. */
const added = (id: string, source: string): Operator =>
  onElement(
    about(id),
    (draft) => tagged(draft, 'p').filter((each) => inMain(each) && parentOf(each) !== null),
    (element) => {
      const extra = made(source)
      insertAfter(element, extra)
      return [extra, ...elementsIn(extra)]
    },
  )

const inMain = (element: Element): boolean =>
  ancestorsOf(element).some(({ tagName }) => tagName === 'main') &&
  !ancestorsOf(element).some(({ tagName }) => ['form', 'a', 'button', 'li'].includes(tagName))

function sameAlt(draft: Draft) {
  const [first, ...rest] = speaking(draft)
  const others = rest.filter((each) => attribute(each, 'src') !== attribute(first ?? each, 'src'))
  if (first === undefined || others.length === 0) return null
  for (const each of others) setAttribute(each, 'alt', attribute(first, 'alt') ?? '')
  return placeOf(first, ...others)
}

/** A list item that lost its list. */
function strayItems(list: Element) {
  const items = childElements(list).filter(({ tagName }) => tagName === 'li')
  if (items.length < 2 || has(list, 'role')) return null
  const box = retag(list, 'div')
  return [box, ...childElements(box)]
}

/** The words on a control and its name say different things. */
function otherName(control: Element) {
  if (plainText(control).length < 4 || has(control, 'aria-label')) return null
  if (has(control, 'aria-labelledby')) return null
  setAttribute(control, 'aria-label', 'Proceed to checkout')
  return control
}

const proseLinks = (draft: Draft): readonly Element[] =>
  tagged(draft, 'p').filter(
    (each) =>
      hasOwnText(each) &&
      plainText(each).length > 50 &&
      elementsIn(each).length === 0 &&
      inMain(each),
  )

/** Some words of a sentence become a link that looks like all the others. */
function unseenLink(paragraph: Element, draft: Draft) {
  const words = plainText(paragraph).split(' ')
  const target = Object.keys(draft.site.files).find(
    (path) => path.endsWith('.html') && path !== draft.site.entry,
  )
  if (target === undefined) return null
  const link = made(
    `<a href="${target}" style="color: inherit; text-decoration: none">${words.slice(2, 5).join(' ')}</a>`,
  )
  setText(paragraph, `${words.slice(0, 2).join(' ')} `)
  append(paragraph, link)
  const rest = made(`<span> ${words.slice(5).join(' ')}</span>`)
  append(paragraph, rest)
  return [link, paragraph]
}

export const roleOperators: readonly Operator[] = [
  onElement(about('alt-junk'), speaking, (image, _, random) => {
    setAttribute(image, 'alt', pick(junkAlts, random) ?? 'photo')
    return image
  }),
  onPage(about('alt-shared'), sameAlt),
  onElement(about('label-empty'), labelled, (label, draft) => {
    const fields = fieldOf(draft, label)
    if (fields.some((field) => has(field, 'aria-label') || has(field, 'title'))) return null
    setText(label, '')
    return [label, ...fields]
  }),
  setOn('aria-wrong-for-role', plain('a', 'h2', 'li'), { 'aria-checked': 'true' }),
  setOn('role-without-parent', plain('p', 'figure'), { role: 'tab' }),
  setOn('role-without-state', plain('p', 'figcaption'), { role: 'slider', tabindex: '0' }),
  setOn('control-made-presentation', plain('button', 'a'), { role: 'presentation' }),
  setOn('content-hidden-from-readers', (draft) => tagged(draft, 'main'), { 'aria-hidden': 'true' }),
  setOn('button-role-on-heading', plain('h2', 'h3'), { role: 'button' }),
  onElement(about('heading-empty'), plain('h2', 'h3'), (heading) => {
    if (has(heading, 'id')) return null
    setText(heading, '')
    return heading
  }),
  added('heading-added-empty', '<h3></h3>'),
  onElement(about('items-without-list'), (draft) => tagged(draft, 'ul', 'ol'), strayItems),
  onElement(about('label-not-in-name'), plain('button', 'a'), otherName),
  onElement(about('link-like-text'), proseLinks, unseenLink),
  onElement(
    about('language-wrong'),
    (draft) => draft.elements.filter(({ tagName }) => tagName === 'html'),
    (element) => {
      setAttribute(element, 'lang', 'de')
      return { selectors: ['html'], files: [] }
    },
  ),
  setOn('language-of-part-unknown', plain('p', 'li'), { lang: 'xq-nowhere' }),
  onElement(
    about('title-generic'),
    (draft) => draft.elements.filter((each) => each.tagName === 'title'),
    (title, draft, random) => {
      if (!ancestorsOf(title).some(({ tagName }) => tagName === 'head')) return null
      setText(title, pick(['Document', 'Untitled', 'Home', 'index', 'React App'], random) ?? 'Home')
      return { selectors: ['html', 'head', 'title'], files: [draft.site.entry] }
    },
  ),
  onElement(
    about('second-main'),
    (draft) => tagged(draft, 'section').slice(1),
    (section) => {
      const main = retag(section, 'main')
      return [main, ...elementsIn(main).slice(0, 3)]
    },
  ),
  onElement(
    about('dialog-without-name'),
    (draft) => draft.elements.filter(({ tagName }) => tagName === 'dialog'),
    (dialog) => {
      if (!has(dialog, 'aria-labelledby') && !has(dialog, 'aria-label')) return null
      removeAttribute(dialog, 'aria-labelledby')
      removeAttribute(dialog, 'aria-label')
      return dialog
    },
  ),
  onElement(
    about('scroller-not-for-keyboard'),
    (draft) =>
      seen(draft).filter(
        (each) =>
          attribute(each, 'tabindex') === '0' && /scroll/.test(attribute(each, 'class') ?? ''),
      ),
    (box) => {
      removeAttribute(box, 'tabindex')
      return [box, ...elementsIn(box).slice(0, 2)]
    },
  ),
  onElement(
    about('header-cell-empty'),
    (draft) => tagged(draft, 'th'),
    (cell) => {
      const [row] = ancestorsOf(cell)
      setText(cell, '')
      return row === undefined ? cell : [cell, row]
    },
  ),
  added(
    'picture-button-without-name',
    '<p><input type="image" src="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%2748%27 height=%2748%27/%3E" width="48" height="48"></p>',
  ),
  added(
    'drawing-without-name',
    '<svg role="img" width="120" height="60" viewBox="0 0 120 60"><rect width="120" height="60" fill="currentColor"></rect></svg>',
  ),
  added('field-without-label', '<p><input type="text" name="extra" style="min-height: 44px"></p>'),
  onElement(
    about('autocomplete-wrong'),
    (draft) => tagged(draft, 'input').filter((each) => attribute(each, 'type') === 'email'),
    (field) => {
      setAttribute(field, 'autocomplete', 'bday-day')
      return field
    },
  ),
]
