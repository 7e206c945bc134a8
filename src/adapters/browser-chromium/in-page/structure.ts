import type { FrameFact, Landmark, Overflow, TableFact } from '../../../model/page-structure.ts'
import type { Heading } from '../../../model/page-view.ts'

export function headings(): readonly Heading[] {
  return kit.memo.elements.flatMap((element) => {
    const tagged = /^h([1-6])$/.exec(element.localName)?.[1]
    const role = element.getAttribute('role')
    if (tagged === undefined && role !== 'heading') return []
    if (role !== null && role !== 'heading') return []
    return [
      {
        selector: kit.selectorOf(element),
        level: Number(element.getAttribute('aria-level') ?? tagged ?? 2),
        text: kit.plain(element.textContent).slice(0, 500),
        visible: kit.isShown(element),
        box: kit.elementBox(element),
      },
    ]
  })
}

export function landmarks(): readonly Landmark[] {
  const roles = /^(banner|complementary|contentinfo|form|main|navigation|region|search)$/
  return kit.memo.elements.flatMap((element) => {
    const candidates = 'header, footer, main, nav, aside, section, form, search, [role]'
    if (!element.matches(candidates)) return []
    const role = kit.roleOf(element)
    if (!roles.test(role)) return []
    return [
      {
        selector: kit.selectorOf(element),
        role,
        name: kit.nameOf(element),
        visible: kit.isShown(element),
        box: kit.elementBox(element),
      },
    ]
  })
}

export function idsOnPage(): readonly string[] {
  const own = kit.memo.elements.filter((element) => element.getRootNode() === document)
  return [...new Set(own.map((element) => kit.idOf(element)))].filter((id) => id !== '')
}

export function frameFacts(): readonly FrameFact[] {
  return kit.memo.elements
    .filter((element) => ['iframe', 'frame', 'object', 'embed'].includes(element.localName))
    .map((element) => ({
      selector: kit.selectorOf(element),
      box: kit.elementBox(element),
      visible: kit.isShown(element),
    }))
}

export function tables(): readonly TableFact[] {
  return kit.memo.elements
    .filter((element) => element instanceof HTMLTableElement)
    .map((table) => ({
      selector: kit.selectorOf(table),
      role: table.getAttribute('role'),
      rows: table.rows.length,
      columns: Math.max(0, ...[...table.rows].slice(0, 50).map((row) => row.cells.length)),
      headers: table.querySelectorAll('th, [role=columnheader], [role=rowheader], td[headers]')
        .length,
      caption: table.caption === null ? null : kit.plain(table.caption.textContent),
      box: kit.elementBox(table),
    }))
}

/** The elements that make the page wider than the screen, the innermost of each chain. */
export function overflows(): readonly Overflow[] {
  const width = document.documentElement.clientWidth
  const result = kit.memo.elements.flatMap((element) => {
    const rect = element.getBoundingClientRect()
    const right = rect.right + scrollX - width
    const left = -(rect.left + scrollX)
    if ((right <= 1 && left <= 1) || rect.width < 1 || rect.height < 1) return []
    if (rect.right + scrollX <= 0 || !kit.isShown(element)) return []
    if (kit.frames(element).some((frame) => frame.element !== element)) return []
    return [{ element, right, left, rect }]
  })
  const outer = new Set(result.flatMap(({ element }) => kit.parentOf(element) ?? []))
  return result
    .filter(({ element }) => !outer.has(element))
    .slice(0, 50)
    .map(({ element, right, left, rect }) => ({
      selector: kit.selectorOf(element),
      right: kit.rounded(Math.max(0, right)),
      left: kit.rounded(Math.max(0, left)),
      box: kit.boxOf(rect),
    }))
}
