import type { Control } from '../../../model/page-view.ts'

/** Everything that asks to be used, with its paint and what covers it. */
export function controls(): readonly Control[] {
  const results = kit.memo.elements.flatMap((element) => {
    const because = kit.asksToBeUsed(element)
    if (because === null) return []
    const rect = element.getBoundingClientRect()
    const at = { x: rect.x + rect.width / 2 + scrollX, y: rect.y + rect.height / 2 + scrollY }
    return [{ element, because, at }]
  })
  // all boxes are measured before the sweep scrolls the page
  const made = new Map(
    results.map(({ element, because }) => [element, kit.control(element, because)] as const),
  )
  const visited = new Map<Element, Control>()
  kit.sweep(results, ({ element, at }, stack) => {
    const one = made.get(element)
    if (one === undefined) return
    const coveredBy = one.visible ? kit.clickLandsOn(element, stack) : null
    const around = kit.paintAround(element, { stack, at })
    kit.memo.around.set(element, around)
    visited.set(element, { ...one, coveredBy, paint: { ...one.paint, around } })
  })
  return results.flatMap(({ element }) => visited.get(element) ?? [])
}

export function asksToBeUsed(element: Element): Control['because'] | null {
  if (kit.isNativeControl(element)) return 'native'
  const role = element.getAttribute('role') ?? ''
  const roles =
    /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|slider|spinbutton|combobox|textbox|searchbox|treeitem)$/
  if (roles.test(role)) return 'role'
  if (element.closest('svg, label') !== null && element.localName !== 'svg') return null
  const holdsOthers =
    element.querySelector('a, button, input, select, textarea, [tabindex], [role=button]') !== null
  const inside = kit.parentOf(element)?.closest('a, button, label, summary, [role=button]') ?? null
  if (element.hasAttribute('tabindex') && element.getAttribute('tabindex') !== '-1')
    return 'tabindex'
  if (holdsOthers || inside !== null) return null
  if (element.hasAttribute('onclick') || kit.memo.handled.has(element)) return 'handler'
  const parent = kit.parentOf(element)
  const pointer = kit.styleOf(element).cursor === 'pointer'
  if (pointer && parent !== null && kit.styleOf(parent).cursor !== 'pointer')
    return 'pointer-cursor'
  const named = /(^|[-_\s])(btn|button|cta)([-_\s]|$)/i.test(element.getAttribute('class') ?? '')
  return named && element.children.length < 3 && kit.plain(element.textContent).length < 60
    ? 'button-class'
    : null
}

export function isNativeControl(element: Element): boolean {
  if (element.localName === 'input') return element.getAttribute('type') !== 'hidden'
  if (element.localName === 'summary') return kit.ownerOf(element)?.localName === 'details'
  if (['audio', 'video'].includes(element.localName)) return element.hasAttribute('controls')
  return (
    ['a', 'area', 'button', 'select', 'textarea'].includes(element.localName) ||
    (element instanceof HTMLElement &&
      element.isContentEditable &&
      element.hasAttribute('contenteditable'))
  )
}

export function control(element: Element, because: Control['because']): Control {
  const style = kit.styleOf(element)
  const html = element instanceof HTMLElement ? element : null
  const visible = kit.isShown(element) && kit.hasSize(element)
  const rect = element.getBoundingClientRect()
  const focusable = kit.isFocusable(element)
  return {
    selector: kit.selectorOf(element),
    tag: element.localName,
    type: element.getAttribute('type'),
    role: kit.roleOf(element),
    name: kit.nameOf(element),
    nameFrom: kit.nameFrom(element),
    text: kit.plain(html?.innerText ?? element.textContent).slice(0, 300),
    href: element.getAttribute('href'),
    placeholder: element.getAttribute('placeholder'),
    value: element instanceof HTMLInputElement ? element.value.slice(0, 200) : null,
    title: element.getAttribute('title'),
    label: kit.labelOf(element),
    disabled: element.matches(':disabled, [aria-disabled="true"], .disabled, .is-disabled'),
    focusable,
    tabIndex: html?.tabIndex ?? -1,
    visible,
    ariaHidden: kit.isAriaHidden(element),
    box: kit.boxOf(rect),
    inline: kit.isInSentence(element, style),
    coveredBy: null,
    offCanvas:
      rect.left + scrollX >= document.documentElement.clientWidth ||
      rect.right + scrollX <= 0 ||
      rect.bottom + scrollY <= 0,
    ...(style.pointerEvents === 'none' || kit.isInert(element, rect)
      ? { ignoresPointer: true }
      : {}),
    cursor: style.cursor,
    paint: kit.controlPaint(element, style),
    because,
    ariaControls: element.getAttribute('aria-controls'),
    inForm: kit.closestSelector(element, 'form'),
    insideDialog: kit.closestSelector(element, 'dialog, [role=dialog], [popover]'),
    icon: kit.iconIn(element),
  }
}

