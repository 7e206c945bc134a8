import { type Draft, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import { pick, type Random } from './random.ts'
import { addStyle, attribute, type Element, hasOwnText, parentOf, plainText } from './tree.ts'

const about = (id: string) => ({ id, class: 'contrast', dimension: 'Design Quality' }) as const

const texts =
  (...tags: readonly string[]) =>
  (draft: Draft): readonly Element[] =>
    tagged(draft, ...tags).filter((each) => hasOwnText(each) && plainText(each).length > 2)

/** Pairs below 3:1, too pale for a text of any size. */
const pale = [
  ['#b0b0b0', '#ffffff'],
  ['#a9b7c6', '#f4f7fa'],
  ['#6b6b6b', '#3a3a3a'],
  ['#c9a37c', '#fff7ec'],
] as const

function makePale(element: Element, _: Draft, random: Random): Element | null {
  const [text, ground] = pick(pale, random) ?? pale[0]
  addStyle(element, `color: ${text}; background: ${ground}`)
  return element
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" fill="#8f8f8f"/></svg>\n'

function overPicture(element: Element, draft: Draft): Element | null {
  if (plainText(element).length < 20) return null
  draft.files['images/backdrop.svg'] = picture
  addStyle(element, "color: #6f6f6f; background-image: url('images/backdrop.svg')")
  return element
}

const fields = (draft: Draft): readonly Element[] =>
  tagged(draft, 'input', 'select', 'textarea').filter(
    (field) =>
      !['checkbox', 'radio', 'range', 'hidden', 'submit', 'color'].includes(
        attribute(field, 'type') ?? 'text',
      ),
  )

function paleBorder(field: Element): Element | null {
  const around = parentOf(field)
  if (around === null) return null
  addStyle(around, 'background: #ffffff')
  addStyle(field, 'border: 1px solid #dedede; background: #ffffff; box-shadow: none')
  return field
}

export const contrastOperators: readonly Operator[] = [
  onElement(
    about('contrast-text'),
    texts('p', 'li', 'td', 'dd', 'figcaption', 'label', 'a', 'span', 'caption'),
    makePale,
  ),
  onElement(about('contrast-large-text'), texts('h1', 'h2'), makePale),
  onElement(about('contrast-over-picture'), texts('p', 'li'), overPicture),
  onElement({ ...about('contrast-field-border'), alsoIn: ['Functionality'] }, fields, paleBorder),
]
