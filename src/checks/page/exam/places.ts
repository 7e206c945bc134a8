import type { TextBlock } from '../../../model/page-view.ts'
import type { Place } from '../../../obligations/examine.ts'
import type { Shown } from './parts.ts'

const isCell = ({ tag }: TextBlock): boolean => /^(?:td|th|dt|dd)$/.test(tag)

/** A cell goes on with the row of the one before it, and a link with the text around it. */
const goesOn = (first: TextBlock, last: TextBlock, next: TextBlock): boolean =>
  next.selector.startsWith(`${first.selector} > `) ||
  (isCell(last) && isCell(next) && (next.tag === 'dd' || Math.abs(last.box.y - next.box.y) < 6))

/** Each sentence and row that visitors read, under its headings. */
export function placesOf({ view, opened }: Shown): readonly Place[] {
  const levels = new Map(view.headings.map(({ selector, level }) => [selector, level]))
  const trail: { level: number; text: string }[] = []
  const places: { first: TextBlock; texts: string[]; last: TextBlock; under: string }[] = []
  for (const block of [...view.blocks, ...opened]) {
    const level = levels.get(block.selector)
    if (level !== undefined) while ((trail.at(-1)?.level ?? 0) >= level) trail.pop()
    const before = places.at(-1)
    if (before !== undefined && goesOn(before.first, before.last, block)) {
      before.texts.push(block.text)
      before.last = block
    } else
      places.push({
        first: block,
        texts: [block.text],
        last: block,
        under: [...trail.map(({ text }) => text), part.exec(block.selector)?.[1] ?? ''].join(' / '),
      })
    if (level !== undefined) trail.push({ level, text: block.text })
  }
  return places.flatMap(({ texts, last, under }) =>
    [
      ...(texts.length > 1 ? [texts.join(' | ')] : []),
      ...texts.flatMap((text) => text.match(sentence) ?? []),
    ].map((text) => ({
      text,
      where: last.selector,
      under,
      kind: 'prose' as const,
    })),
  )
}

const part = /(?:^|> )(footer|header|nav)\b/
const sentence = /(?:[^.!?;]|[.!?;](?!\s|$))+/g
