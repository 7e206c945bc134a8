import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageContract } from '../page-rule.ts'
import { type CopyItem, type CopyMatch, matchCopy, type Stretch } from './match-copy.ts'
import { type PageText, pageText, type ShownText } from './shown-text.ts'
import { joinWords, normalise } from './words.ts'

/** The contracted copy laid over the page. */
export type LaidOver = {
  readonly items: readonly CopyItem[]
  readonly page: PageText
  readonly match: CopyMatch
}

// several rules ask for the same laying over, which is the costly part
const known = new WeakMap<
  PageFacts,
  { readonly copy: PageContract['copy']; readonly laid: LaidOver }
>()

export function layOver(facts: PageFacts, { copy }: PageContract): LaidOver | null {
  if (copy === null) return null
  const before = known.get(facts)
  if (before?.copy === copy) return before.laid
  const items = copy.filter(({ text }) => normalise(text) !== '')
  const page = pageText(facts)
  const match = matchCopy(
    items,
    page.shown.map(({ text }) => text),
    page.said,
  )
  const laid = { items, page, match }
  known.set(facts, { copy, laid })
  return laid
}

export function blockOf({ page, match }: LaidOver, stretch: Stretch): ShownText | undefined {
  return page.shown[match.stream[stretch.start]?.block ?? -1]
}

export const wordsOfStretch = ({ match }: LaidOver, { start, end }: Stretch): string =>
  joinWords(match.stream.slice(start, end))

/** The block next to where an item should stand: behind the one before it, else before the next. */
export function neighbourOf(laid: LaidOver, index: number): ShownText | undefined {
  const { placed, moved } = laid.match
  // what stands out of order itself is no guide to the place
  const inOrder = placed.map((each, at) => (moved.has(at) ? null : each))
  const before = inOrder.slice(0, index).findLast((each) => each !== null)
  const near = before ?? inOrder.slice(index + 1).find((each) => each !== null)
  return near ? blockOf(laid, near) : undefined
}

/** Whether the page says it as a name, an alternative, a placeholder or a choice. */
export const isSaid = ({ page }: LaidOver, { text }: CopyItem): boolean =>
  page.said.has(normalise(text))

/** Indexes of items that stand nowhere: not word for word, not changed, not said. */
export function absent(laid: LaidOver): readonly number[] {
  const { placed, changed } = laid.match
  return laid.items.flatMap((item, index) =>
    placed[index] === null && !changed.has(index) && !isSaid(laid, item) ? [index] : [],
  )
}

/** Whether the block of this stretch also holds a contracted text. */
export function holdsItem({ match }: LaidOver, { start }: { readonly start: number }): boolean {
  const block = match.stream[start]?.block
  return match.placed.some((each) => each !== null && match.stream[each.start]?.block === block)
}