/** Switched off by `inert` where it can be seen; behind an open dialog that is as it should be. */
export function isInert(element: Element, rect: DOMRect): boolean {
  if (element.closest('[inert]') === null || kit.isCutOff(element, [rect])) return false
  return document.querySelector(':modal') === null
}

export function hasSize(element: Element): boolean {
  const rect = element.getBoundingClientRect()
  if (rect.width > 0 && rect.height > 0) return true
  return [...kit.childrenOf(element)].some((child) => kit.hasSize(child))
}

export function closestSelector(element: Element, wanted: string): string | null {
  const result = element.closest(wanted)
  return result === null ? null : kit.selectorOf(result)
}

export function isFocusable(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false
  if (element.closest('[inert]') !== null || element.matches(':disabled')) return false
  return element instanceof HTMLElement || element instanceof SVGElement
    ? element.tabIndex >= 0
    : false
}

export function nameFrom(element: Element): string | null {
  if (element.hasAttribute('aria-labelledby')) return 'aria-labelledby'
  if (kit.plain(element.getAttribute('aria-label')) !== '') return 'aria-label'
  if (kit.labelOf(element)?.by.endsWith('label') || kit.labelOf(element)?.by === 'label-for')
    return 'label'
  if (kit.plain(element.textContent) !== '') return 'content'
  if (element.querySelector('img[alt], svg title, [aria-label]') !== null) return 'content'
  if (element.hasAttribute('alt')) return 'alt'
  if (element.hasAttribute('title')) return 'title'
  if (element.hasAttribute('placeholder')) return 'placeholder'
  return element.hasAttribute('value') ? 'value' : null
}

export function labelOf(element: Element): Control['label'] {
  const by = (kind: NonNullable<Control['label']>['by'], source: Element | null, text: string) => ({
    by: kind,
    text: kit.plain(text).slice(0, 300),
    visible: source !== null && kit.isShown(source),
  })
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const sources = labelledBy.flatMap((id) => document.getElementById(id) ?? [])
  if (sources[0] !== undefined)
    return by('aria-labelledby', sources[0], sources.map((each) => each.textContent).join(' '))
  const ariaLabel = kit.plain(element.getAttribute('aria-label'))
  const labels =
    'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
  const label = labels.find((each) => each instanceof HTMLElement)
  if (label instanceof HTMLElement) {
    const kind = kit.isAround(label, element) ? 'wrapping-label' : 'label-for'
    return by(kind, label, label.innerText)
  }
  if (ariaLabel !== '') return by('aria-label', null, ariaLabel)
  const title = kit.plain(element.getAttribute('title'))
  return title === '' ? null : by('title', null, title)
}

/** A link that stands among words: its size follows from the line it is in. */
export function isInSentence(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display !== 'inline') return false
  const parent = kit.ownerOf(element)
  if (parent === null) return false
  const around = [...parent.childNodes]
    .filter((node) => node instanceof Text)
    .map((node) => node.data)
    .join('')
  return /\p{L}{2}|\p{N}/u.test(around)
}

/** What a click on the middle of the control would hit instead of it. */
export function clickLandsOn(element: Element, stack: readonly Element[]): string | null {
  const hit = stack[0]
  if (hit === undefined || kit.isAround(element, hit) || kit.isAround(hit, element)) return null
  if ('labels' in element && element.labels instanceof NodeList)
    for (const label of element.labels)
      if (label instanceof Element && kit.isAround(label, hit)) return null
  return kit.selectorOf(hit)
}
