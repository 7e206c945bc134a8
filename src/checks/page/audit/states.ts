import { contrastRatio } from '../../../model/colour.ts'
import { hexOf } from '../../../kit/colour.ts'
import { atRatio, type Colour, mix } from './colour.ts'
import { addRules, type Draft, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import { backgroundOf, sizeOf, textColour } from './style.ts'
import {
  addStyle,
  ancestorsOf,
  type Element,
  elementsIn,
  hasOwnText,
  insertFirst,
  made,
  parentOf,
  pathOf,
  plainText,
} from './tree.ts'

const about = (id: string) => ({ id, class: 'contrast', dimension: 'Design Quality' }) as const

const prose = (draft: Draft): readonly Element[] =>
  tagged(draft, 'p', 'li', 'dd', 'td', 'figcaption').filter(
    (each) => hasOwnText(each) && plainText(each).length > 12 && sizeOf(draft, each) < 18.6,
  )

type Ground = { readonly text: Colour; readonly behind: Colour; readonly pale: string }

function groundOf(draft: Draft, element: Element): Ground | null {
  const [text, behind] = [textColour(draft, element), backgroundOf(draft, element)]
  if (text === null || behind === null || contrastRatio(text, behind) < 4.5) return null
  return { text, behind, pale: hexOf(atRatio(text, behind, 2)) }
}

/** Declarations on the element itself that make its text too pale. */
const pale = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  declarations: (ground: Ground) => string,
): Operator =>
  onElement(about(id), candidates, (element, draft) => {
    const ground = groundOf(draft, element)
    if (ground === null) return null
    addStyle(element, declarations(ground))
    return [element, ...elementsIn(element)]
  })

/** The same in a rule of the sheet: for a state, a width or a scheme. */
const paleIf = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  rule: (selector: string, ground: Ground) => string,
): Operator =>
  onElement(about(id), candidates, (element, draft) => {
    const ground = groundOf(draft, element)
    if (ground === null) return null
    const lines = addRules(draft, rule(pathOf(element), ground))
    return lines === null
      ? null
      : { selectors: [element, ...elementsIn(element)].map((each) => pathOf(each)), files: lines }
  })

const controls = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter((each) => hasOwnText(each) && plainText(each).length > 2)

const foldedTexts = (draft: Draft): readonly Element[] =>
  draft.elements.filter(
    (each) =>
      each.tagName === 'p' &&
      hasOwnText(each) &&
      ancestorsOf(each).some(({ tagName }) => ['details', 'dialog'].includes(tagName)),
  )

/** A veil between the text and its ground. */
function veiled(element: Element, draft: Draft) {
  const ground = groundOf(draft, element)
  const parent = parentOf(element)
  if (ground === null || parent === null) return null
  const { r, g, b } = ground.text
  addStyle(element, `background-color: rgb(${r} ${g} ${b} / 75%)`)
  return element
}

export const stateOperators: readonly Operator[] = [
  pale('contrast-text-fill', prose, ({ pale: colour }) => `-webkit-text-fill-color: ${colour}`),
  pale('contrast-filtered', prose, () => 'filter: opacity(0.35)'),
  pale(
    'contrast-see-through',
    prose,
    ({ text }) => `color: rgb(${text.r} ${text.g} ${text.b} / 38%)`,
  ),
  pale(
    'contrast-mixed-colour',
    prose,
    ({ text, behind }) => `color: color-mix(in srgb, ${hexOf(text)} 35%, ${hexOf(behind)})`,
  ),
  onElement(about('contrast-under-veil'), prose, veiled),
  pale('contrast-looks-disabled', controls, () => 'opacity: 0.4'),
  pale('contrast-folded-text', foldedTexts, ({ pale: colour }) => `color: ${colour}`),
  pale('contrast-same-as-ground', prose, ({ behind }) => `color: ${hexOf(behind)}`),
  paleIf(
    'contrast-on-focus',
    controls,
    (selector, { pale: colour, behind }) =>
      `${selector}:focus-visible { color: ${colour}; background-color: ${hexOf(behind)}; }`,
  ),
  paleIf(
    'contrast-on-hover-ground',
    controls,
    (selector, { text, behind }) =>
      `${selector}:hover { color: ${hexOf(text)}; background-color: ${hexOf(mix(text, behind, 0.2))}; }`,
  ),
  paleIf(
    'contrast-on-phones',
    prose,
    (selector, { pale: colour }) =>
      `@media (max-width: 600px) { ${selector} { color: ${colour}; } }`,
  ),
  paleIf(
    'contrast-part-in-dark',
    prose,
    (selector) =>
      `@media (prefers-color-scheme: dark) { ${selector} { color: #3a3a3a; background-color: #202020; } }`,
  ),
  paleIf(
    'contrast-on-tablets',
    prose,
    (selector, { pale: colour }) =>
      `@media (min-width: 700px) and (max-width: 1100px) { ${selector} { color: ${colour}; } }`,
  ),
  paleIf(
    'contrast-before',
    prose,
    (selector, { pale: colour }) => `${selector}::before { content: 'Note: '; color: ${colour}; }`,
  ),
  onElement(about('contrast-over-photo'), prose, (element, draft) => {
    const ground = groundOf(draft, element)
    if (ground === null) return null
    const fill = hexOf(mix(ground.text, ground.behind, 0.3))
    addStyle(element, 'position: relative; isolation: isolate')
    insertFirst(
      element,
      made(
        `<img alt="" width="20" height="20" style="position: absolute; inset: 0; width: 100%; height: 100%; z-index: -1" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E%3Crect width='20' height='20' fill='${fill.replace('#', '%23')}'/%3E%3C/svg%3E">`,
      ),
    )
    return element
  }),
]
