import { addRules, type Draft, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import {
  addStyle,
  ancestorsOf,
  attribute,
  childElements,
  type Element,
  elementsIn,
  hasOwnText,
  parentOf,
  pathOf,
  plainText,
  removeAttribute,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'mobile', dimension: 'Functionality' }) as const

const styled = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  declarations: string,
): Operator =>
  onElement(about(id), candidates, (element) => {
    addStyle(element, declarations)
    return [element, ...elementsIn(element)]
  })

const paragraphs =
  (least: number) =>
  (draft: Draft): readonly Element[] =>
    tagged(draft, 'p', 'li', 'dd').filter(
      (each) => hasOwnText(each) && plainText(each).length >= least && !inScroller(each),
    )

const inScroller = (element: Element): boolean =>
  ancestorsOf(element).some((each) => /scroll/.test(attribute(each, 'class') ?? '')) ||
  ancestorsOf(element).some(({ tagName }) => tagName === 'nav')

const blocks = (draft: Draft): readonly Element[] =>
  seen(draft).filter(
    (each) =>
      ['ul', 'ol', 'form', 'figure', 'article', 'div', 'dl'].includes(each.tagName) &&
      plainText(each).length > 30 &&
      !inScroller(each) &&
      ancestorsOf(each).some(({ tagName }) => tagName === 'main'),
  )

/** Text that is pulled up over the text before it. */
function overlap(element: Element) {
  const parent = parentOf(element)
  const siblings = parent === null ? [] : childElements(parent)
  const before = siblings[siblings.indexOf(element) - 1]
  if (before === undefined || plainText(before).length < 12 || !hasOwnText(before)) return null
  addStyle(element, 'position: relative; top: -2.25rem')
  return [element, before]
}

/** The box that let a wide table scroll no longer does. */
function unscrolled(table: Element) {
  const box = ancestorsOf(table).find((each) => /scroll/.test(attribute(each, 'class') ?? ''))
  if (box === undefined) return null
  addStyle(box, 'overflow: visible')
  return [box, table, ...elementsIn(table)]
}

const smallControls = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter(
    (each) =>
      plainText(each).length > 0 &&
      ancestorsOf(each).some(({ tagName }) => ['nav', 'ul'].includes(tagName)),
  )

/** Controls of a few pixels each, one right below the other: no room saves them. */
function tiny(control: Element) {
  const row = ancestorsOf(control).find(({ tagName }) => tagName === 'nav' || tagName === 'ul')
  const all =
    row === undefined
      ? []
      : elementsIn(row).filter(({ tagName }) => ['a', 'button'].includes(tagName))
  if (row === undefined || all.length < 2) return null
  for (const each of elementsIn(row)) addStyle(each, 'display: block; margin: 0; padding: 0')
  addStyle(row, 'display: block')
  for (const each of all)
    addStyle(each, 'min-height: 0; min-width: 0; height: 14px; line-height: 14px')
  return [row, ...all]
}

const mainActions = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter(
    (each) =>
      plainText(each) !== '' &&
      ancestorsOf(each).some(({ tagName }) => tagName === 'main' || tagName === 'header') &&
      !ancestorsOf(each).some(({ tagName }) => tagName === 'nav'),
  )

/** On a phone the control is gone. */
function goneOnPhones(control: Element, draft: Draft) {
  const name = (attribute(control, 'class') ?? '').split(/\s+/)[0] ?? ''
  if (name === '') return null
  const all = tagged(draft, 'a', 'button').filter((each) =>
    (attribute(each, 'class') ?? '').split(/\s+/).includes(name),
  )
  const lines = addRules(
    draft,
    `@media (max-width: 480px) { .${name} { display: none !important; } }`,
  )
  return lines === null ? null : { selectors: all.map((each) => pathOf(each)), files: lines }
}

const images = (draft: Draft): readonly Element[] =>
  tagged(draft, 'img').filter((each) => Number(attribute(each, 'width') ?? '0') >= 200)

export const mobileOperators: readonly Operator[] = [
  styled('overflow-wide-block', blocks, 'width: 860px; max-width: none'),
  styled('overflow-min-width', paragraphs(20), 'min-width: 680px'),
  styled('overflow-no-wrap', paragraphs(60), 'white-space: nowrap'),
  onElement(about('overflow-image'), images, (image) => {
    addStyle(image, 'width: 940px; max-width: none')
    return image
  }),
  onElement(about('table-without-scroller'), (draft) => tagged(draft, 'table'), unscrolled),
  styled('text-clipped', paragraphs(60), 'height: 1.1em; overflow: hidden'),
  styled(
    'text-cut-with-dots',
    paragraphs(60),
    'white-space: nowrap; overflow: hidden; text-overflow: ellipsis',
  ),
  onElement(
    about('text-overlaps'),
    (draft) => tagged(draft, 'p').filter((each) => hasOwnText(each) && plainText(each).length > 12),
    overlap,
  ),
  styled('text-tiny', paragraphs(10), 'font-size: 10px'),
  onElement(about('targets-tiny'), smallControls, tiny),
  styled('control-off-canvas', mainActions, 'position: absolute; left: -9000px'),
  styled('control-past-the-edge', mainActions, 'position: relative; left: 120vw'),
  onElement(
    { ...about('control-gone-on-phones'), alsoIn: ['Completeness'] },
    mainActions,
    goneOnPhones,
  ),
  onElement(about('spacing-locked'), paragraphs(60), (element) => {
    removeAttribute(element, 'class')
    addStyle(element, 'line-height: 0.7')
    return element
  }),
]
