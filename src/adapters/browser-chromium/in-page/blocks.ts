import type { TextBlock } from '../../../model/page-view.ts'

export type Blocks = {
  readonly blocks: readonly TextBlock[]
  readonly indexOf: (element: Element) => number
}

/** The page as a reader goes through it: one entry for each block that has words of its own. */
export function textBlocks(): Blocks {
  const owners = new Map<Element, { index: number; parts: string[] }>()
  const blockOf = new Map<Element, Element>()
  for (const element of kit.memo.elements) {
    if (kit.neverText(element)) continue
    const own = kit.plain(
      [...element.childNodes].map((node) => (node instanceof Text ? node.data : ' ')).join(''),
    )
    if (own === '' && element.localName !== 'br') continue
    const block = kit.blockAround(element, blockOf)
    if (own !== '' && !owners.has(block)) owners.set(block, { index: owners.size, parts: [] })
  }
  const blocks = [...owners.keys()].map((element) => kit.textBlock(element, owners))
  return {
    blocks,
    indexOf: (element) => owners.get(kit.blockAround(element, blockOf))?.index ?? -1,
  }
}

/** The nearest ancestor that starts a new line. */
export function blockAround(element: Element, known: Map<Element, Element>): Element {
  const match = known.get(element)
  if (match !== undefined) return match
  const parent = kit.parentOf(element)
  const { display } = kit.styleOf(element)
  const inline = display.startsWith('inline') || display === 'contents' || display === 'none'
  const phrase = ['a', 'b', 'i', 'em', 'strong', 'span', 'small', 'code', 'abbr', 'time', 'mark']
  const joins =
    (inline && !['button', 'a', 'summary', 'label'].includes(element.localName)) ||
    (display === 'inline' && element.localName === 'a')
  const flows = joins && (display !== 'none' || phrase.includes(element.localName))
  const block = parent === null || !flows ? element : kit.blockAround(parent, known)
  known.set(element, block)
  return block
}

export function textBlock(
  element: Element,
  owners: ReadonlyMap<Element, { index: number }>,
): TextBlock {
  const unpainted = kit.isShown(element) ? kit.wordsUnpainted(element) : null
  const visible = kit.isShown(element) && unpainted === null
  return {
    selector: kit.selectorOf(element),
    tag: element.localName,
    text: kit.plain(kit.wordsOf(element, owners, element)).slice(0, 4000),
    box: kit.elementBox(element),
    role: element.getAttribute('role'),
    lang: element.closest('[lang]')?.getAttribute('lang') ?? null,
    visible,
    hidden: visible
      ? null
      : unpainted === null
        ? kit.whyHidden(element)
        : {
            why: unpainted,
            reachable: unpainted === 'clipped-away' ? kit.unfoldedBy(element) : 'screen-reader',
          },
  }
}

/** A block that is there while its words are not: of no size, or pushed far out of it. */
export function wordsUnpainted(
  element: Element,
): 'zero-size' | 'off-canvas' | 'clipped-away' | null {
  if (kit.isCutBelow(element)) return 'clipped-away'
  const { fontSize, textIndent } = kit.styleOf(element)
  if (Number.parseFloat(textIndent) < -400) return 'off-canvas'
  const own = [...element.childNodes].some((node) => node instanceof Text && /\S/.test(node.data))
  return own && Number.parseFloat(fontSize) < 0.5 ? 'zero-size' : null
}

/** The words of a block without those of the blocks in it. */
export function wordsOf(
  element: Element,
  owners: ReadonlyMap<Element, unknown>,
  self: Element,
): string {
  let words = ''
  for (const node of element.childNodes) {
    if (node instanceof Text) words += node.data
    else if (node instanceof Element) {
      if (node.localName === 'br') words += ' '
      else if (kit.neverText(node) || (owners.has(node) && node !== self)) words += ' '
      else words += kit.wordsOf(node, owners, self)
    }
  }
  return words
}

export function whyHidden(element: Element): NonNullable<TextBlock['hidden']> {
  const details = element.closest('details:not([open])')
  if (details !== null && element.closest('summary')?.parentElement !== details)
    return { why: 'closed-details', reachable: 'details' }
  const dialog = element.closest('dialog:not([open])')
  if (dialog !== null) return { why: 'closed-dialog', reachable: kit.reach(element, 'dialog') }
  const why = kit.hiddenBecause(element) ?? 'display-none'
  if (element.closest('[popover]') !== null) return { why, reachable: 'popover' }
  const shownBy = kit.reach(element, 'aria-controls')
  const forScreenReaders = why === 'clipped-away' || why === 'off-canvas' || why === 'zero-size'
  if (shownBy === 'no' && forScreenReaders && !kit.isAriaHidden(element))
    return { why, reachable: 'screen-reader' }
  return { why, reachable: shownBy }
}

/** Whether some control says that it shows this part. */
export function reach(
  element: Element,
  by: 'dialog' | 'aria-controls',
): 'dialog' | 'aria-controls' | 'no' {
  // a link to a part that is shown anyway unfolds nothing in it
  for (let at: Element | null = element; at !== null && !kit.isShown(at); at = kit.parentOf(at)) {
    if (kit.idOf(at) === '') continue
    const id = CSS.escape(kit.idOf(at))
    const control = document.querySelector(
      `[aria-controls~="${id}"], [popovertarget="${id}"], [commandfor="${id}"], [href="#${id}"], [data-target="#${id}"]`,
    )
    if (control !== null) return by
  }
  const opener = document.querySelector('[aria-haspopup="dialog"], [aria-expanded]')
  return opener !== null && by === 'dialog' ? 'dialog' : 'no'
}

/** Whether some control says that it unfolds a part around this; a link into it does not. */
export function unfoldedBy(element: Element): 'aria-controls' | 'no' {
  for (let at: Element | null = element; at !== null; at = kit.parentOf(at)) {
    const id = CSS.escape(kit.idOf(at))
    const control = id === '' ? null : document.querySelector(`[aria-controls~="${id}"]`)
    if (control !== null) return 'aria-controls'
  }
  return 'no'
}
