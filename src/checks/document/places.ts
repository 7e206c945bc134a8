import type { Place } from '../../obligations/examine.ts'
import { topicAt } from './claim.ts'
import type { MarkdownDocument, Section } from './document.ts'
import { wordsOf } from './document.ts'
import { bodyOf, isEmpty, isSpecific } from './substance.ts'

const leastWords = 8

/** Each sentence, item and row of a document under its headings, and each section that says something. */
export function placesOf(whole: MarkdownDocument, own: MarkdownDocument): readonly Place[] {
  const isCopied = (start: number, end: number): boolean =>
    wordsOf(whole.text.slice(start, end)).length > wordsOf(own.text.slice(start, end)).length
  const at = (start: number) => ({
    where: `line ${whole.lines.lineAt(start)}`,
    under: topicAt(whole, start),
  })
  const items = whole.lists.flatMap((list) => list.items)
  const outside = whole.paragraphs.filter(({ start }) =>
    items.every((item) => start < item.start || start >= item.end),
  )
  const sentences = [...outside, ...items].flatMap(({ start, end }) =>
    [...whole.text.slice(start, end).matchAll(/(?:[^.!?;]|[.!?;](?!\s|$))+/g)].map((match) => ({
      text: match[0],
      start: start + match.index,
      end: start + match.index + match[0].length,
    })),
  )
  const rows = whole.tables.flatMap(({ rows: all }) =>
    all.map(({ cells, start, end }) => ({
      text: cells.join(' | '),
      start,
      end,
      head: all[0]?.cells.join(' ') ?? '',
    })),
  )
  const commands = whole.codes.flatMap(({ content, contentStart }) =>
    content.split('\n').map((text) => ({ text, start: contentStart, end: contentStart })),
  )
  const prose = [...sentences, ...rows, ...commands]
    .filter(({ text, start, end }) => text.trim() !== '' && !isCopied(start, end))
    .toSorted((one, other) => one.start - other.start)
    .map(({ text, start, ...row }): Place => {
      const { where, under } = at(start)
      const head = 'head' in row ? ` ${String(row.head)}` : ''
      return { text, where, under: `${under}${head}`, kind: 'prose' }
    })
  const passages = whole.sections
    .filter(({ heading }) => heading !== null)
    .filter((section) => isTold(own, section))
    .map((section): Place => {
      const text = own.text.slice(bodyOf(section).start, section.ownEnd)
      return { text, ...at(section.start), kind: 'passage' }
    })
  return [...prose, ...passages]
}

function isTold(own: MarkdownDocument, section: Section): boolean {
  const body = { start: bodyOf(section).start, end: section.ownEnd }
  return (
    !isEmpty(own, section) &&
    isSpecific(own, body) &&
    wordsOf(own.text.slice(body.start, body.end)).length >= leastWords
  )
}
