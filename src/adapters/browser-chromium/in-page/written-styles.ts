import type { MarkupFacts } from '../../../model/page-markup.ts'

export type WrittenRule = { readonly rule: CSSStyleRule; readonly media: string }

type Written = Pick<MarkupFacts, 'hoverShown' | 'turned'>

/** What the style sheets say that no single view shows. */
export function writtenStyles(): Written {
  const rules = kit.writtenRules()
  return {
    hoverShown: kit.hoverShown(rules),
    turned: rules.flatMap(({ rule, media }) => {
      if (!/orientation/.test(media)) return []
      const usual = rules.findLast(
        (other) => other.media === '' && other.rule.selectorText === rule.selectorText,
      )
      const turn = kit.turnOf(rule.style) - (usual === undefined ? 0 : kit.turnOf(usual.rule.style))
      if (Math.abs((Math.abs(turn) % 180) - 90) >= 1) return []
      const element = kit.firstMatch(rule.selectorText)
      if (element === null || !/\p{L}/u.test(element.textContent ?? '')) return []
      return [{ selector: kit.selectorOf(element), rule: rule.selectorText, media }]
    }),
  }
}

/** Every style rule that can be read, with the conditions it stands under. */
export function writtenRules(): readonly WrittenRule[] {
  const found: WrittenRule[] = []
  const read = (rules: CSSRuleList, media: string): void => {
    for (const rule of rules) {
      if (rule instanceof CSSImportRule) {
        if (rule.styleSheet !== null) read(rule.styleSheet.cssRules, media)
      } else if (rule instanceof CSSStyleRule) {
        found.push({ rule, media })
        if (rule.cssRules.length > 0) read(rule.cssRules, media)
      } else if (rule instanceof CSSMediaRule) read(rule.cssRules, `${media} ${rule.conditionText}`)
      else if (rule instanceof CSSGroupingRule) read(rule.cssRules, media)
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      read(sheet.cssRules, sheet.media.mediaText)
    } catch {
      // a sheet that may not be read says nothing
    }
  }
  return found
}

export function firstMatch(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}

/** How many degrees a style turns what it is on, whatever the unit. */
export function turnOf(style: CSSStyleDeclaration): number {
  const written = `${style.transform} ${style.rotate === '' ? '' : `rotate(${style.rotate})`}`
  const units: Readonly<Record<string, number>> = {
    deg: 1,
    grad: 0.9,
    rad: 180 / Math.PI,
    turn: 360,
  }
  const degrees = [
    ...written.matchAll(
      /rotate(?:Z|3d)?\((?:[^()]*[,\s])?(-?[\d.]+(?:e-?\d+)?)(deg|grad|rad|turn)/g,
    ),
  ].reduce((sum, [, size, unit]) => sum + Number(size) * (units[unit ?? ''] ?? 0), 0)
  const matrix = /matrix\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/.exec(written)
  return matrix === null
    ? degrees
    : degrees + (Math.atan2(Number(matrix[2]), Number(matrix[1])) * 180) / Math.PI
}

/** Hidden things that hovering shows, and that focus and clicks do not. */
export function hoverShown(rules: readonly WrittenRule[]): MarkupFacts['hoverShown'] {
  const shows = ({ rule: { style } }: WrittenRule): boolean =>
    !/^(none)?$/.test(style.display) ||
    style.visibility === 'visible' ||
    Number(style.opacity || '0') > 0.5
  const withFocus = rules.filter(
    (each) =>
      /:focus(-within|-visible)?|:checked|:target|\[open|\[aria-/.test(each.rule.selectorText) &&
      shows(each),
  )
  const found = new Map<Element, MarkupFacts['hoverShown'][number]>()
  for (const each of rules) {
    if (!each.rule.selectorText.includes(':hover') || !shows(each)) continue
    for (const selector of each.rule.selectorText.split(/,(?![^(]*\))/)) {
      if (!/:hover\b.*[\s>+~]/.test(selector.trim())) continue
      const element = kit.firstMatch(selector.replaceAll(':hover', ''))
      if (element === null || kit.isShown(element) || found.has(element)) continue
      if (kit.isAriaHidden(element) || kit.opensOtherwise(element, withFocus)) continue
      const text = kit.plain(element.textContent).slice(0, 200)
      const controls = element.querySelectorAll('a[href], button, input, select, textarea').length
      if (controls === 0 && text.split(' ').length < 3) continue
      found.set(element, {
        selector: kit.selectorOf(element),
        rule: selector.trim(),
        text,
        controls,
      })
    }
  }
  return [...found.values()]
}

/** A focus, a box that is ticked, or a button opens it too, or its words are spoken anyway. */
export function opensOtherwise(element: Element, rules: readonly WrittenRule[]): boolean {
  const named = kit.idOf(element)
  if (named !== '') {
    const tied = ['aria-controls', 'aria-describedby', 'aria-labelledby', 'popovertarget']
    if (tied.some((name) => kit.firstMatch(`[${name}~="${CSS.escape(named)}"]`) !== null))
      return true
  }
  const owner = kit.ownerOf(element)
  if (owner?.querySelector('[aria-expanded], [aria-haspopup], summary') !== null) return true
  return rules.some(({ rule }) => {
    const bare = rule.selectorText.replaceAll(
      /:focus(-within|-visible)?|:hover|:checked|:target/g,
      '',
    )
    try {
      return element.matches(bare.replaceAll(/\[(open|aria-[a-z]+)[^\]]*\]/g, ''))
    } catch {
      return false
    }
  })
}
