import type { StatePaint } from '../../../model/page-probes.ts'

export type Painted = Readonly<Record<string, StatePaint>>

/** The controls that can be put in other states, as places in document order. */
export function stateTargets(
  most: number,
  withAbove: boolean,
): readonly {
  readonly index: number
  readonly above: readonly number[]
  readonly selector: string
  readonly text: string
}[] {
  const order = new Map([...document.querySelectorAll('*')].map((each, index) => [each, index]))
  return [...kit.memo.around.keys()]
    .filter((each) => order.has(each) && kit.isShown(each) && kit.hasSize(each))
    .slice(0, most)
    .map((element) => ({
      index: order.get(element) ?? 0,
      above: !withAbove
        ? []
        : kit
            .ancestors(element)
            .slice(1, 8)
            .flatMap((each) => order.get(each) ?? []),
      selector: kit.selectorOf(element),
      text: kit.plain(element.textContent).slice(0, 100),
    }))
}

/** The element inside a control that has the words. */
export function wordsIn(control: Element): Element {
  const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text && /\S/.test(node.data) && node.parentElement !== null)
      return node.parentElement
  return control
}

/** How the controls are painted at this moment. */
export function paintNow(selectors: readonly string[]): Painted {
  kit.finishAnimations()
  kit.memo.styles = new Map()
  kit.memo.opacities = new Map()
  const painted: Record<string, StatePaint> = {}
  for (const selector of selectors) {
    const element = kit.query(selector)
    if (element !== null) painted[selector] = kit.statePaint(element)
  }
  return painted
}

export function statePaint(element: Element): StatePaint {
  const words = kit.wordsIn(element)
  const style = kit.styleOf(element)
  const rect = element.getBoundingClientRect()
  const point = { x: rect.x + rect.width / 2 + scrollX, y: rect.y + rect.height / 2 + scrollY }
  const inner = kit.ancestors(words)
  const own = inner
    .slice(0, inner.indexOf(element) + 1)
    .flatMap((each) => kit.ownLayers(each, point, true))
  const around = kit.memo.around.get(element)?.layers ?? []
  const decoration = style.textDecorationLine
  return {
    colour: kit.rgba(kit.styleOf(words).color),
    background: kit.rgba(style.backgroundColor),
    backgroundImage: style.backgroundImage === 'none' ? null : style.backgroundImage.slice(0, 300),
    borderColour: kit.rgba(style.borderBottomColor),
    outline: kit.focusStyle(style)['outline'] ?? 'none',
    boxShadow: style.boxShadow === 'none' ? null : style.boxShadow,
    textDecoration: decoration === 'none' ? kit.styleOf(words).textDecorationLine : decoration,
    opacity: kit.opacityOf(words),
    backdrop: kit.backdropOf([...own, ...around]),
  }
}
