import { contrastRatio } from '../../../model/colour.ts'
import { hexOf } from '../../../kit/colour.ts'
import { atRatio, type Colour, mix } from './colour.ts'
import { addRules, type Draft, firstTag, linesOf, placeOf, rulesOf, seen, tagged } from './draft.ts'
import type { Operator } from './operator.ts'
import { onElement, onPage } from './plant.ts'
import { pick, type Random, shuffled } from './random.ts'
import { matches } from './selector.ts'
import { backgroundOf, palette, resolve, sizeOf, textColour, variablesOf } from './style.ts'
import {
  addStyle,
  attribute,
  type Element,
  hasOwnText,
  pathOf,
  plainText,
  setAttribute,
} from './tree.ts'

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

const controls = (draft: Draft): readonly Element[] =>
  tagged(draft, 'a', 'button').filter(
    (element) =>
      /\b(?:button|btn|cta|solid|ticket|go|pill)\b/.test(attribute(element, 'class') ?? '') ||
      element.tagName === 'button',
  )

function faded(element: Element, draft: Draft): Element | null {
  const [text, behind] = [textColour(draft, element), backgroundOf(draft, element)]
  if (text === null || behind === null) return null
  const share = [0.6, 0.5, 0.4, 0.3].find(
    (opacity) => contrastRatio(mix(behind, text, opacity), behind) < 4,
  )
  if (share === undefined) return null
  addStyle(element, `opacity: ${share}`)
  return element
}

