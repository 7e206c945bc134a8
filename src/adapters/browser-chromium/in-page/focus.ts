import type { FocusStop } from '../../../model/page-probes.ts'

/** What shows focus, as it is now: of the element itself and of what stands around it. */
export function look(element: Element): Readonly<Record<string, string>> {
  const observed: Record<string, string> = {}
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0] : null
  const around: readonly (readonly [string, Element | null | undefined, string?])[] = [
    ['', element],
    ['before ', element, '::before'],
    ['after ', element, '::after'],
    ['parent ', kit.ownerOf(element)],
    ['next ', element.nextElementSibling],
    ['previous ', element.previousElementSibling],
    ['label ', label instanceof Element ? label : null],
    ['inside ', element.firstElementChild],
  ]
  for (const [where, at, pseudo] of around) {
    if (at === null || at === undefined) continue
    const style = getComputedStyle(at, pseudo)
    if (pseudo !== undefined && style.content === 'none') continue
    for (const [name, value] of Object.entries(kit.focusStyle(style)))
      observed[where + name] = value
  }
  return observed
}

export function focusStyle(style: CSSStyleDeclaration): Readonly<Record<string, string>> {
  const outlined =
    style.outlineStyle !== 'none' &&
    Number.parseFloat(style.outlineWidth) > 0 &&
    kit.rgba(style.outlineColor).a > 0.05
  return {
    outline: outlined
      ? `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`
      : 'none',
    'box-shadow': style.boxShadow,
    'border-color': style.borderColor,
    'border-width': style.borderWidth,
    'border-style': style.borderStyle,
    'background-color': style.backgroundColor,
    'background-image': style.backgroundImage,
    'background-size': style.backgroundSize,
    color: style.color,
    'text-decoration': `${style.textDecorationLine} ${style.textDecorationThickness} ${style.textDecorationColor}`,
    transform: style.transform,
    opacity: style.opacity,
    filter: style.filter,
    clip: `${style.clip} ${style.clipPath}`,
    'font-weight': style.fontWeight,
  }
}

/** Notes how every element that Tab can reach looks at rest. Returns their selectors in order. */
export function restLooks(): readonly string[] {
  kit.begin(6000)
  kit.memo.looks = new Map()
  kit.startAtTop()
  const stops = kit.memo.elements.filter((element) => kit.isTabStop(element))
  for (const element of stops.slice(0, 200)) kit.memo.looks.set(element, kit.look(element))
  return stops.map((element) => kit.selectorOf(element))
}

export function isTabStop(element: Element): boolean {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false
  if (element.tabIndex < 0 || !kit.isFocusable(element)) return false
  const modal = document.querySelector('dialog:modal')
  if (modal !== null && !kit.isAround(modal, element)) return false
  if (
    element instanceof HTMLAnchorElement &&
    !element.hasAttribute('href') &&
    !element.hasAttribute('tabindex')
  )
    return false
  const radio = element instanceof HTMLInputElement && element.type === 'radio'
  // of a group of radio buttons, Tab reaches one
  return !radio || element.checked || element.name === ''
}

/** Where focus is now, and whether it shows. Null when it has left the page. */
export function focusStop(): FocusStop | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (element === null || element === document.body || element === document.documentElement)
    return null
  kit.finishAnimations()
  const rest = kit.memo.looks.get(element)
  const now = kit.look(element)
  const changed =
    rest === undefined ? [] : Object.keys(now).filter((name) => now[name] !== rest[name])
  const style = getComputedStyle(element)
  const rect = element.getBoundingClientRect()
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
  const stack = kit.stackAt(middle.x, middle.y)
  return {
    selector: kit.makeSelector(element),
    name: kit.plain(element.getAttribute('aria-label') ?? element.textContent).slice(0, 100),
    box: kit.boxOf(rect),
    changed,
    indicator: {
      outline: now['outline'] ?? 'none',
      outlineColour: now['outline'] === 'none' ? null : kit.rgba(style.outlineColor),
      boxShadow: style.boxShadow === 'none' ? null : style.boxShadow,
      borderColour: kit.rgba(style.borderBottomColor),
    },
    changedPixels: null,
    visible:
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      rect.width > 1 &&
      rect.height > 1,
    inView: rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth,
    coveredBy: kit.clickLandsOn(element, stack),
  }
}

/** Where the page has put the focus already, a walk would begin in the middle: this takes it to the top. */
export function startAtTop(): void {
  if (document.activeElement === null || document.activeElement === document.body) return
  const mark = document.createElement('span')
  mark.tabIndex = -1
  const top = document.querySelector('dialog:modal') ?? document.body
  top.prepend(mark)
  mark.focus({ preventScroll: true })
  mark.remove()
}

/** Gives focus as the keyboard does, or takes it away; for a picture of each. */
export function setFocus(selector: string, on: boolean): void {
  const element = kit.query(selector)
  if (!(element instanceof HTMLElement)) return
  if (on) element.focus({ preventScroll: true, focusVisible: true })
  else element.blur()
  kit.finishAnimations()
}

/** Notes where focus is each time a key is let go, so that many keys can be pressed in one go. */
export function recordStops(): void {
  kit.memo.walked = []
  if (kit.memo.recorder !== null) removeEventListener('keyup', kit.memo.recorder, true)
  kit.memo.recorder = () => {
    if (kit.memo.walked.length < 400) kit.memo.walked.push(kit.focusStop())
  }
  addEventListener('keyup', kit.memo.recorder, true)
}

export function takeStops(): readonly (FocusStop | null)[] {
  const taken = kit.memo.walked
  kit.memo.walked = []
  return taken
}
