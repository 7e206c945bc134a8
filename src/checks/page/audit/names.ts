import { type Draft, placeOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import {
  ancestorsOf,
  attribute,
  detach,
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

function alt(id: string, text: (image: Element) => string | null | undefined): Operator {
  return onElement(about(id), speakingImages, (image) => {
    const value = text(image)
    if (value === undefined) return null
    if (value === null) removeAttribute(image, 'alt')
    else setAttribute(image, 'alt', value)
    return image
  })
}

/** A picture with a caption, or one that is all there is of a control, is never mere decoration. */
const isContent = (image: Element): boolean =>
  ancestorsOf(image).some(({ tagName }) => ['figure', 'a', 'button'].includes(tagName))

const fileNameOf = (image: Element): string =>
  (attribute(image, 'src') ?? '').split('/').at(-1) ?? ''

function loseLabel(label: Element, draft: Draft) {
  const field = fieldOf(draft, label)
  if (field === undefined || !nameless(field)) return null
  removeAttribute(label, 'for')
  const text = retag(label, 'span')
  return [field, text]
}

function labelByPlaceholder(label: Element, draft: Draft) {
  const field = fieldOf(draft, label)
  if (field === undefined || !nameless(field) || !['input', 'textarea'].includes(field.tagName))
    return null
  if (!/^(?:text|email|tel|search|number|)$/.test(attribute(field, 'type') ?? '')) return null
  setAttribute(field, 'placeholder', plainText(label))
  detach(label)
  return field
}

/** A label that points to another field leaves its own without a name. */
function crossLabel(label: Element, draft: Draft) {
  const own = fieldOf(draft, label)
  const other = labels(draft).find((each) => each !== label)
  const target = other === undefined ? undefined : attribute(other, 'for')
  if (own === undefined || target === undefined || !nameless(own)) return null
  setAttribute(label, 'for', target)
  return [own, label]
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

function twiceTheId(draft: Draft) {
  const labelled = seen(draft).find(
    (each) =>
      has(each, 'id') &&
      draft.elements.some((label) => attribute(label, 'for') === attribute(each, 'id')),
  )
  const other = tagged(draft, 'p', 'h2', 'h3', 'li').find((each) => !has(each, 'id'))
  const id = labelled === undefined ? undefined : attribute(labelled, 'id')
  if (labelled === undefined || other === undefined || id === undefined) return null
  setAttribute(other, 'id', id)
  return [labelled, other]
}

const personal: Readonly<Record<string, RegExp>> = {
  email: /e-?mail/i,
  tel: /phone|mobile|tel/i,
  name: /name/i,
}

const personalFields = (draft: Draft): readonly Element[] =>
  tagged(draft, 'input').filter((each) => (attribute(each, 'autocomplete') ?? 'off') in personal)

export const nameOperators: readonly Operator[] = [
  alt('alt-missing', () => null),
  alt('alt-empty', (image) => (isContent(image) ? '' : undefined)),
  alt('alt-file-name', fileNameOf),
  alt('alt-generic', () => 'image'),
  onElement(about('label-removed'), labels, loseLabel),
  onElement(about('label-by-placeholder'), labels, labelByPlaceholder),
  onElement(about('label-crossed'), labels, crossLabel),
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
  onElement(about('aria-value-bad'), seen, (element) => {
    const name = ['aria-expanded', 'aria-pressed', 'aria-selected', 'aria-required'].find((each) =>
      has(element, each),
    )
    if (name === undefined) return null
    setAttribute(element, name, 'yes')
    return element
  }),
  onElement(
    about('aria-attribute-unknown'),
    (draft) => tagged(draft, 'button', 'a', 'section'),
    (element) => {
      setAttribute(element, 'aria-lable', 'Main')
      return element
    },
  ),
  onPage(about('duplicate-id'), (draft) => {
    const places = twiceTheId(draft)
    return places === null ? null : placeOf(...places)
  }),
  onElement(
    about('autocomplete-unknown'),
    (draft) => tagged(draft, 'input').filter((each) => has(each, 'autocomplete')),
    (field) => {
      setAttribute(field, 'autocomplete', 'contact-thing')
      return field
    },
  ),
  onElement(about('autocomplete-missing'), personalFields, (field) => {
    removeAttribute(field, 'autocomplete')
    return field
  }),
  onElement(
    about('aria-hidden-focusable'),
    (draft) => tagged(draft, 'a', 'button', 'input'),
    (element) => {
      setAttribute(element, 'aria-hidden', 'true')
      return element
    },
  ),
]
