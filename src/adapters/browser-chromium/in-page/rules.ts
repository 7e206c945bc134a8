import type { StateRules } from '../../../model/page-structure.ts'

export type Gathered = {
  hover: string[]
  focus: string[]
  active: string[]
  hasDarkQuery: boolean
}

/** What the style sheets say about states. Sheets of other origins cannot be read, nor are they loaded. */
export function stateRules(): StateRules {
  const result: Gathered = {
    hover: [],
    focus: [],
    active: [],
    hasDarkQuery: false,
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      kit.readRules(sheet.cssRules, result)
    } catch {
      // a sheet that may not be read says nothing
    }
  }
  const { hover, focus, active, hasDarkQuery } = result
  return { hover, focus, active, darkScheme: hasDarkQuery || kit.mentionsDark() }
}

export function mentionsDark(): boolean {
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute('content') ?? ''
  return /\bdark\b/.test(`${getComputedStyle(document.documentElement).colorScheme} ${meta}`)
}

export function readRules(rules: CSSRuleList, result: Gathered): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      result.hasDarkQuery ||= rule.conditionText.includes('prefers-color-scheme')
      kit.readRules(rule.cssRules, result)
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet !== null) kit.readRules(rule.styleSheet.cssRules, result)
    } else if (rule instanceof CSSStyleRule) {
      kit.readStyleRule(rule, result)
      if (rule.cssRules.length > 0) kit.readRules(rule.cssRules, result)
    } else if (rule instanceof CSSGroupingRule) kit.readRules(rule.cssRules, result)
  }
}

export function readStyleRule({ selectorText: selector }: CSSStyleRule, result: Gathered): void {
  if (/:hover\b/.test(selector)) result.hover.push(selector)
  if (/:focus(-visible|-within)?\b/.test(selector)) result.focus.push(selector)
  if (/:active\b/.test(selector)) result.active.push(selector)
}
