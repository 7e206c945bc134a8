/// <reference lib="dom" />
/* oxlint-disable no-var -- a global can be declared in no other way */
import type { FocusStop } from '../../../model/page-probes.ts'
import type { Backdrop, Rgba } from '../../../model/page-view.ts'
import type { Place } from './basics.ts'
import type { parts } from './assemble.ts'
import type { Before } from './probing.ts'

/** What the collectors remember while they gather one view. */
export type Memo = {
  styles: Map<Element, CSSStyleDeclaration>
  selectors: Map<Element, string>
  colours: Map<string, Rgba>
  places: Map<Element, ReadonlyMap<Element, Place>>
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
  before: Before | null
  words: ReadonlySet<string>
  walked: (FocusStop | null)[]
  recorder: (() => void) | null
  /** Jumps of the layout, and who listens for them. */
  shifts: PerformanceEntry[]
  observer: PerformanceObserver | null
  looks: Map<Element, Readonly<Record<string, string>>>
  named: Map<Element, { readonly role: string; readonly name: string }>
}

type Together<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never

declare global {
  /**
   * All functions of the files in this folder. They run in an isolated world of the page, so they
   * call each other through this object only and use nothing else from their modules.
   */
  var kit: { memo: Memo } & Together<(typeof parts)[number]>
}
