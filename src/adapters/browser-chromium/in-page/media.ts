import type { MediaFact } from '../../../model/page-structure.ts'

/** Sound and film in the page, seen or not. */
export function media(): readonly MediaFact[] {
  return kit.memo.elements
    .filter((element) => element instanceof HTMLMediaElement)
    .map((element) => ({
      selector: kit.selectorOf(element),
      tag: element.localName,
      autoplay: element.autoplay,
      muted: element.muted,
      loop: element.loop,
      controls: element.controls,
    }))
}
