import type { ViewFacts } from '../../../model/page-structure.ts'
import type { DocumentFacts } from './document.ts'

export type RawView = Omit<ViewFacts, 'scheme' | 'opened'>

/** Everything about one viewport, and about the document when asked. */
export function gatherView(
  most: number,
  handled: readonly number[],
  named: readonly (readonly [number, string, string, string])[],
): { readonly view: RawView; readonly document: DocumentFacts } {
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
  kit.finishAnimations()
  kit.begin(most)
  kit.remember(named)
  const all = document.querySelectorAll('*')
  kit.memo.handled = new Set(handled.flatMap((index) => all[index] ?? []))
  const root = document.documentElement
  const { blocks, indexOf } = kit.textBlocks()
  const controls = kit.controls()
  const tags: Record<string, number> = {}
  for (const { localName } of all) tags[localName] = (tags[localName] ?? 0) + 1
  const texts = kit.withEverythingHit(() => kit.textRuns(indexOf))
  return {
    document: kit.documentFacts(),
    view: {
      width: innerWidth,
      height: innerHeight,
      scrollWidth: Math.max(root.scrollWidth, document.body?.scrollWidth ?? 0),
      clientWidth: root.clientWidth,
      scrollHeight: root.scrollHeight,
      overflows: kit.overflows(),
      texts,
      blocks,
      controls,
      images: kit.images(),
      media: kit.media(),
      headings: kit.headings(),
      landmarks: kit.landmarks(),
      forms: kit.forms(),
      ids: kit.idsOnPage(),
      frames: kit.frameFacts(),
      tags,
      tables: kit.tables(),
      sections: kit.sections(),
      styles: kit.styleTally(),
      states: kit.stateRules(),
      leftOut: kit.memo.leftOut,
    },
  }
}

/** What scripts have set in motion for good; animations of the style sheets are read from the styles. */
export function noteAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSAnimation || animation instanceof CSSTransition) continue
    const { effect } = animation
    if (!(effect instanceof KeyframeEffect) || effect.target === null) continue
    const { duration, iterations } = effect.getTiming()
    if (iterations !== Number.POSITIVE_INFINITY) continue
    kit.memo.moving.push({
      element: effect.target,
      durationMs: typeof duration === 'number' ? duration : 0,
      iterations,
    })
  }
}

/** Takes animations to their end, so that nothing is seen half-way. */
export function finishAnimations(): void {
  kit.noteAnimations()
  for (const animation of document.getAnimations()) {
    try {
      const end = animation.effect?.getComputedTiming().endTime
      if (typeof end === 'number' && Number.isFinite(end)) animation.finish()
      // one without an end is taken away, as for a visitor who asked for less motion
      else animation.cancel()
    } catch {
      // one that cannot be finished has no end
    }
  }
}

/** Lets hit tests see what lets clicks through, such as decoration laid over a text. */
export function withEverythingHit<Value>(work: () => Value): Value {
  const lets = kit.memo.elements.some((each) => kit.styleOf(each).pointerEvents === 'none')
  if (!lets) return work()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets.push(sheet)
  try {
    return work()
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
