import { addRules, type Draft, firstTag, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  addStyle,
  ancestorsOf,
  attribute,
  childElements,
  type Element,
  elementsIn,
  hasOwnText,
  insertAfter,
  insertFirst,
  made,
  parentOf,
  pathOf,
  plainText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'mobile', dimension: 'Functionality' }) as const

const inScroller = (element: Element): boolean =>
  ancestorsOf(element).some(
    (each) => /scroll/.test(attribute(each, 'class') ?? '') || each.tagName === 'nav',
  )

const prose =
  (least: number) =>
  (draft: Draft): readonly Element[] =>
    tagged(draft, 'p', 'li', 'dd', 'h2').filter(
      (each) => hasOwnText(each) && plainText(each).length >= least && !inScroller(each),
    )

const sections = (draft: Draft): readonly Element[] =>
  tagged(draft, 'section').filter((each) => parentOf(each)?.tagName === 'main')

const styled = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  declarations: string,
): Operator =>
  onElement({ ...about(id), alsoIn: ['Completeness'] }, candidates, (element) => {
    addStyle(element, declarations)
    return [element, ...elementsIn(element)]
  })

/** A rule for phones only, on one element. */
const onPhones = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  declarations: string,
  media = '(max-width: 480px)',
): Operator =>
  onElement(
    { ...about(id), alsoIn: ['Design Quality', 'Completeness'] },
    candidates,
    (element, draft) => {
      const lines = addRules(draft, `@media ${media} { ${pathOf(element)} { ${declarations} } }`)
      return lines === null
        ? null
        : { selectors: [element, ...elementsIn(element)].map((each) => pathOf(each)), files: lines }
    },
  )

const actions = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter(
    (each) =>
      plainText(each).length > 8 &&
      ancestorsOf(each).some(({ tagName }) => tagName === 'main') &&
      !inScroller(each),
  )

const cardRows = (draft: Draft): readonly Element[] =>
  seen(draft).filter(
    (each) =>
      ['ul', 'ol', 'div'].includes(each.tagName) &&
      childElements(each).length >= 3 &&
      childElements(each).every((child) => plainText(child).length > 12) &&
      !inScroller(each) &&
      ancestorsOf(each).some(({ tagName }) => tagName === 'main'),
  )

const fields = (draft: Draft): readonly Element[] =>
  tagged(draft, 'input', 'select').filter((each) => attribute(each, 'type') !== 'checkbox')

const pictures = (draft: Draft): readonly Element[] =>
  tagged(draft, 'img').filter((each) => Number(attribute(each, 'width') ?? '0') >= 200)

/** A word so long that no phone has room for it, in place of nothing: a part number. */
function longWord(element: Element) {
  const word = made(`<span>Donaudampfschiff${'fahrtsgesellschaft'.repeat(3)}</span>`)
  insertAfter(element, word)
  return [element, word, ...(parentOf(element) === null ? [] : [parentOf(element) ?? word])]
}

/** A bar that stays at the foot of the screen and lies over what is there. */
function fixedBar(draft: Draft) {
  const body = firstTag(draft, 'body')
  if (body === undefined) return null
  const bar = made(
    '<div style="position: fixed; inset: 0 0 auto 0; height: 180px; z-index: 50; background: #222222"></div>',
  )
  insertFirst(body, bar)
  return {
    selectors: [
      pathOf(bar),
      ...seen(draft)
        .slice(0, 40)
        .map((each) => pathOf(each)),
    ],
    files: [],
  }
}

export const narrowOperators: readonly Operator[] = [
  styled('overflow-screen-wide', sections, 'width: 100vw; margin-left: 24px'),
  styled('overflow-negative-margin', prose(30), 'margin-right: -220px'),
  onElement(about('overflow-long-word'), prose(20), longWord),
  styled(
    'overflow-fixed-columns',
    cardRows,
    'display: grid; grid-template-columns: repeat(3, 240px)',
  ),
  styled(
    'overflow-row-of-cards',
    cardRows,
    'display: flex; flex-wrap: nowrap; gap: 16px; min-width: 900px',
  ),
  styled('overflow-shifted', sections, 'transform: translateX(90px)'),
  styled('overflow-field', fields, 'width: 560px; max-width: none'),
  onPhones(
    'overflow-on-tablets-only',
    cardRows,
    'min-width: 1180px',
    '(min-width: 700px) and (max-width: 1100px)',
  ),
  styled('text-height-fixed', sections, 'max-height: 120px; overflow: hidden'),
  styled(
    'text-clamped',
    prose(90),
    'display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical; overflow: hidden',
  ),
  styled('text-shrunk', prose(20), 'transform: scale(0.55); transform-origin: left top'),
  styled('text-tiny-by-screen', prose(20), 'font-size: 2.2vw'),
  styled('text-set-off-screen', prose(20), 'text-indent: -9999px; overflow: hidden'),
  onPhones('text-gone-on-phones', prose(60), 'display: none'),
  onPhones('text-clipped-on-phones', prose(90), 'height: 1.5em; overflow: hidden'),
  onPhones('text-tiny-on-phones', prose(30), 'font-size: 9px'),
  styled(
    'button-words-cut',
    actions,
    'display: inline-block; width: 56px; white-space: nowrap; overflow: hidden',
  ),
  onPage(about('scroll-locked'), (draft) => {
    const lines = addRules(draft, 'html, body { height: 100%; overflow: hidden; }')
    return lines === null ? null : { selectors: ['html', 'body', 'main'], files: lines }
  }),
  onPage(about('bar-covers-content'), fixedBar),
  onElement({ ...about('image-squashed'), alsoIn: ['Design Quality'] }, pictures, (image) => {
    addStyle(image, 'width: 320px; height: 60px; object-fit: fill')
    return image
  }),
  onElement(about('image-over-text'), pictures, (image) => {
    addStyle(image, 'position: absolute; width: 320px; height: 320px; margin-top: 200px')
    const near = ancestorsOf(image).slice(0, 3)
    return [image, ...near.flatMap((each) => [each, ...elementsIn(each)])]
  }),
]
