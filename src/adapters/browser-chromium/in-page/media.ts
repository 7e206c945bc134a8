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
      seconds: kit.secondsOf(element),
    }))
}

/** An address can name the part that is played: `#t=10,12`. */
export function secondsOf({ duration, currentSrc }: HTMLMediaElement): number | null {
  const [, from = '0', to] = /#t=([\d.]*)(?:,([\d.]+))?/.exec(currentSrc) ?? []
  if (!Number.isFinite(duration)) return null
  const end = Math.min(duration, to === undefined ? duration : Number(to))
  return kit.rounded(Math.max(0, end - Number(from === '' ? '0' : from)))
}
