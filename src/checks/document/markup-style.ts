import type { Finding } from '../../model/finding.ts'
import { findingAt, replacing } from './document-check.ts'
import type { MarkdownDocument } from './document.ts'
import { tagGroups } from './terms.ts'

/** Lists, fences, headings and language tags are each written one way. */
export const markupFindings = (document: MarkdownDocument): readonly Finding[] => [
  ...markerFindings(document),
  ...fenceFindings(document),
  ...tagFindings(document),
]

function markerFindings(document: MarkdownDocument): readonly Finding[] {
  const items = document.lists.flatMap(({ items: all, ordered }) =>
    all.map((item) => ({ ...item, ordered })),
  )
  return [false, true].flatMap((ordered) => {
    const own = items.filter((item) => item.ordered === ordered && item.marker !== '')
    const kept = mostUsed(own.map(({ marker }) => marker))
    return own
      .filter(({ marker }) => marker !== kept)
      .map((item) => {
        const at = ordered
          ? item.start + document.text.slice(item.start, item.start + 12).indexOf(item.marker)
          : item.start
        return findingAt(
          document,
          item.start,
          `the list marker "${item.marker}" is elsewhere "${kept}"`,
          { fix: replacing(`use ${kept}`, at, at + 1, kept) },
        )
      })
  })
}

function mostUsed(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0])[0]
}

function fenceFindings(document: MarkdownDocument): readonly Finding[] {
  const fences = document.codes.filter(({ fence }) => fence !== null)
  // on a tie the usual fence wins
  const kept = mostUsed(
    fences
      .map(({ fence }) => fence ?? '')
      .toSorted((a, b) => Number(a === '~') - Number(b === '~')),
  )
  const mixed = fences
    .filter(({ fence }) => fence !== kept)
    .map((code) =>
      findingAt(
        document,
        code.start,
        `the fence ${code.fence?.repeat(3)} is elsewhere ${kept.repeat(3)}`,
        { fix: refenced(document, code, kept) },
      ),
    )
  const atx = document.headings.filter(({ setext }) => !setext).length
  const underlined = document.headings.filter(({ setext }) => setext)
  return atx === 0 || underlined.length === 0
    ? mixed
    : [
        ...mixed,
        ...underlined.map((heading) =>
          findingAt(document, heading.start, 'an underlined heading among headings with #', {
            fix: replacing(
              'write the heading with #',
              heading.start,
              heading.end,
              `${'#'.repeat(heading.depth)} ${document.text.slice(heading.start, heading.end).split('\n')[0]!.trim()}`,
            ),
          }),
        ),
      ]
}

function refenced(
  document: MarkdownDocument,
  code: MarkdownDocument['codes'][number],
  kept: string,
) {
  const length = /^[`~]+/.exec(document.text.slice(code.start, code.start + 20))?.[0].length ?? 3
  const closing = document.text.lastIndexOf(code.fence!.repeat(length), code.end)
  if (closing <= code.start || code.content.includes(kept.repeat(3))) return undefined
  return {
    title: `fence with ${kept.repeat(3)}`,
    edits: [
      { start: code.start, end: code.start + length, text: kept.repeat(length) },
      { start: closing, end: closing + length, text: kept.repeat(length) },
    ],
  }
}

function tagFindings(document: MarkdownDocument): readonly Finding[] {
  return tagGroups.flatMap((group) => {
    const own = document.codes.filter(
      ({ language, fence }) => fence !== null && group.includes(language),
    )
    const kept = mostUsed(own.map(({ language }) => language))
    return own
      .filter(({ language }) => language !== kept)
      .map((code) => {
        const at =
          code.start +
          document.text.slice(code.start, code.contentStart).toLowerCase().indexOf(code.language)
        return findingAt(
          document,
          code.start,
          `the block is tagged ${code.language}, others ${kept}`,
          { fix: replacing(`tag it ${kept}`, at, at + code.language.length, kept) },
        )
      })
  })
}
