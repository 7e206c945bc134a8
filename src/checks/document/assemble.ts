import type { Piece } from './collect.ts'
import type { Block, Heading, Link, MarkdownDocument, Section, Span } from './document.ts'
import { blanked } from './document.ts'
import { linesOf } from './lines.ts'
import { newSlugger } from './slug.ts'

type Place = { readonly start: number; readonly end: number }

/** Puts the pieces of a text together, with lines, slugs and sections. */
export function assemble(text: string, body: string, pieces: readonly Piece[]): MarkdownDocument {
  const lines = linesOf(text)
  const lined = <Some extends Place>(piece: Some): Some & Span => ({
    ...piece,
    line: lines.lineAt(piece.start),
  })
  const of = <Is extends Piece['is']>(is: Is) =>
    pieces
      .filter((piece): piece is Extract<Piece, { is: Is }> => piece.is === is)
      .map((piece) => lined(piece))
  const blocks = of('block')
  const { headings, slugs } = headingsOf(of('heading'), blocks)
  const html = of('html').map((piece) => readHtml(piece.text, piece))
  const footnotes = of('footnote').map(({ text: label, ...place }): Link => ({
    ...place,
    kind: 'reference',
    url: '',
    text: label,
    label,
  }))
  return {
    text,
    lines,
    prose: proseOf(body, of('prose')),
    blocks,
    headings,
    sections: sectionsOf(text, blocks, headings),
    codes: of('code').map((code) => ({ ...code, contentStart: code.start + code.contentStart })),
    inlineCodes: of('inline'),
    links: [...of('link'), ...html.flatMap(({ links }) => links)].toSorted(
      (a, b) => a.start - b.start,
    ),
    paragraphs: of('paragraph'),
    lists: of('list').map((list) => ({ ...list, items: list.items.map((item) => lined(item)) })),
    tables: of('table').map((table) => ({ ...table, rows: table.rows.map((row) => lined(row)) })),
    anchors: new Set(['top', ...slugs, ...html.flatMap(({ anchors }) => anchors)]),
    footnotes: {
      used: footnotes,
      defined: new Set(of('footnote-definition').map((one) => one.text)),
    },
  }
}

// headings inside quotes and lists have anchors, but they open no section
function headingsOf(
  all: readonly (Extract<Piece, { is: 'heading' }> & Span)[],
  blocks: readonly Block[],
) {
  const slugOf = newSlugger()
  const blockAt = new Map(blocks.map((block, index) => [block.start, index]))
  const slugs: string[] = []
  const headings = all.flatMap((piece): readonly Heading[] => {
    const slug = slugOf(piece.text)
    slugs.push(slug)
    const block = blockAt.get(piece.start)
    return block === undefined ? [] : [{ ...piece, slug, block }]
  })
  return { headings, slugs }
}

function proseOf(body: string, texts: readonly Place[]): string {
  const parts: string[] = []
  let end = 0
  for (const place of texts) {
    parts.push(blanked(body.slice(end, place.start)), body.slice(place.start, place.end))
    end = place.end
  }
  return [...parts, blanked(body.slice(end))].join('')
}

function readHtml(html: string, { start, end, line }: Span) {
  const attributes = [
    ...html.matchAll(/\b(id|name|href|src)\s*=\s*["']([^"'\n]{1,500})["']/gi),
  ].map(([, name = '', value = '']) => ({ name: name.toLowerCase(), value }))
  const isAnchor = ({ name }: { name: string }) => name === 'id' || name === 'name'
  return {
    anchors: attributes.filter((one) => isAnchor(one)).map(({ value }) => value),
    links: attributes
      .filter((one) => !isAnchor(one))
      .map(({ value }): Link => ({
        kind: 'html',
        url: value,
        text: '',
        label: '',
        start,
        end,
        line,
      })),
  }
}

function sectionsOf(
  text: string,
  blocks: readonly Block[],
  headings: readonly Heading[],
): readonly Section[] {
  const [first] = headings
  const leadEnd = first?.start ?? text.length
  const lead: Section = {
    heading: null,
    own: blocks.slice(0, first?.block ?? blocks.length),
    start: 0,
    ownEnd: leadEnd,
    end: leadEnd,
    children: [],
  }
  const rest = headings.map((heading, index): Section => {
    const next = headings[index + 1]
    let after = index + 1
    while (after < headings.length && headings[after]!.depth > heading.depth) after += 1
    return {
      heading,
      own: blocks.slice(heading.block + 1, next?.block ?? blocks.length),
      start: heading.start,
      ownEnd: next?.start ?? text.length,
      end: headings[after]?.start ?? text.length,
      children: headings.slice(index + 1, after),
    }
  })
  return [lead, ...rest]
}
