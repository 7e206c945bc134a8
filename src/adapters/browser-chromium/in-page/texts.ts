import type { TextRun } from '../../../model/page-view.ts'

/** A text that is painted, before anything around it is known. */
export type Found = {
  readonly element: Element
  readonly source: TextRun['source']
  readonly text: string
  readonly rects: readonly DOMRect[]
  readonly style: CSSStyleDeclaration
  readonly at: { readonly x: number; readonly y: number }
}

/** Every text that a reader can see in this viewport. */
export function textRuns(blockOf: (element: Element) => number): readonly TextRun[] {
  const result = kit.findTexts()
  const overlaps = kit.findOverlaps(result)
  // all boxes are measured before the sweep scrolls the page
  const runs = new Map(
    result.map((item) => [
      item,
      kit.textRun(item, overlaps.get(item) ?? [], blockOf(item.element)),
    ]),
  )
  const visited = new Map<Found, TextRun>()
  kit.sweep(result, (item, stack) => {
    const run = runs.get(item)
    if (run === undefined) return
    const backdrop = kit.backdropAt(item.element, stack, item.at)
    visited.set(item, { ...run, backdrop, coveredBy: kit.paintedOver(item.element, stack) })
  })
  return result.flatMap((item) => visited.get(item) ?? [])
}

export function findTexts(): readonly Found[] {
  const results: Found[] = []
  for (const element of kit.memo.elements) {
    if (kit.neverText(element)) continue
    const nodes = [...element.childNodes].filter(
      (node): node is Text => node instanceof Text && /\S/.test(node.data),
    )
    const isField = ['input', 'textarea', 'select'].includes(element.localName)
    if (nodes.length === 0 && !isField) {
      results.push(...kit.pseudoTexts(element))
      continue
    }
    if (!kit.isShown(element)) continue
    if (isField) results.push(...kit.fieldTexts(element))
    else for (const node of nodes) results.push(...kit.nodeText(element, node))
    results.push(...kit.pseudoTexts(element))
  }
  return results
}

export function neverText(element: Element): boolean {
  const tags = ['script', 'style', 'noscript', 'template', 'title', 'option', 'optgroup', 'head']
  return tags.includes(element.localName) || element.closest('head, svg desc') !== null
}

export function nodeText(element: Element, node: Text): readonly Found[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 0.5)
  const first = rects[0]
  if (first === undefined) return []
  const style = kit.styleOf(element)
  if (Number.parseFloat(style.fontSize) < 0.5 || kit.isCutOff(element, rects)) return []
  return [
    {
      element,
      source: 'text',
      text: kit.plain(node.data),
      rects,
      style,
      at: { x: first.x + first.width / 2 + scrollX, y: first.y + first.height / 2 + scrollY },
    },
  ]
}

/** The words in a field: its value, else its placeholder. */
export function fieldTexts(element: Element): readonly Found[] {
  const field = element as HTMLInputElement | HTMLSelectElement // oxlint-disable-line typescript/no-unsafe-type-assertion -- chosen by tag
  const wordless = ['checkbox', 'radio', 'range', 'color', 'hidden', 'image', 'file']
  if (wordless.includes(field.type)) return []
  const placeholder = element.getAttribute('placeholder') ?? ''
  const value =
    field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value
  const text = kit.plain(value === '' ? placeholder : value)
  const rect = element.getBoundingClientRect()
  if (text === '' || rect.width < 1 || rect.height < 1) return []
  return [
    {
      element,
      source: value === '' ? 'placeholder' : 'value',
      text,
      rects: [rect],
      style: value === '' ? getComputedStyle(element, '::placeholder') : kit.styleOf(element),
      at: { x: rect.x + rect.width / 2 + scrollX, y: rect.y + rect.height / 2 + scrollY },
    },
  ]
}

/** Words that the style sheet puts before or after an element; icons and marks included. */
export function pseudoTexts(element: Element): readonly Found[] {
  const sides = ['before', 'after'] as const
  return sides.flatMap((side) => {
    const style = getComputedStyle(element, `::${side}`)
    const text = kit.plain(/^"((?:[^"\\]|\\.)*)"/.exec(style.content)?.[1])
    if (text === '' || style.display === 'none' || !kit.isShown(element)) return []
    const rect = element.getBoundingClientRect()
    if (rect.width < 1 || rect.height < 1) return []
    const at = { x: rect.x + rect.width / 2 + scrollX, y: rect.y + rect.height / 2 + scrollY }
    return [{ element, source: side, text, rects: [rect], style, at }]
  })
}

export function textRun(item: Found, overlaps: readonly string[], block: number): TextRun {
  const { element, style, rects } = item
  const fontSize = Number.parseFloat(style.fontSize)
  const fontWeight = Number(style.fontWeight)
  const own = item.source === 'text' ? 1 : Number.parseFloat(style.opacity || '1')
  const fill = style.getPropertyValue('-webkit-text-fill-color')
  const clips = kit.clipOf(element, rects)
  return {
    selector: kit.selectorOf(element),
    tag: element.localName,
    source: item.source,
    text: item.text.slice(0, 2000),
    box: kit.boxOf(kit.union(rects)),
    lines: kit.countLines(rects),
    fontSize,
    fontWeight: Number.isFinite(fontWeight) ? fontWeight : 400,
    fontFamily: style.fontFamily,
    fontStyle: style.fontStyle,
    textAlign: style.textAlign,
    colour: kit.textColour(element, style, fill),
    opacity: kit.opacityOf(element) * own,
    textShadow: style.textShadow === 'none' ? null : style.textShadow,
    clipFill: kit.clipFill(element, fill),
    backdrop: { layers: [], solid: null, pixels: null },
    isLarge: fontSize >= 24 || (fontSize >= 18.66 && fontWeight >= 700),
    inDisabled: kit.inDisabled(element),
    inLink: element.closest('a[href]') !== null,
    ariaHidden: kit.isAriaHidden(element),
    clipped: clips,
    ...kit.edges(element, rects),
    overlaps,
    coveredBy: null,
    ancestorRoles: kit.ancestorRoles(element),
    block,
  }
}

export function textColour(element: Element, style: CSSStyleDeclaration, fill: string) {
  const isSvg = element.namespaceURI === 'http://www.w3.org/2000/svg'
  if (isSvg) return kit.rgba(style.fill)
  return kit.rgba(fill === '' ? style.color : fill)
}

/** A text whose letters show the background of the element or of one around it. */
export function clipFill(element: Element, fill: string): TextRun['clipFill'] {
  if (kit.rgba(fill).a > 0.1) return null
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at)) {
    const style = kit.styleOf(at)
    if (!style.backgroundClip.includes('text')) continue
    if (style.backgroundImage.includes('gradient(')) return kit.gradientStops(style.backgroundImage)
    return style.backgroundImage === 'none' ? [kit.rgba(style.backgroundColor)] : []
  }
  return null
}

export function inDisabled(element: Element): boolean {
  const control = element.closest(
    ':disabled, [aria-disabled="true"], fieldset[disabled], label:has(:disabled)',
  )
  if (control !== null) return true
  const label = element.closest('label')
  return label?.control?.matches(':disabled') ?? false
}

export function ancestorRoles(element: Element): readonly string[] {
  const tags = ['header', 'footer', 'nav', 'main', 'aside', 'section', 'article', 'dialog', 'form']
  const roles: string[] = []
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at)) {
    const role = at.getAttribute('role') ?? (tags.includes(at.localName) ? at.localName : null)
    if (role !== null) roles.push(role)
  }
  return roles
}
