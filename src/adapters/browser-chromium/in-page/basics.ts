import type { Box } from '../../../model/page-view.ts'

/** Forgets everything and lists the elements of the page, shadow trees included. */
export function begin(most: number): void {
  const { memo } = kit
  memo.styles = new Map()
  memo.selectors = new Map()
  memo.shown = new Map()
  memo.opacities = new Map()
  memo.around = new Map()
  memo.places = new Map()
  const elements: Element[] = []
  memo.leftOut = 0
  const visit = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (elements.length < most) elements.push(element)
      else memo.leftOut++
      if (element.shadowRoot !== null) visit(element.shadowRoot)
    }
  }
  visit(document)
  memo.elements = elements
}

export function styleOf(element: Element): CSSStyleDeclaration {
  const known = kit.memo.styles.get(element)
  if (known !== undefined) return known
  const style = getComputedStyle(element)
  kit.memo.styles.set(element, style)
  return style
}

export function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot
  if (kit.ownerOf(element) !== null) return kit.ownerOf(element)
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/** A field named `id` or `children` hides the form's own; these ask the element itself. */
export function idOf(element: Element): string {
  return element.getAttribute('id') ?? ''
}

export function ownerOf(element: Element): Element | null {
  const owner: unknown = Reflect.get(Node.prototype, 'parentElement', element)
  return owner instanceof Element ? owner : null
}

export function childrenOf(element: Element): readonly Element[] {
  const children: unknown = Reflect.get(Element.prototype, 'children', element)
  return children instanceof HTMLCollection ? [...children] : []
}

/** A short path that finds exactly this element again. */
export function selectorOf(element: Element): string {
  const known = kit.memo.selectors.get(element)
  if (known !== undefined) return known
  const selector = kit.makeSelector(element, kit.placeAmong(element))
  kit.memo.selectors.set(element, selector)
  return selector
}

export type Place = { readonly position: number; readonly same: number }

/** Which of its like an element is among its siblings. All siblings are counted at once. */
export function placeAmong(element: Element): Place {
  const parent = kit.ownerOf(element)
  if (parent === null) return { position: 1, same: 1 }
  const known = kit.memo.places.get(parent) ?? kit.countChildren(parent)
  kit.memo.places.set(parent, known)
  return known.get(element) ?? kit.countChildren(parent).get(element) ?? { position: 1, same: 1 }
}

export function countChildren(parent: Element): ReadonlyMap<Element, Place> {
  const totals = new Map<string, number>()
  const positions = [...kit.childrenOf(parent)].map((child) => {
    const position = (totals.get(child.localName) ?? 0) + 1
    totals.set(child.localName, position)
    return [child, position] as const
  })
  return new Map(
    positions.map(([child, position]) => [
      child,
      { position, same: totals.get(child.localName) ?? 1 },
    ]),
  )
}

