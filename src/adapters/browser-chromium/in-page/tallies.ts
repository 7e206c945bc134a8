import type { StyleTally, Tally } from '../../../model/page-structure.ts'

export type Count<Value> = { value: Value; count: number; selectors: string[]; area: number }

/** Adds up what the computed styles of all visible elements use. */
export function styleTally(): StyleTally {
  const { tables, gradients } = kit.countStyles()
  const list = <Value>(table: Map<string, Count<Value>>): readonly Tally<Value>[] =>
    [...table.values()].map(({ value, count, selectors }) => ({ value, count, selectors }))
  const loaded = kit.loadedFamilies()
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
    spacings: (['margin', 'padding', 'gap'] as const).flatMap((use) =>
      list(tables[use]).map((each) => ({ ...each, value: Number(each.value), use })),
    ),
    radii: list(tables.radius),
    shadows: list(tables.shadow),
    fontFamilies: list(tables.family).map((each) => ({
      ...each,
      loaded: loaded.has(kit.firstFamily(each.value)),
    })),
    fontSizes: list(tables.size).map((each) => ({ ...each, value: Number(each.value) })),
    gradients,
    animations: kit.animations(),
    transitions: list(tables.transition),
  }
}

export function newTables() {
  const table = () => new Map<string, Count<string>>()
  return {
    text: table(),
    background: table(),
    border: table(),
    margin: table(),
    padding: table(),
    gap: table(),
    radius: table(),
    shadow: table(),
    family: table(),
    size: table(),
    transition: table(),
  }
}

export function note(
  table: Map<string, Count<string>>,
  value: string,
  element: Element,
  area = 0,
): void {
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
    kit.countBox(tables, element, style)
    if (kit.rgba(style.backgroundColor).a > 0)
      kit.note(tables.background, style.backgroundColor, element, area)
    const hasText = [...element.childNodes].some(
      (node) => node instanceof Text && /\S/.test(node.data),
    )
    if (hasText) {
      kit.note(tables.text, style.color, element, area)
      kit.note(tables.family, style.fontFamily, element)
      kit.note(tables.size, `${Number.parseFloat(style.fontSize)}`, element)
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

export function countBox(
  tables: ReturnType<typeof newTables>,
  element: Element,
  style: CSSStyleDeclaration,
): void {
  const sides = ['top', 'right', 'bottom', 'left']
  for (const use of ['margin', 'padding'] as const)
    for (const side of sides) {
      const value = Number.parseFloat(style.getPropertyValue(`${use}-${side}`))
      if (value !== 0 && Number.isFinite(value)) kit.note(tables[use], `${value}`, element)
    }
  for (const gap of new Set([style.rowGap, style.columnGap])) {
    const value = Number.parseFloat(gap)
    if (value > 0) kit.note(tables.gap, `${value}`, element)
  }
  const lines = new Set(
    sides
      .filter((side) => style.getPropertyValue(`border-${side}-style`) !== 'none')
      .filter((side) => Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0)
      .map((side) => style.getPropertyValue(`border-${side}-color`)),
  )
  for (const line of lines) kit.note(tables.border, line, element)
  if (style.borderTopLeftRadius !== '0px') kit.note(tables.radius, style.borderRadius, element)
  if (style.boxShadow !== 'none') kit.note(tables.shadow, style.boxShadow, element)
  if (style.transitionDuration !== '0s' && style.transitionDuration !== '')
    kit.note(tables.transition, `${style.transitionProperty} ${style.transitionDuration}`, element)
}

export function firstFamily(families: string): string {
  return (families.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()
}

/** Families that came with the page as font files. */
export function loadedFamilies(): ReadonlySet<string> {
  return new Set(
    [...document.fonts]
      .filter((face) => face.status === 'loaded')
      .map((face) => kit.firstFamily(face.family)),
  )
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
