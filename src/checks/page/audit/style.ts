import { type Colour, readOpaque } from './colour.ts'
import { type Draft, rulesOf } from './draft.ts'
import { matches, strengthOf } from './selector.ts'
import { attribute, type Element, parentOf } from './tree.ts'

export type Scheme = 'light' | 'dark'

/** The custom properties of the root, in one colour scheme. */
export function variablesOf(draft: Draft, scheme: Scheme): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const rule of rulesOf(draft)) {
    if (!rule.selectors.includes(':root') && !rule.selectors.includes('html')) continue
    const condition = conditionOf(rule.parent)
    if (condition !== '' && !(scheme === 'dark' && /prefers-color-scheme:\s*dark/.test(condition)))
      continue
    rule.walkDecls(/^--/, ({ prop, value }) => void found.set(prop, value))
  }
  return found
}

const conditionOf = (parent: unknown): string =>
  typeof parent === 'object' &&
  parent !== null &&
  'params' in parent &&
  typeof parent.params === 'string'
    ? parent.params
    : ''

export function resolve(value: string, variables: ReadonlyMap<string, string>): string {
  const inner = value.replaceAll(/var\((--[\w-]+)(?:,\s*([^()]+))?\)/g, (_, name: string, other) =>
    String(variables.get(name) ?? other ?? ''),
  )
  return inner === value || !inner.includes('var(') ? inner : resolve(inner, variables)
}

/** What the style sheets say of one property without any state or media query; inline wins. */
export function declared(
  draft: Draft,
  element: Element,
  properties: readonly string[],
): string | null {
  const inline = (attribute(element, 'style') ?? '')
    .split(';')
    .map((each) => each.split(':'))
    .findLast(([name = '']) => properties.includes(name.trim()))
  if (inline?.[1] !== undefined) return inline.slice(1).join(':').trim()
  let best: { readonly strength: number; readonly value: string } | null = null
  for (const rule of rulesOf(draft)) {
    if (rule.parent?.type === 'atrule') continue
    const fitting = rule.selectors.filter((selector) => matches(element, selector))
    if (fitting.length === 0) continue
    const strength = Math.max(...fitting.map((selector) => strengthOf(selector)))
    for (const node of rule.nodes)
      if (
        node.type === 'decl' &&
        properties.includes(node.prop) &&
        strength >= (best?.strength ?? 0)
      )
        best = { strength, value: node.value }
  }
  return best?.value ?? null
}

export function textColour(draft: Draft, element: Element): Colour | null {
  const value = declared(draft, element, ['color'])
  if (value !== null && value !== 'inherit')
    return readOpaque(resolve(value, variablesOf(draft, 'light')))
  const parent = parentOf(element)
  return parent === null ? { r: 0, g: 0, b: 0 } : textColour(draft, parent)
}

/** The flat colour behind an element; null where a picture or a gradient lies there. */
export function backgroundOf(draft: Draft, element: Element): Colour | null {
  const value = declared(draft, element, ['background-color', 'background'])
  if (value !== null && !['none', 'transparent', 'inherit'].includes(value))
    return readOpaque(resolve(value, variablesOf(draft, 'light')))
  const parent = parentOf(element)
  return parent === null ? { r: 255, g: 255, b: 255 } : backgroundOf(draft, parent)
}

/** The named colours of the page. */
export function palette(draft: Draft): readonly (readonly [string, Colour])[] {
  const variables = variablesOf(draft, 'light')
  return [...variables].flatMap(([name, value]) => {
    const colour = readOpaque(resolve(value, variables))
    return colour === null ? [] : [[name, colour] as const]
  })
}

const lengthIn = (value: string): number | null => {
  const [, number = '', unit = ''] = /^([\d.]+)(px|rem|em)?$/.exec(value) ?? []
  if (number === '') return null
  return Number(number) * (unit === 'px' ? 1 : 16)
}

/** The size of the text in px as far as the sheets tell; headings without one count as large. */
export function sizeOf(draft: Draft, element: Element): number {
  const value = declared(draft, element, ['font-size'])
  const length = value === null ? null : lengthIn(resolve(value, variablesOf(draft, 'light')))
  if (length !== null) return length
  const parent = parentOf(element)
  return parent === null ? 16 : sizeOf(draft, parent)
}
