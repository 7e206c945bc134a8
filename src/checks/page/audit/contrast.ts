import { contrastRatio } from '../../../model/colour.ts'
import { hexOf } from '../../../kit/colour.ts'
import { atRatio, type Colour, mix } from './colour.ts'
import { type Draft, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import { pick, type Random } from './random.ts'
import { backgroundOf, palette, sizeOf, textColour } from './style.ts'
import { addStyle, attribute, type Element, hasOwnText, plainText } from './tree.ts'

const about = (id: string) => ({ id, class: 'contrast', dimension: 'Design Quality' }) as const

/** A colour of the page's own that is too close to the background, or a mixture where it has none. */
function tooPale(draft: Draft, behind: Colour, most: number, random: Random): string {
  const own = palette(draft).filter(([, colour]) => {
    const now = contrastRatio(colour, behind)
    return now >= 1.15 && now < most - 0.3
  })
  const chosen = pick(own, random)
  if (chosen !== undefined) return `var(${chosen[0]})`
  const far =
    contrastRatio(behind, { r: 0, g: 0, b: 0 }) > 5
      ? { r: 0, g: 0, b: 0 }
      : { r: 255, g: 255, b: 255 }
  return hexOf(atRatio(far, behind, Math.max(1.2, most * 0.55)))
}

const bodyText = (draft: Draft): readonly Element[] =>
  tagged(draft, 'p', 'li', 'td', 'dd', 'figcaption', 'label', 'a', 'span', 'caption').filter(
    (element) =>
      hasOwnText(element) && plainText(element).length > 2 && sizeOf(draft, element) < 18.6,
  )

/** Makes the text of an element too pale for what lies behind it. */
function makePale(element: Element, draft: Draft, most: number, random: Random): Element | null {
  const behind = backgroundOf(draft, element)
  if (behind === null) return null
  addStyle(element, `color: ${tooPale(draft, behind, most, random)}`)
  return element
}

function overPicture(element: Element, draft: Draft): Element | null {
  const text = textColour(draft, element)
  const behind = backgroundOf(draft, element)
  if (text === null || behind === null || plainText(element).length < 20) return null
  const fill = hexOf(mix(text, behind, 0.2))
  draft.files['images/backdrop.svg'] =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" fill="${fill}"/></svg>\n`
  addStyle(element, "background-image: url('images/backdrop.svg')")
  return element
}

const fields = (draft: Draft): readonly Element[] =>
  tagged(draft, 'input', 'select', 'textarea').filter(
    (field) =>
      !['checkbox', 'radio', 'range', 'hidden', 'submit', 'color'].includes(
        attribute(field, 'type') ?? 'text',
      ),
  )

function paleBorder(field: Element, draft: Draft): Element | null {
  const inside = backgroundOf(draft, field)
  const outside = parentBackground(draft, field)
  if (inside === null || outside === null || contrastRatio(inside, outside) >= 2.5) return null
  const pale = palette(draft).find(
    ([, each]) => contrastRatio(each, outside) < 2 && contrastRatio(each, inside) < 2,
  )
  addStyle(field, `border-color: ${pale === undefined ? hexOf(outside) : `var(${pale[0]})`}`)
  return field
}

function parentBackground(draft: Draft, element: Element): Colour | null {
  const { parentNode } = element
  return parentNode !== null && 'tagName' in parentNode ? backgroundOf(draft, parentNode) : null
}

export const contrastOperators: readonly Operator[] = [
  onElement(about('contrast-text'), bodyText, (element, draft, random) =>
    makePale(element, draft, 4.5, random),
  ),
  onElement(
    about('contrast-large-text'),
    (draft) => tagged(draft, 'h1', 'h2').filter((each) => sizeOf(draft, each) >= 24),
    (element, draft, random) => makePale(element, draft, 3, random),
  ),
  onElement(
    about('contrast-over-picture'),
    (draft) => tagged(draft, 'p', 'li').filter((each) => hasOwnText(each)),
    overPicture,
  ),
  onElement({ ...about('contrast-field-border'), alsoIn: ['Functionality'] }, fields, paleBorder),
]
