import type { StyleTally } from '../../../model/page-structure.ts'

export type Count = { value: string; count: number; selectors: string[]; area: number }

/** Adds up what the computed styles of all visible elements use. */
export function styleTally(): StyleTally {
  const { tables, gradients } = kit.countStyles()
  return {
    colours: (['text', 'background', 'border'] as const).flatMap((use) =>
      [...tables[use].values()].map((each) => ({
        value: kit.rgba(each.value),
        count: each.count,
        selectors: each.selectors,
        use,
        area: Math.round(each.area),
      })),
    ),
    fontFamilies: [...tables.family.values()],
    gradients,
    animations: kit.animations(),
  }
}

export function newTables() {
  const table = () => new Map<string, Count>()
  return { text: table(), background: table(), border: table(), family: table() }
}

export function note(table: Map<string, Count>, value: string, element: Element, area = 0): void {
  const known = table.get(value) ?? { value, count: 0, selectors: [], area: 0 }
  known.count++
  known.area += area
  if (known.selectors.length < 5) known.selectors.push(kit.selectorOf(element))
  table.set(value, known)
}

export function countStyles() {
  const tables = kit.newTables()
  const gradients: StyleTally['gradients'][number][] = []
  for (const element of kit.memo.elements) {
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !kit.isShown(element)) continue
    if (element.closest('head') !== null) continue
    const style = kit.styleOf(element)
    const rect = element.getBoundingClientRect()
    const area = rect.width * rect.height
    for (const line of kit.lineColours(style)) kit.note(tables.border, line, element)
    if (kit.rgba(style.backgroundColor).a > 0)
      kit.note(tables.background, style.backgroundColor, element, area)
    const hasText = [...element.childNodes].some(
      (node) => node instanceof Text && /\S/.test(node.data),
    )
    if (hasText) {
      kit.note(tables.text, style.color, element, area)
      kit.note(tables.family, style.fontFamily, element)
    }
    gradients.push(...kit.gradientsOf(element, style, area))
    // decoration is often laid over a large part by its ::before; small parts are not worth asking
    if (area > 40_000)
      for (const side of ['::before', '::after'] as const) {
        const pseudo = getComputedStyle(element, side)
        if (pseudo.content === 'none' || pseudo.content === 'normal') continue
        const size = Number.parseFloat(pseudo.width) * Number.parseFloat(pseudo.height)
        gradients.push(...kit.gradientsOf(element, pseudo, size || 0))
      }
  }
  return { tables, gradients }
}

export function gradientsOf(
  element: Element,
  style: CSSStyleDeclaration,
  area: number,
): StyleTally['gradients'] {
  return kit
    .splitTopLevel(style.backgroundImage)
    .filter((css) => css.includes('gradient('))
    .map((css) => ({
      selector: kit.selectorOf(element),
      css: css.slice(0, 500),
      stops: kit.gradientStops(css),
      box: kit.elementBox(element),
      area: Math.round(area),
      onText: style.backgroundClip.includes('text'),
    }))
}

/** The colours of the borders that are drawn, each once. */
export function lineColours(style: CSSStyleDeclaration): ReadonlySet<string> {
  const drawn = ['top', 'right', 'bottom', 'left'].filter(
    (side) =>
      style.getPropertyValue(`border-${side}-style`) !== 'none' &&
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0,
  )
  return new Set(drawn.map((side) => style.getPropertyValue(`border-${side}-color`)))
}

export function animations(): StyleTally['animations'] {
  const byScript = kit.memo.moving
    .filter(({ element }) => element.isConnected)
    .map(({ element, durationMs, iterations }) => ({
      selector: kit.selectorOf(element),
      name: 'A script',
      durationMs,
      iterations: iterations === Number.POSITIVE_INFINITY ? ('infinite' as const) : iterations,
    }))
  const byStyle = kit.memo.elements.flatMap((element) => {
    const style = kit.styleOf(element)
    if (style.animationName === 'none' || style.animationName === '') return []
    const iterations = style.animationIterationCount.split(',')[0]
    return [
      {
        selector: kit.selectorOf(element),
        name: style.animationName,
        durationMs: Number.parseFloat(style.animationDuration) * 1000,
        iterations: iterations === 'infinite' ? ('infinite' as const) : Number(iterations),
      },
    ]
  })
  return [...byScript, ...byStyle]
}
