import type { Backdrop, BackdropLayer } from '../../../model/page-view.ts'

export type Spot = {
  readonly element: Element
  readonly at: { readonly x: number; readonly y: number }
}

/** Calls back for every point on the page with what is painted there, the topmost first. */
export function sweep<Item extends Spot>(
  items: readonly Item[],
  see: (item: Item, stack: readonly Element[]) => void,
): void {
  const half = Math.max(1, innerHeight / 2)
  const rows = new Map<number, Item[]>()
  for (const item of items) {
    // what stays in place while the page scrolls is seen where it stands at the top
    const stays = kit.layerOf(item.element) !== null
    const row = stays ? 0 : Math.max(0, Math.floor((item.at.y - half / 2) / half))
    const known = rows.get(row)
    if (known === undefined) rows.set(row, [item])
    else known.push(item)
  }
  // to scroll a huge page and to find what is at a point in it is slow: there, ancestors have to tell
  const mostRows = kit.memo.leftOut > 0 ? -1 : 80
  for (const [row, inside] of [...rows].toSorted(([a], [b]) => a - b)) {
    const far = row > mostRows
    if (!far) scrollTo({ top: row * half, left: 0, behavior: 'instant' })
    for (const item of inside)
      see(item, far ? [] : kit.stackAt(item.at.x - scrollX, item.at.y - scrollY))
  }
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
}

export function stackAt(x: number, y: number): readonly Element[] {
  const outer = document.elementsFromPoint(x, y)
  const host = outer[0]
  if (host?.shadowRoot === null || host === undefined) return outer
  return [
    ...host.shadowRoot.elementsFromPoint(x, y).filter((each) => !outer.includes(each)),
    ...outer,
  ]
}

/** The layers behind an element, from what is painted at a point, or from its ancestors. */
export function layersBehind(
  element: Element,
  stack: readonly Element[],
  point: { readonly x: number; readonly y: number },
): readonly BackdropLayer[] {
  const at = stack.indexOf(element)
  const below = at === -1 ? kit.ancestors(element) : kit.innerFirst(stack.slice(at))
  const layers: BackdropLayer[] = []
  for (const each of below) layers.push(...kit.ownLayers(each, point, each === element))
  const [html, body] = [document.documentElement, document.body]
  for (const root of [body, html]) {
    if (root === null || below.includes(root)) continue
    const own = kit.paintLayers(kit.styleOf(root), kit.selectorOf(root), 1)
    layers.push(...own)
  }
  return layers
}

/** What lies in an element is painted on its ground, also where it lies behind its words. */
export function innerFirst(stack: readonly Element[]): readonly Element[] {
  const behind = stack.flatMap((element, at) => {
    const outer = stack.slice(0, at).findIndex((each) => each.contains(element))
    return outer === -1 ? [] : [{ element, outer }]
  })
  if (behind.length === 0) return stack
  const moved = new Set(behind.map(({ element }) => element))
  return stack.flatMap((element, at) => [
    ...behind.filter(({ outer }) => outer === at).map((each) => each.element),
    ...(moved.has(element) ? [] : [element]),
  ])
}

export function ancestors(element: Element): readonly Element[] {
  const chain: Element[] = []
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at)) chain.push(at)
  return chain
}

export function ownLayers(
  element: Element,
  point: { readonly x: number; readonly y: number },
  isItself: boolean,
): readonly BackdropLayer[] {
  const selector = kit.selectorOf(element)
  const opacity = kit.opacityOf(element)
  const replaced = ['img', 'video', 'canvas', 'iframe', 'picture', 'object', 'embed']
  if (!isItself && replaced.includes(element.localName)) {
    const url = element.getAttribute('src') ?? ''
    return [{ kind: 'image', selector, url: url.slice(0, 300), opacity }]
  }
  if (!isItself && element.namespaceURI === 'http://www.w3.org/2000/svg') {
    if (element.localName === 'svg') return []
    const fill = kit.styleOf(element).fill
    if (fill.startsWith('url(')) return [{ kind: 'image', selector, url: fill, opacity }]
    return fill === 'none' ? [] : [{ kind: 'colour', selector, colour: kit.rgba(fill), opacity }]
  }
  const own = kit.paintLayers(kit.styleOf(element), selector, opacity)
  return [...kit.pseudoLayers(element, point), ...own]
}

/** Backgrounds laid over or under an element by its ::before and ::after. */
export function pseudoLayers(
  element: Element,
  point: { readonly x: number; readonly y: number },
): readonly BackdropLayer[] {
  return (['::after', '::before'] as const).flatMap((pseudo) => {
    const style = getComputedStyle(element, pseudo)
    if (style.content === 'none' || style.content === 'normal' || style.display === 'none')
      return []
    if (style.position !== 'absolute' && style.position !== 'fixed') return []
    const opacity = kit.opacityOf(element) * Number.parseFloat(style.opacity || '1')
    const layers = kit.paintLayers(style, `${kit.selectorOf(element)}${pseudo}`, opacity)
    if (layers.length === 0 || opacity < 0.02) return []
    return kit.pseudoCovers(element, style, point) ? layers : []
  })
}

export function pseudoCovers(
  element: Element,
  style: CSSStyleDeclaration,
  point: { readonly x: number; readonly y: number },
): boolean {
  let frame: Element | null = element
  while (frame !== null && kit.styleOf(frame).position === 'static') frame = kit.parentOf(frame)
  const around = (frame ?? document.documentElement).getBoundingClientRect()
  const [left, top] = [Number.parseFloat(style.left), Number.parseFloat(style.top)]
  const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)]
  if (![left, top, width, height].every(Number.isFinite)) return false
  const x = around.left + scrollX + left
  const y = around.top + scrollY + top
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}

export function backdropAt(
  element: Element,
  stack: readonly Element[],
  point: { readonly x: number; readonly y: number },
): Backdrop {
  return kit.backdropOf(kit.layersBehind(element, stack, point))
}

/** What stands on the element at this point and hides it from the eye. */
export function paintedOver(element: Element, stack: readonly Element[]): string | null {
  const at = stack.indexOf(element)
  if (at === -1) return null
  for (const above of stack.slice(0, at)) {
    if (kit.isAround(element, above) || kit.isAround(above, element)) continue
    const replaced = ['img', 'video', 'canvas', 'iframe'].includes(above.localName)
    const style = kit.styleOf(above)
    const alpha = kit.rgba(style.backgroundColor).a * kit.opacityOf(above)
    if (alpha > 0.5 || (replaced && kit.opacityOf(above) > 0.5)) return kit.selectorOf(above)
  }
  return null
}
