import type { Gathered } from './collect.ts'
import type { Block, Heading, Link, MarkdownDocument, Section, Span } from './document.ts'
import { blanked } from './document.ts'
import type { Lines } from './lines.ts'
import { newSlugger } from './slug.ts'

/** Puts what was seen in a text together, with slugs and sections. */
export function assemble(
  { text, body, lines }: { readonly text: string; readonly body: string; readonly lines: Lines },
  gathered: Gathered,
): MarkdownDocument {
  const { prose, html, headings: observed, ...lists } = gathered
  const { headings, slugs } = headingsOf(observed, lists.blocks)
  const inHtml = html.map((piece) => readHtml(piece.text, piece))
  return {
    ...lists,
    text,
    lines,
    prose: proseOf(body, prose),
    headings,
    sections: sectionsOf(text, lists.blocks, headings),
    links: [...lists.links, ...inHtml.flatMap(({ links }) => links)].toSorted(
      (a, b) => a.start - b.start,
    ),
    anchors: new Set(['top', ...slugs, ...inHtml.flatMap(({ anchors }) => anchors)]),
  }
}

// headings inside quotes and lists have anchors, but they open no section
function headingsOf(all: Gathered['headings'], blocks: readonly Block[]) {
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

function proseOf(body: string, texts: readonly Span[]): string {
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
      .map(({ value }): Link => ({ kind: 'html', url: value, text: '', start, end, line })),
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
