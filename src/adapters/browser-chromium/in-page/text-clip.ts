import type { TextRun } from '../../../model/page-view.ts'
import type { Found } from './texts.ts'

export function union(rects: readonly DOMRect[]): DOMRect {
  const left = Math.min(...rects.map((rect) => rect.left))
  const top = Math.min(...rects.map((rect) => rect.top))
  const right = Math.max(...rects.map((rect) => rect.right))
  const bottom = Math.max(...rects.map((rect) => rect.bottom))
  return new DOMRect(left, top, right - left, bottom - top)
}

export function countLines(rects: readonly DOMRect[]): number {
  let lines = 0
  let bottom = Number.NEGATIVE_INFINITY
  for (const rect of rects) {
    if (rect.top + rect.height / 2 > bottom) lines++
    bottom = Math.max(bottom, rect.bottom)
  }
  return lines
}

export type Frame = {
  readonly element: Element
  readonly cutsX: boolean
  readonly cutsY: boolean
  readonly scrolls: boolean
}

/** The ancestors that cut off or scroll what is in them, the nearest first. */
export function frames(element: Element): readonly Frame[] {
  const around: Frame[] = []
  let position = kit.styleOf(element).position
  let at = kit.parentOf(element)
  const self = kit.styleOf(element)
  if (self.overflowX !== 'visible' && self.display !== 'inline') {
    around.push(kit.frameOf(element, self))
  }
  while (at !== null && at !== document.body && at !== document.documentElement) {
    const style = kit.styleOf(at)
    // what is taken out of the flow is not held by boxes that are not its containing block
    const holds =
      style.transform !== 'none' ||
      position === 'static' ||
      position === 'relative' ||
      position === 'sticky' ||
      (position === 'absolute' && style.position !== 'static')
    if (holds) {
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible')
        around.push(kit.frameOf(at, style))
      position = style.position
    }
    at = kit.parentOf(at)
  }
  return around
}

export function frameOf(element: Element, style: CSSStyleDeclaration): Frame {
  const rolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  return {
    element,
    cutsX: cuts(style.overflowX),
    cutsY: cuts(style.overflowY),
    scrolls: rolls(style.overflowX) || rolls(style.overflowY),
  }
}

/** Nothing of the text is painted, because an ancestor cuts all of it off. */
export function isCutOff(element: Element, rects: readonly DOMRect[]): boolean {
  const box = kit.union(rects)
  for (const frame of kit.frames(element)) {
    if (frame.scrolls) return false
    const around = frame.element.getBoundingClientRect()
    if (frame.cutsX && (box.left >= around.right || box.right <= around.left)) return true
    if (frame.cutsY && (box.top >= around.bottom || box.bottom <= around.top)) return true
  }
  return box.right + scrollX <= 0 || box.bottom + scrollY <= 0
}

export function clipOf(element: Element, rects: readonly DOMRect[]): TextRun['clipped'] {
  let box = kit.union(rects)
  for (const frame of kit.frames(element)) {
    const around = frame.element.getBoundingClientRect()
    if (frame.scrolls) {
      // what is in sight in a scroller may still be cut off together with the scroller
      const inside = kit.common(box, around)
      if (inside === null) return null
      box = inside
      continue
    }
    const style = kit.styleOf(frame.element)
    const x = frame.cutsX ? Math.max(0, box.right - around.right, around.left - box.left) : 0
    const y = frame.cutsY ? Math.max(0, box.bottom - around.bottom, around.top - box.top) : 0
    // the boxes of letters are taller than the letters: a little over the edge is no loss
    const spare = Number.parseFloat(kit.styleOf(element).fontSize) * 0.25
    const clamped = style.getPropertyValue('-webkit-line-clamp') !== 'none' && y > spare
    const ellipsis = (style.textOverflow === 'ellipsis' && x > 1) || clamped
    if (x > 1.5 || y > spare || ellipsis)
      return { by: kit.selectorOf(frame.element), x: kit.rounded(x), y: kit.rounded(y), ellipsis }
  }
  return null
}

