import { type Draft, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import {
  ancestorsOf,
  attribute,
  type Element,
  elementsIn,
  has,
  made,
  plainText,
  removeAttribute,
  retag,
  setAttribute,
  setText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'a11y', dimension: 'Functionality' }) as const

/** Pictures that say something, as their alternative text shows. */
const speakingImages = (draft: Draft): readonly Element[] =>
  tagged(draft, 'img').filter((image) => (attribute(image, 'alt') ?? '').length > 8)

const labels = (draft: Draft): readonly Element[] =>
  tagged(draft, 'label').filter((label) => fieldOf(draft, label) !== undefined)

const fieldOf = (draft: Draft, label: Element): Element | undefined => {
  const target = attribute(label, 'for')
  return target === undefined
    ? undefined
    : draft.elements.find((each) => attribute(each, 'id') === target)
}

const nameless = (field: Element): boolean =>
  !has(field, 'aria-label') && !has(field, 'aria-labelledby') && !has(field, 'title')

function loseLabel(label: Element, draft: Draft) {
  const field = fieldOf(draft, label)
  if (field === undefined || !nameless(field)) return null
  removeAttribute(label, 'for')
  const text = retag(label, 'span')
  return [field, text]
}

/** Takes the words off a control and leaves a picture without a name. */
function namelessControl(control: Element) {
  const words = plainText(control)
  if (words === '' && !has(control, 'aria-label')) return null
  removeAttribute(control, 'aria-label')
  if (words !== '') {
    setText(control, '')
    control.childNodes.push(
      made(
        '<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 11h12l-5-5 2-2 8 8-8 8-2-2 5-5H4z" fill="currentColor"></path></svg>',
      ),
    )
  }
  return control
}

const vague = ['Click here', 'Read more', 'Learn more', 'here', 'More']

const plainLinks = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a').filter(
    (link) =>
      plainText(link) !== '' &&
      !ancestorsOf(link).some(({ tagName }) => tagName === 'nav') &&
      elementsIn(link).length === 0,
  )

const badRole = (element: Element) => {
  if (has(element, 'role')) return null
  setAttribute(element, 'role', 'buttton')
  return element
}

/** An attribute that names another element, which is not there. */
function lostReference(element: Element) {
  const name = ['aria-labelledby', 'aria-describedby', 'aria-controls'].find((each) =>
    has(element, each),
  )
  if (name === undefined) return null
  setAttribute(element, name, `${attribute(element, name) ?? ''}-gone`)
  return element
}

export const nameOperators: readonly Operator[] = [
  onElement(about('alt-missing'), speakingImages, (image) => {
    removeAttribute(image, 'alt')
    return image
  }),
  onElement(about('label-removed'), labels, loseLabel),
  onElement(
    about('control-without-name'),
    (draft) => tagged(draft, 'a', 'button'),
    namelessControl,
  ),
  onElement(about('link-text-vague'), plainLinks, (link, _, random) => {
    setText(link, vague[Math.floor(random() * vague.length)] ?? 'here')
    return link
  }),
  onElement(
    about('aria-role-unknown'),
    (draft) => tagged(draft, 'button', 'nav', 'section'),
    badRole,
  ),
  onElement(about('aria-reference-lost'), seen, lostReference),
  onElement(
    about('aria-hidden-focusable'),
    (draft) => tagged(draft, 'a', 'button', 'input'),
    (element) => {
      setAttribute(element, 'aria-hidden', 'true')
      return element
    },
  ),
]
