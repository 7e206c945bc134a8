import type { Control, ControlPaint, Rgba } from '../../../model/page-view.ts'

export type Seen = {
  readonly stack: readonly Element[]
  readonly at: { readonly x: number; readonly y: number }
}

/** What a control stands on. */
export function paintAround(element: Element, { stack, at }: Seen): ControlPaint['around'] {
  const below = stack.indexOf(element)
  const parent = kit.parentOf(element) ?? element
  const around = below === -1 ? kit.ancestors(parent) : stack.slice(below + 1)
  const layers = around.flatMap((each) => kit.ownLayers(each, at, false))
  return kit.backdropOf([...layers, ...kit.rootLayers(around)])
}

export function controlPaint(element: Element, style: CSSStyleDeclaration): ControlPaint {
  const sides = (['top', 'right', 'bottom', 'left'] as const).filter(
    (side) =>
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
      !['none', 'hidden'].includes(style.getPropertyValue(`border-${side}-style`)),
  )
  const side = sides.includes('bottom') ? 'bottom' : (sides[0] ?? 'top')
  return {
    colour: kit.rgba(style.color),
    background: kit.rgba(style.backgroundColor),
    backgroundImage: style.backgroundImage === 'none' ? null : style.backgroundImage.slice(0, 300),
    borderColour: kit.rgba(style.getPropertyValue(`border-${side}-color`)),
    borderWidth:
      sides.length === 0 ? 0 : Number.parseFloat(style.getPropertyValue(`border-${side}-width`)),
    borderSides: sides,
    outlineColour: kit.rgba(style.outlineColor),
    outlineWidth: style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth),
    boxShadow: style.boxShadow === 'none' ? null : style.boxShadow,
    textDecoration: style.textDecorationLine,
    radius: style.borderRadius,
    opacity: kit.opacityOf(element),
    around: { layers: [], solid: null, pixels: null },
    wrapperLine: kit.wrapperLine(element),
  }
}

export function rootLayers(elements: readonly Element[]) {
  return [document.body, document.documentElement].flatMap((root) =>
    root === null || elements.includes(root)
      ? []
      : kit.paintLayers(kit.styleOf(root), kit.selectorOf(root), 1),
  )
}

export function iconIn(element: Element): Control['icon'] {
  if (element.querySelector('svg') !== null || element.localName === 'svg') return 'svg'
  if (element.querySelector('img') !== null) return 'img'
  const text = kit.plain(element.textContent)
  if (/\p{Extended_Pictographic}/u.test(text) && !/^[\d\s#*©®™]+$/u.test(text)) return 'emoji'
  const font = element.querySelector('i[class], span[class*="icon"], span[class*="fa-"]')
  return font === null ? null : 'font'
}

/** The colours that the shapes of an inline icon are painted with. */
export function iconColours(element: Element): Control['iconColours'] {
  const shapes = element.querySelectorAll(
    'svg :is(path, circle, rect, line, polyline, polygon, ellipse, use, text)',
  )
  const found = new Map<string, Control['iconColours'][number]>()
  for (const shape of [...shapes].slice(0, 40)) {
    const style = kit.styleOf(shape)
    for (const kind of ['fill', 'stroke'] as const) {
      const css = style[kind]
      if (css === 'none' || css === '' || css.startsWith('url(')) continue
      const own = Number.parseFloat(kind === 'fill' ? style.fillOpacity : style.strokeOpacity)
      const colour = kit.rgba(css)
      const a = colour.a * kit.opacityOf(shape) * (Number.isFinite(own) ? own : 1)
      if (a > 0.02) found.set(`${css} ${a}`, { ...colour, a: kit.rounded(a) })
    }
  }
  return [...found.values()]
}

/** The border of the nearest box around, if that box is hardly taller than the control. */
export function wrapperLine(element: Element): Rgba | null {
  const { height } = element.getBoundingClientRect()
  for (let at = kit.parentOf(element), up = 0; at !== null && up < 3; at = kit.parentOf(at), up++) {
    if (at.getBoundingClientRect().height > height + 32) return null
    const style = kit.styleOf(at)
    if (style.borderBottomStyle !== 'none' && Number.parseFloat(style.borderBottomWidth) > 0)
      return kit.rgba(style.borderBottomColor)
  }
  return null
}
