/// <reference lib="dom" />
/* oxlint-disable no-var -- a global can be declared in no other way */
import type { Rgba } from '../../../model/page-view.ts'

/** What the collectors remember while they gather one view. */
export type Memo = {
  styles: Map<Element, CSSStyleDeclaration>
  selectors: Map<Element, string>
  colours: Map<string, Rgba>
  shown: Map<Element, boolean>
  opacities: Map<Element, number>
  canvas: CanvasRenderingContext2D | null
  elements: readonly Element[]
  leftOut: number
  /** Elements with a click handler of their own, as the page's own world told us. */
  handled: ReadonlySet<Element>
}

declare global {
  /**
   * All functions of the files in this folder. They run in an isolated world of the page, so they
   * call each other through this object only and use nothing else from their modules.
   */
  var kit: { memo: Memo } & typeof import('./basics.ts') &
    typeof import('./colours.ts') &
    typeof import('./stack.ts') &
    typeof import('./texts.ts') &
    typeof import('./text-clip.ts') &
    typeof import('./blocks.ts') &
    typeof import('./controls.ts') &
    typeof import('./images.ts') &
    typeof import('./structure.ts') &
    typeof import('./forms.ts') &
    typeof import('./sections.ts') &
    typeof import('./tallies.ts') &
    typeof import('./rules.ts') &
    typeof import('./document.ts') &
    typeof import('./probing.ts') &
    typeof import('./filling.ts') &
    typeof import('./view.ts') &
    typeof import('./settle.ts')
}
