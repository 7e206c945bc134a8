import type { StateRules } from '../../../model/page-structure.ts'

export type Gathered = {
  hover: string[]
  focus: string[]
  active: string[]
  disabled: string[]
  outlineRemoved: string[]
  mediaQueries: Set<string>
  customProperties: Map<string, string>
}

/** What the style sheets say about states. Sheets of other origins cannot be read, nor are they loaded. */
export function stateRules(): StateRules {
  const found: Gathered = {
    hover: [],
    focus: [],
    active: [],
    disabled: [],
    outlineRemoved: [],
    mediaQueries: new Set(),
    customProperties: new Map(),
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      kit.readRules(sheet.cssRules, found)
    } catch {
      // a sheet that may not be read says nothing
    }
  }
  const media = [...found.mediaQueries]
  return {
    hover: found.hover,
    focus: found.focus,
    active: found.active,
    disabled: found.disabled,
    outlineRemoved: found.outlineRemoved,
    mediaQueries: media,
    reducedMotion: media.some((query) => query.includes('prefers-reduced-motion')),
    darkScheme: media.some((query) => query.includes('prefers-color-scheme')) || kit.mentionsDark(),
    customProperties: [...found.customProperties].map(([name, value]) => ({ name, value })),
  }
}

export function mentionsDark(): boolean {
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute('content') ?? ''
  return /\bdark\b/.test(`${getComputedStyle(document.documentElement).colorScheme} ${meta}`)
}

export function readRules(rules: CSSRuleList, found: Gathered): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      found.mediaQueries.add(rule.conditionText)
      kit.readRules(rule.cssRules, found)
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet !== null) kit.readRules(rule.styleSheet.cssRules, found)
    } else if (rule instanceof CSSStyleRule) {
      kit.readStyleRule(rule, found)
      if (rule.cssRules.length > 0) kit.readRules(rule.cssRules, found)
    } else if (rule instanceof CSSGroupingRule) kit.readRules(rule.cssRules, found)
  }
}

export function readStyleRule(rule: CSSStyleRule, found: Gathered): void {
  const selector = rule.selectorText
  if (selector.includes(':')) {
    if (/:hover\b/.test(selector)) found.hover.push(selector)
    if (/:focus(-visible|-within)?\b/.test(selector)) found.focus.push(selector)
    if (/:active\b/.test(selector)) found.active.push(selector)
    if (/:disabled\b|\[disabled|aria-disabled/.test(selector)) found.disabled.push(selector)
  }
  const { outline, outlineStyle, outlineWidth } = rule.style
  const removed =
    outlineStyle === 'none' || /^(none|0(px)?)$/.test(outline) || /^0(px)?$/.test(outlineWidth)
  const replaced = ['box-shadow', 'border', 'border-color', 'background', 'background-color'].some(
    (name) => rule.style.getPropertyValue(name) !== '',
  )
  if (removed && !replaced) found.outlineRemoved.push(selector)
  for (const name of rule.style)
    if (name.startsWith('--') && !found.customProperties.has(name))
      found.customProperties.set(name, rule.style.getPropertyValue(name).trim().slice(0, 200))
}
