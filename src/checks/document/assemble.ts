import type { Piece } from './collect.ts'
import type {
  Block,
  CodeBlock,
  Heading,
  Link,
  List,
  MarkdownDocument,
  Paragraph,
  Section,
  Span,
  Table,
} from './document.ts'
import { blanked } from './document.ts'
import { linesOf } from './lines.ts'
import { newSlugger } from './slug.ts'

/** Puts the pieces of a text together, with lines, slugs and sections. */
export function assemble(text: string, body: string, pieces: readonly Piece[]): MarkdownDocument {
  const lines = linesOf(text)
  const span = (place: { start: number; end: number }): Span => ({
    start: place.start,
    end: place.end,
    line: lines.lineAt(place.start),
  })
  const blocks: Block[] = []
  const headings: Heading[] = []
  const codes: CodeBlock[] = []
  const inlineCodes: (Span & { text: string })[] = []
  const links: Link[] = []
  const paragraphs: Paragraph[] = []
  const lists: List[] = []
  const tables: Table[] = []
  const prose: string[] = []
  const anchors = new Set<string>(['top'])
  const used: Link[] = []
  const defined = new Set<string>()
  const slugOf = newSlugger()
  let proseEnd = 0
  for (const piece of pieces) {
    switch (piece.is) {
      case 'block':
        blocks.push({ kind: piece.kind, text: piece.text, ...span(piece) })
        break
      case 'heading': {
        const slug = slugOf(piece.text)
        anchors.add(slug)
        if (blocks.at(-1)?.start === piece.start)
          headings.push({
            depth: piece.depth,
            text: piece.text,
            setext: piece.setext,
            slug,
            block: blocks.length - 1,
            ...span(piece),
          })
        break
      }
      case 'code':
        codes.push({
          language: piece.language,
          content: piece.content,
          fence: piece.fence,
          closed: piece.closed,
          ...span(piece),
          contentStart: piece.start + piece.contentStart,
        })
        break
      case 'inline':
        inlineCodes.push({ text: piece.text, ...span(piece) })
        break
      case 'prose':
        prose.push(blanked(body.slice(proseEnd, piece.start)), body.slice(piece.start, piece.end))
        proseEnd = piece.end
        break
      case 'link':
        links.push({
          kind: piece.kind,
          url: piece.url,
          text: piece.text,
          label: piece.label,
          ...span(piece),
        })
        break
      case 'html':
        readHtml(piece.text, span(piece), { links, anchors })
        break
      case 'footnote':
        used.push({
          kind: 'reference',
          url: '',
          text: piece.text,
          label: piece.text,
          ...span(piece),
        })
        break
      case 'footnote-definition':
        defined.add(piece.text)
        break
      case 'paragraph':
        paragraphs.push({ text: piece.text, strongOnly: piece.strongOnly, ...span(piece) })
        break
      case 'list':
        lists.push({
          ordered: piece.ordered,
          items: piece.items.map((item) => ({ ...item, ...span(item) })),
          ...span(piece),
        })
        break
      case 'table':
        tables.push({ rows: piece.rows.map((row) => ({ ...row, ...span(row) })), ...span(piece) })
        break
    }
  }
  prose.push(blanked(body.slice(proseEnd)))
  return {
    text,
    lines,
    prose: prose.join(''),
    blocks,
    headings,
    sections: sectionsOf(text, blocks, headings),
    codes,
    inlineCodes,
    links,
    paragraphs,
    lists,
    tables,
    anchors,
    footnotes: { used, defined },
  }
}

function readHtml(html: string, span: Span, into: { links: Link[]; anchors: Set<string> }): void {
  for (const match of html.matchAll(/\b(id|name|href|src)\s*=\s*["']([^"'\n]{1,500})["']/gi)) {
    const [, attribute = '', value = ''] = match
    if (/^(?:id|name)$/i.test(attribute)) into.anchors.add(value)
    else into.links.push({ kind: 'html', url: value, text: '', label: '', ...span })
  }
}

function sectionsOf(
  text: string,
  blocks: readonly Block[],
  headings: readonly Heading[],
): readonly Section[] {
  const first = headings[0]
  const lead: Section = {
    heading: null,
    own: blocks.slice(0, first?.block ?? blocks.length),
    start: 0,
    ownEnd: first?.start ?? text.length,
    end: first?.start ?? text.length,
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
