import { addRules, type Draft, placeOf, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement } from './plant.ts'
import { addStyle, type Element, elementsIn, hasOwnText, pathOf, plainText } from './tree.ts'

const about = (id: string) => ({ id, class: 'tokens', dimension: 'Design Quality' }) as const

const hasTokens = (draft: Draft): boolean => typeof draft.site.files['tokens.json'] === 'string'

const boxes = (draft: Draft): readonly Element[] =>
  hasTokens(draft) ? tagged(draft, 'section', 'article', 'figure', 'ul', 'form') : []

const texts = (draft: Draft): readonly Element[] =>
  hasTokens(draft)
    ? tagged(draft, 'p', 'li', 'h2', 'h3').filter(
        (each) => hasOwnText(each) && plainText(each).length > 8,
      )
    : []

const controls = (draft: Draft): readonly Element[] =>
  hasTokens(draft) ? tagged(draft, 'button', 'a').filter((each) => hasOwnText(each)) : []

const inline = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  declarations: string,
): Operator =>
  onElement(about(id), candidates, (element) => {
    addStyle(element, declarations)
    return placeOf(element)
  })

const ruled = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  rule: (selector: string) => string,
): Operator =>
  onElement(about(id), candidates, (element, draft) => {
    const lines = addRules(draft, rule(pathOf(element)))
    return lines === null
      ? null
      : { selectors: [element, ...elementsIn(element)].map((each) => pathOf(each)), files: lines }
  })

export const driftOperators: readonly Operator[] = [
  inline('border-in-hsl', boxes, 'border-top: 2px solid hsl(340 70% 45%)'),
  inline('border-in-oklch', boxes, 'border-top: 2px solid oklch(55% 0.2 20)'),
  inline('border-by-name', boxes, 'border-top: 2px solid crimson'),
  inline(
    'background-by-gradient',
    boxes,
    'background-image: linear-gradient(90deg, rgb(250 120 40 / 9%), rgb(250 120 40 / 11%))',
  ),
  inline('spacing-by-sum', boxes, 'padding-top: calc(1rem + 5px)'),
  inline('spacing-logical', boxes, 'margin-block-end: 27px'),
  inline('spacing-in-rem', boxes, 'padding-left: 1.35rem'),
  inline('spacing-in-em', texts, 'margin-bottom: 1.37em'),
  inline('radius-one-corner', boxes, 'border-top-left-radius: 13px'),
  inline('font-by-shorthand', texts, "font: 400 17px/1.5 'Trebuchet MS', sans-serif"),
  inline('font-size-in-em', texts, 'font-size: 1.19em'),
  inline('line-drawn-off-palette', texts, 'text-decoration: underline 2px #d6336c'),
  ruled(
    'shadow-in-sheet',
    boxes,
    (selector) => `${selector} { box-shadow: 0 9px 27px rgb(20 20 60 / 23%); }`,
  ),
  ruled(
    'colour-on-phones-only',
    texts,
    (selector) => `@media (max-width: 600px) { ${selector} { border-left: 3px solid #d6336c; } }`,
  ),
  ruled(
    'token-redefined-in-part',
    boxes,
    (selector) =>
      `${selector} { --local-accent: #d6336c; border-left: 3px solid var(--local-accent); }`,
  ),
  ruled(
    'colour-behind-fallback',
    boxes,
    (selector) => `${selector} { border-left: 3px solid var(--no-such-colour, #d6336c); }`,
  ),
  ruled(
    'hover-off-palette',
    controls,
    (selector) => `${selector}:hover { border-bottom: 2px solid #d6336c; }`,
  ),
  ruled(
    'focus-off-palette',
    controls,
    (selector) => `${selector}:focus-visible { outline: 3px solid #b0005a; }`,
  ),
]