/** The path as it is now; `place` if it is known already. */
export function makeSelector(element: Element, place?: Place): string {
  const tag = CSS.escape(element.localName)
  const root = element.getRootNode()
  const inShadow = root instanceof ShadowRoot
  const scope = inShadow || root instanceof Document ? root : document
  if (kit.idOf(element) !== '' && kit.idOf(element).length < 60) {
    const byId = `#${CSS.escape(kit.idOf(element))}`
    if (scope.querySelectorAll(byId).length === 1)
      return inShadow ? `${kit.selectorOf(root.host)} >>> ${byId}` : byId
  }
  const parent = kit.ownerOf(element)
  if (parent === null) return inShadow ? `${kit.selectorOf(root.host)} >>> ${tag}` : tag
  if (parent === document.documentElement) return tag
  const { position, same } = place ??
    kit.countChildren(parent).get(element) ?? { position: 1, same: 1 }
  return `${kit.selectorOf(parent)} > ${tag}${same > 1 ? `:nth-of-type(${position})` : ''}`
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** The box on the page. Everything is gathered while the page is scrolled to its top. */
export function boxOf(rect: DOMRect | DOMRectReadOnly): Box {
  return {
    x: kit.rounded(rect.x + scrollX),
    y: kit.rounded(rect.y + scrollY),
    width: kit.rounded(rect.width),
    height: kit.rounded(rect.height),
  }
}

export function elementBox(element: Element): Box {
  return kit.boxOf(element.getBoundingClientRect())
}

export function opacityOf(element: Element | null): number {
  if (element === null) return 1
  const known = kit.memo.opacities.get(element)
  if (known !== undefined) return known
  const { opacity: written, filter } = kit.styleOf(element)
  const own = Number.parseFloat(written)
  const filtered = Number.parseFloat(/opacity\(([\d.]+)\)/.exec(filter)?.[1] ?? '1')
  const opacity = (Number.isFinite(own) ? own : 1) * filtered * kit.opacityOf(kit.parentOf(element))
  kit.memo.opacities.set(element, opacity)
  return opacity
}

/** Whether a reader can see the element: rendered, not transparent, on the canvas, not clipped away. */
export function isShown(element: Element): boolean {
  const known = kit.memo.shown.get(element)
  if (known !== undefined) return known
  const shown = kit.hiddenBecause(element) === null
  kit.memo.shown.set(element, shown)
  return shown
}

export type HiddenBecause =
  | 'display-none'
  | 'visibility'
  | 'opacity'
  | 'off-canvas'
  | 'clipped-away'
  | 'zero-size'

export function hiddenBecause(element: Element): HiddenBecause | null {
  if (!element.checkVisibility()) return 'display-none'
  if (!element.checkVisibility({ visibilityProperty: true })) return 'visibility'
  if (kit.opacityOf(element) < 0.02) return 'opacity'
  const style = kit.styleOf(element)
  if (style.display === 'contents') return null
  const rect = element.getBoundingClientRect()
  if (rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0) return 'off-canvas'
  if (kit.isClippedAway(element, rect)) return 'clipped-away'
  if (rect.width === 0 && rect.height === 0 && element.childNodes.length === 0) return 'zero-size'
  return null
}

/** The usual ways to leave text to screen readers only, on the element or around it. */
export function isClippedAway(element: Element, rect: DOMRect): boolean {
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at)) {
    const style = kit.styleOf(at)
    const box = at === element ? rect : at.getBoundingClientRect()
    const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible'
    if (cuts && (box.width <= 1.5 || box.height <= 1.5) && style.display !== 'inline') return true
    if (/^rect\((0(px)?,? ?){3}0(px)?\)$|^rect\(1px,? 1px,? 1px,? 1px\)$/.test(style.clip)) {
      if (style.position === 'absolute' || style.position === 'fixed') return true
    }
    if (/^inset\((50|100)%/.test(style.clipPath)) return true
    if (/^(circle|ellipse)\(0(px|%)?/.test(style.clipPath)) return true
  }
  return false
}

export function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

export function isAriaHidden(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at))
    if (at.getAttribute('aria-hidden') === 'true') return true
  return false
}

/** The accessible name as the browser computed it. What shows up later is asked for one by one. */
export function nameOf(element: Element): string {
  const known = kit.memo.named.get(element)
  if (known !== undefined) return kit.plain(known.name)
  if (kit.memo.named.size > 0 && !element.checkVisibility()) return ''
  // on a huge page each question would take a second
  if (kit.memo.leftOut > 0) return kit.writtenName(element)
  const name: unknown = Reflect.get(element, 'computedName')
  return typeof name === 'string' ? kit.plain(name) : ''
}

export function writtenName(element: Element): string {
  const written = ['aria-label', 'alt', 'title'].map((name) => element.getAttribute(name))
  return kit.plain(written.find((each) => each !== null) ?? element.textContent).slice(0, 300)
}

export function roleOf(element: Element): string {
  const given = element.getAttribute('role') ?? ''
  const known = kit.memo.named.get(element)
  if (known !== undefined) return known.role === '' ? given : known.role
  if (kit.memo.named.size > 0 && !element.checkVisibility()) return given
  if (kit.memo.leftOut > 0) return given
  const role: unknown = Reflect.get(element, 'computedRole')
  return typeof role === 'string' ? role : given
}

/** Takes over names and roles, unless the page has changed since they were asked for. */
export function remember(named: readonly (readonly [number, string, string, string])[]): void {
  // asked once for a page; what shows up later is asked for one by one
  if (named.length === 0) return
  const all = document.querySelectorAll('*')
  kit.memo.named = new Map()
  for (const [index, tag, role, name] of named) {
    const element = all[index]
    if (element?.localName !== tag) {
      kit.memo.named = new Map()
      return
    }
    // what is hidden has no name yet
    if (role !== '' || element.checkVisibility()) kit.memo.named.set(element, { role, name })
  }
}

export function isAround(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = kit.parentOf(at))
    if (at === outer) return true
  return false
}

export function query(selector: string): Element | null {
  let scope: Document | ShadowRoot = document
  const steps = selector.split(' >>> ')
  for (const [index, step] of steps.entries()) {
    const element: Element | null = scope.querySelector(step)
    if (element === null || index === steps.length - 1) return element
    if (element.shadowRoot === null) return null
    scope = element.shadowRoot
  }
  return null
}
