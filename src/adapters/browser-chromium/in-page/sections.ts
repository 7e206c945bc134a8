import type { CardFact, SectionFact } from '../../../model/page-structure.ts'

/** The parts of the page from top to bottom: header, the sections of main, footer. */
export function sections(): readonly SectionFact[] {
  return kit.topParts().map((element) => {
    const heading = element.querySelector('h1, h2, h3, [role=heading]')
    const style = kit.styleOf(element)
    return {
      selector: kit.selectorOf(element),
      tag: element.localName,
      id: kit.idOf(element) === '' ? null : kit.idOf(element),
      heading: heading === null ? null : kit.plain(heading.textContent).slice(0, 300),
      box: kit.elementBox(element),
      signature: kit.signature(element, 3),
      repeats: kit.repeats(element),
      padding: {
        top: Number.parseFloat(style.paddingTop) || 0,
        bottom: Number.parseFloat(style.paddingBottom) || 0,
      },
    }
  })
}

export function topParts(): readonly Element[] {
  const big = (element: Element) =>
    element.checkVisibility() &&
    !element.matches('script, style, template, link, dialog, noscript') &&
    element.getBoundingClientRect().height > 8
  const open = (element: Element): readonly Element[] => {
    const children = [...kit.childrenOf(element)].filter(big)
    const wraps = element.matches('body, main, [role=main], body > div, body > div > div')
    const only = children.length === 1 && element.matches('div')
    // children that are all built alike make one part together, such as a row of cards
    const shapes = new Set(children.map((child) => kit.signature(child, 1)))
    const row = element.matches('div') && children.length >= 3 && shapes.size === 1
    if ((!wraps && !only) || row) return [element]
    const parts = children.filter((child) =>
      child.matches('section, article, header, footer, main, nav, aside, div, form'),
    )
    return parts.length === 0 || parts.length < children.length / 2
      ? [element]
      : children.flatMap(open)
  }
  return document.body === null ? [] : open(document.body).slice(0, 60)
}

/** How an element is built: its tags to some depth, runs of equal children written as a count. */
export function signature(element: Element, depth: number): string {
  if (element.localName === 'svg') return 'svg'
  if (element.children.length > 500) return `${element.localName}(…)`
  const inner =
    depth === 0 ? [] : [...kit.childrenOf(element)].map((child) => kit.signature(child, depth - 1))
  const runs: { text: string; count: number }[] = []
  for (const text of inner) {
    const last = runs.at(-1)
    if (last?.text === text) last.count++
    else runs.push({ text, count: 1 })
  }
  const body = runs.map(({ text, count }) => (count > 1 ? `${text}*${count}` : text)).join(' ')
  return body === '' ? element.localName : `${element.localName}(${body})`
}

export function repeats(section: Element): SectionFact['repeats'] {
  const isHuge = section.querySelectorAll('*').length > 4000
  if (isHuge) return null
  let best: { parent: Element; items: readonly Element[] } | null = null
  for (const parent of [section, ...section.querySelectorAll('*')]) {
    const items = [...kit.childrenOf(parent)].filter((child) => child.checkVisibility())
    const first = items[0]
    if (first === undefined || items.length < 3 || items.length > 24) continue
    if (first.children.length < 2 || !first.matches('div, li, article, section, a, figure'))
      continue
    const shape = kit.signature(first, 1)
    const same = items.filter((item) => kit.signature(item, 1) === shape)
    if (same.length >= 3 && same.length > (best?.items.length ?? 0)) best = { parent, items: same }
  }
  const first = best?.items[0]
  if (best === null || first === undefined) return null
  const top = first.getBoundingClientRect().top
  return {
    selector: kit.selectorOf(best.parent),
    count: best.items.length,
    columns: best.items.filter((item) => Math.abs(item.getBoundingClientRect().top - top) < 4)
      .length,
    item: kit.card(first),
    odd: kit.oddCards(best.items),
  }
}

export function oddCards(
  items: readonly Element[],
): NonNullable<NonNullable<SectionFact['repeats']>['odd']> {
  const looks = items.map((element) => {
    const item = kit.card(element)
    const shape = `${item.radius} ${item.borderWidth} ${item.padding}`
    return { selector: kit.selectorOf(element), item, shape }
  })
  const isUsual = (shape: string) =>
    looks.filter((each) => each.shape === shape).length * 2 > looks.length
  return looks.some(({ shape }) => isUsual(shape))
    ? looks.filter(({ shape }) => !isUsual(shape)).map(({ selector, item }) => ({ selector, item }))
    : []
}

export function card(element: Element): CardFact {
  const style = kit.styleOf(element)
  const text = kit.plain(element.querySelector('p')?.textContent)
  return {
    signature: kit.signature(element, 2),
    background: kit.rgba(style.backgroundColor),
    radius: Number.parseFloat(style.borderTopLeftRadius) || 0,
    shadow: style.boxShadow === 'none' ? null : style.boxShadow,
    borderWidth: style.borderTopStyle === 'none' ? 0 : Number.parseFloat(style.borderTopWidth),
    padding: Number.parseFloat(style.paddingTop) || 0,
    icon: kit.iconIn(element),
    heading: element.querySelector('h2, h3, h4, h5, [role=heading], strong') !== null,
    sentences: text === '' ? 0 : text.split(/[.!?](?:\s|$)/).filter(Boolean).length,
  }
}