function overGradient(element: Element, draft: Draft): Element | null {
  const text = textColour(draft, element)
  const behind = backgroundOf(draft, element)
  if (text === null || behind === null || plainText(element).length < 20) return null
  addStyle(
    element,
    `background: linear-gradient(90deg, ${hexOf(behind)}, ${hexOf(mix(text, behind, 0.25))})`,
  )
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

function palePlaceholder(field: Element, draft: Draft, random: Random) {
  const inside = backgroundOf(draft, field)
  if (inside === null || !/^(?:text|email|tel|search|)$/.test(attribute(field, 'type') ?? ''))
    return null
  const asked = attribute(field, 'placeholder') ?? 'For example Robin'
  setAttribute(field, 'placeholder', asked)
  const tag = field.tagName
  const lines = addRules(
    draft,
    `${tag}::placeholder { color: ${tooPale(draft, inside, 4.5, random)}; opacity: 1; }`,
  )
  return lines === null ? null : { selectors: [pathOf(field)], files: lines }
}

function paleRing(draft: Draft, random: Random) {
  const body = firstTag(draft, 'body')
  const behind = body === undefined ? null : backgroundOf(draft, body)
  if (behind === null) return null
  const outside = seen(draft).filter(
    (each) =>
      ['a', 'button', 'input', 'select', 'summary'].includes(each.tagName) &&
      same(parentBackground(draft, each), behind),
  )
  if (outside.length === 0) return null
  const pale = tooPale(draft, behind, 2.4, random)
  const lines = addRules(
    draft,
    `a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid ${pale}; outline-offset: 2px; }`,
  )
  return lines === null ? null : { selectors: outside.map((each) => pathOf(each)), files: lines }
}

const same = (one: Colour | null, other: Colour): boolean =>
  one !== null && hexOf(one) === hexOf(other)

/** A hover rule whose text colour comes too close to the background that it has or sets. */
function paleHover(draft: Draft, random: Random) {
  for (const rule of shuffled(rulesOf(draft), random)) {
    const plain = rule.selector.replaceAll(':hover', '')
    if (!rule.selector.includes(':hover') || plain.includes(':') || rule.selectors.length > 1)
      continue
    const found = seen(draft).filter((each) => matches(each, plain) && hasOwnText(each))
    const [first] = found
    if (first === undefined || ['input', 'select', 'textarea'].includes(first.tagName)) continue
    const set = rule.nodes.flatMap((node) =>
      node.type === 'decl' && node.prop.startsWith('background') ? [node.value] : [],
    )[0]
    const behind = set === undefined ? backgroundOf(draft, first) : backgroundFrom(draft, set)
    if (behind === null) continue
    const before = rule.nodes.find((node) => node.type === 'decl' && node.prop === 'color')
    before?.remove()
    rule.append({ prop: 'color', value: tooPale(draft, behind, 3, random) })
    return { selectors: found.map((each) => pathOf(each)), files: linesOf(draft, rule) }
  }
  return null
}

const backgroundFrom = (draft: Draft, value: string): Colour | null => {
  const resolved = resolve(value, variablesOf(draft, 'light'))
  return palette(draft).find(([, colour]) => hexOf(colour) === resolved.toLowerCase())?.[1] ?? null
}

/** In the dark scheme only: the colour of the text drowns in the page. */
function paleDark(draft: Draft, random: Random) {
  const body = firstTag(draft, 'body')
  const behind = body === undefined ? null : backgroundOf(draft, body, 'dark')
  const text = body === undefined ? null : textColour(draft, body, 'dark')
  if (behind === null || text === null || body === undefined) return null
  for (const rule of rulesOf(draft)) {
    if (
      rule.parent?.type !== 'atrule' ||
      !('params' in rule.parent) ||
      !/dark/.test(rule.parent.params)
    )
      continue
    const inks = rule.nodes.flatMap((node) =>
      node.type === 'decl' && node.prop.startsWith('--') ? [node] : [],
    )
    const ink = shuffled(inks, random).find(({ value }) => value.toLowerCase() === hexOf(text))
    if (ink === undefined) continue
    ink.value = hexOf(atRatio(text, behind, 2.2))
    const heads = tagged(draft, 'h1', 'h2', 'p', 'li', 'label', 'td', 'th', 'a')
    return {
      selectors: ['html', 'body', ...heads.map((each) => pathOf(each))],
      files: linesOf(draft, ink),
    }
  }
  return null
}

const iconOnly = (draft: Draft): readonly Element[] =>
  tagged(draft, 'button', 'a').filter(
    (each) => plainText(each) === '' && each.childNodes.some(({ nodeName }) => nodeName === 'svg'),
  )

function greyed(element: Element, draft: Draft, random: Random): Element | null {
  const behind = parentBackground(draft, element)
  if (behind === null || plainText(element) === '') return null
  const own = backgroundOf(draft, element) ?? behind
  addStyle(element, `color: ${tooPale(draft, own, 3, random)}`)
  return element
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
    about('contrast-faded'),
    (draft) =>
      tagged(draft, 'p', 'li', 'dd').filter(
        (each) => hasOwnText(each) && sizeOf(draft, each) < 18.6,
      ),
    faded,
  ),
  onElement(
    about('contrast-over-gradient'),
    (draft) => tagged(draft, 'p', 'li').filter((each) => hasOwnText(each)),
    overGradient,
  ),
  onElement(
    about('contrast-over-picture'),
    (draft) => tagged(draft, 'p', 'li').filter((each) => hasOwnText(each)),
    overPicture,
  ),
  onElement(about('contrast-control'), controls, greyed),
  onElement({ ...about('contrast-field-border'), alsoIn: ['Functionality'] }, fields, paleBorder),
  onElement(about('contrast-placeholder'), fields, palePlaceholder),
  onPage({ ...about('contrast-focus-ring'), alsoIn: ['Functionality'] }, paleRing),
  onPage(about('contrast-hover'), paleHover),
  onPage(about('contrast-dark-scheme'), paleDark),
  onElement(about('contrast-icon'), iconOnly, (element, draft, random) => {
    const behind = backgroundOf(draft, element)
    if (behind === null) return null
    addStyle(element, `color: ${tooPale(draft, behind, 2.5, random)}`)
    return placeOf(element)
  }),
]