export function common(one: DOMRect, two: DOMRect): DOMRect | null {
  const left = Math.max(one.left, two.left)
  const top = Math.max(one.top, two.top)
  const width = Math.min(one.right, two.right) - left
  const height = Math.min(one.bottom, two.bottom) - top
  return width > 1 && height > 1 ? new DOMRect(left, top, width, height) : null
}

/** An ancestor of some height hides all of it below its lower edge: nobody ever gets there. */
export function isCutBelow(element: Element): boolean {
  const box = element.getBoundingClientRect()
  for (const { element: outer, cutsY, scrolls } of kit.frames(element)) {
    const around = outer.getBoundingClientRect()
    if (scrolls && kit.common(box, around) === null) return false
    if (!scrolls && cutsY && around.height > 24 && box.top >= around.bottom) return true
  }
  return false
}

export function edges(
  element: Element,
  rects: readonly DOMRect[],
): Pick<TextRun, 'pastEdge' | 'insideScroller'> {
  const scroller = kit.frames(element).find((frame) => frame.scrolls)
  if (scroller !== undefined)
    return { pastEdge: 0, insideScroller: kit.selectorOf(scroller.element) }
  if (kit.frames(element).some((frame) => frame.cutsX)) return { pastEdge: 0, insideScroller: null }
  const box = kit.union(rects)
  const past = Math.max(
    0,
    box.right + scrollX - document.documentElement.clientWidth,
    -(box.left + scrollX),
  )
  return { pastEdge: past > 1 ? kit.rounded(past) : 0, insideScroller: null }
}

/** The part of a line that ink is likely to fill. */
export function ink(rect: DOMRect, fontSize: number): DOMRect {
  const height = Math.min(rect.height, fontSize * 0.7)
  return new DOMRect(rect.x, rect.y + (rect.height - height) / 2, rect.width, height)
}

/** Texts whose lines run into each other. */
export function findOverlaps(results: readonly Found[]): ReadonlyMap<Found, readonly string[]> {
  const lines = results
    .filter((item) => item.source === 'text')
    .flatMap((item) => {
      const fontSize = Number.parseFloat(item.style.fontSize)
      const around = kit.frames(item.element).map(({ element }) => element.getBoundingClientRect())
      // what lies beyond the edge of a scroller is not painted over anything
      const inSight = (rect: DOMRect) =>
        around.reduce<DOMRect | null>(
          (dOMRect, frame) => (dOMRect === null ? null : kit.common(dOMRect, frame)),
          rect,
        )
      return item.rects.flatMap((rect) => {
        const box = inSight(kit.ink(rect, fontSize))
        return box === null ? [] : [{ item, box }]
      })
    })
    .toSorted((a, b) => a.box.top - b.box.top)
  const touching = new Map<Found, Set<string>>()
  const note = (one: Found, other: Found) => {
    const known = touching.get(one) ?? new Set()
    touching.set(one, known.add(kit.selectorOf(other.element)))
  }
  for (const [index, line] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next]
      if (other === undefined || other.box.top >= line.box.bottom) break
      if (other.item === line.item || !kit.touches(line.box, other.box)) continue
      if (kit.layerOf(line.item.element) !== kit.layerOf(other.item.element)) continue
      note(line.item, other.item)
      note(other.item, line.item)
    }
  }
  return new Map([...touching].map(([item, selectors]) => [item, [...selectors]]))
}

export function touches(one: DOMRect, two: DOMRect): boolean {
  const width = Math.min(one.right, two.right) - Math.max(one.left, two.left)
  const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
  return width > 2 && height > Math.max(1.5, Math.min(one.height, two.height) * 0.12)
}

/** What floats above the page by intent: a fixed or sticky bar, a dialog, a popover. */
export function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at)) {
    if (at.localName === 'dialog' || at.hasAttribute('popover')) return at
    if (['fixed', 'sticky'].includes(kit.styleOf(at).position)) return at
  }
  return null
}
