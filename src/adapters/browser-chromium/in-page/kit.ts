/// <reference lib="dom" />
/* oxlint-disable no-var -- a global can be declared in no other way */
import type { FocusStop } from '../../../model/page-probes.ts'
import type { Backdrop, Rgba } from '../../../model/page-view.ts'
import type * as basics from './basics.ts'
import type * as colours from './colours.ts'
import type * as stack from './stack.ts'
import type * as texts from './texts.ts'
import type * as textClip from './text-clip.ts'
import type * as blocks from './blocks.ts'
import type * as controlPaint from './control-paint.ts'
import type * as controls from './controls.ts'
import type * as images from './images.ts'
import type * as markup from './markup.ts'
import type * as writtenStyles from './written-styles.ts'
import type * as media from './media.ts'
import type * as structure from './structure.ts'
import type * as focus from './focus.ts'
import type * as statePaint from './state-paint.ts'
import type * as forms from './forms.ts'
import type * as sections from './sections.ts'
import type * as tallies from './tallies.ts'
import type * as rules from './rules.ts'
import type * as document from './document.ts'
import type * as probing from './probing.ts'
import type * as filling from './filling.ts'
import type * as paintWatch from './paint-watch.ts'
import type * as settle from './settle.ts'
import type * as view from './view.ts'

/** What the collectors remember while they gather one view. */
export type Memo = {
  styles: Map<Element, CSSStyleDeclaration>
  selectors: Map<Element, string>
  colours: Map<string, Rgba>
  places: Map<Element, ReadonlyMap<Element, basics.Place>>
  shown: Map<Element, boolean>
  opacities: Map<Element, number>
  canvas: OffscreenCanvasRenderingContext2D | null
  elements: readonly Element[]
  leftOut: number
  /** Elements with a click handler of their own, as the page's own world told us. */
  handled: ReadonlySet<Element>
  hiding: CSSStyleSheet | null
  /** What each control stands on. */
  around: Map<Element, Backdrop>
  /** For probes: what changes on its own, what has changed, how things were before. */
  restless: Set<Node>
  /** What scripts have set in motion since the page was loaded. */
  moving: { readonly element: Element; readonly durationMs: number; readonly iterations: number }[]
  changed: string[]
  watcher: MutationObserver | null
  before: probing.Before | null
  words: ReadonlySet<string>
  walked: (FocusStop | null)[]
  recorder: (() => void) | null
  observed: { readonly shifts: PerformanceObserver; readonly paints: PerformanceObserver } | null
  entries: { shifts: PerformanceEntry[]; paints: PerformanceEntry[] }
  looks: Map<Element, Readonly<Record<string, string>>>
  named: Map<Element, { readonly role: string; readonly name: string }>
}

declare global {
  /**
   * All functions of the files in this folder. They run in an isolated world of the page, so they
   * call each other through this object only and use nothing else from their modules.
   */
  var kit: { memo: Memo } & typeof basics &
    typeof colours &
    typeof stack &
    typeof texts &
    typeof textClip &
    typeof blocks &
    typeof controls &
    typeof controlPaint &
    typeof images &
    typeof markup &
    typeof writtenStyles &
    typeof media &
    typeof structure &
    typeof focus &
    typeof statePaint &
    typeof forms &
    typeof sections &
    typeof tallies &
    typeof rules &
    typeof document &
    typeof probing &
    typeof filling &
    typeof paintWatch &
    typeof settle &
    typeof view
}
