import { type Draft, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import {
  addStyle,
  ancestorsOf,
  attribute,
  type Element,
  elementsIn,
  hasOwnText,
  plainText,
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

const images = (draft: Draft): readonly Element[] =>
  tagged(draft, 'img').filter((each) => Number(attribute(each, 'width') ?? '0') >= 200)

export const mobileOperators: readonly Operator[] = [
  styled('overflow-wide-block', blocks, 'width: 860px; max-width: none'),
  onElement(about('overflow-image'), images, (image) => {
    addStyle(image, 'width: 940px; max-width: none')
    return image
  }),
  styled('text-clipped', paragraphs(60), 'height: 1.1em; overflow: hidden'),
  styled('text-tiny', paragraphs(10), 'font-size: 10px'),
  onElement(about('targets-tiny'), smallControls, tiny),
  styled('control-off-canvas', mainActions, 'position: absolute; left: -9000px'),
]
