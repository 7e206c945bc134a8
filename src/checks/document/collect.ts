import type { List as ListNode, Nodes, Parents, Root, Table as TableNode } from 'mdast'
import type {
  BlockKind,
  CodeBlock,
  Heading,
  Item,
  Link,
  MarkdownDocument,
  Row,
  Span,
} from './document.ts'
import type { Lines } from './lines.ts'

type Texts = (Span & { readonly text: string })[]

/** What was seen in a text, list by list; slugs and sections come when all of it was seen. */
export type Gathered = {
  readonly blocks: MarkdownDocument['blocks'][number][]
  readonly headings: Omit<Heading, 'slug' | 'block'>[]
  readonly codes: CodeBlock[]
  readonly inlineCodes: Texts
  readonly links: Link[]
  readonly paragraphs: Texts
  readonly lists: MarkdownDocument['lists'][number][]
  readonly tables: MarkdownDocument['tables'][number][]
  readonly prose: Span[]
  readonly html: Texts
  readonly footnotes: Set<string>
}

export const nothingGathered = (): Gathered => ({
  blocks: [],
  headings: [],
  codes: [],
  inlineCodes: [],
  links: [],
  paragraphs: [],
  lists: [],
  tables: [],
  prose: [],
  html: [],
  footnotes: new Set(),
})

/** A piece of a text: where it begins in the whole, and where it ends in itself. */
type Into = {
  readonly body: string
  readonly lines: Lines
  readonly base: number
  readonly limit: number
  readonly gathered: Gathered
}

const kinds: Partial<Record<Nodes['type'], BlockKind>> = {
  heading: 'heading',
  paragraph: 'paragraph',
  code: 'code',
  list: 'list',
  table: 'table',
  blockquote: 'quote',
  html: 'html',
  thematicBreak: 'rule',
  definition: 'definition',
  footnoteDefinition: 'definition',
}

/** Walks one parsed piece without recursion and writes down what the checks care about. */
export function collect(root: Root, into: Into): void {
  const open: { readonly node: Nodes; readonly parent: Parents | null }[] = [
    { node: root, parent: null },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next
    const span = spanOf(node, into)
    if (node.type !== 'root' && span === null) continue
    if (node.type !== 'root' && span !== null) {
      const kind = parent?.type === 'root' ? kinds[node.type] : undefined
      if (kind) into.gathered.blocks.push({ kind, text: plainText(node), ...span })
      note(node, span, into)
      if (isAutolink(node)) continue
    }
    if ('children' in node)
      for (const child of node.children.toReversed()) open.push({ node: child, parent: node })
  }
}

function spanOf(node: Nodes, { base, limit, lines }: Into): Span | null {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined || start >= limit) return null
  return { start: start + base, end: Math.min(end, limit) + base, line: lines.lineAt(start + base) }
}

function note(node: Nodes, span: Span, into: Into): void {
  const { gathered, body } = into
  const link = (kind: Link['kind'], url: string, text: string) =>
    gathered.links.push({ kind, url, text, ...span })
  switch (node.type) {
    case 'text':
      return void gathered.prose.push(span)
    case 'inlineCode':
      return void gathered.inlineCodes.push({ text: node.value, ...span })
    case 'html':
      return void gathered.html.push({ text: node.value, ...span })
    case 'footnoteDefinition':
      return void gathered.footnotes.add(node.identifier)
    case 'list':
      return void gathered.lists.push({
        ordered: node.ordered === true,
        items: itemsOf(node, into),
        ...span,
      })
    case 'table':
      return void gathered.tables.push({ rows: rowsOf(node, into), ...span })
    case 'heading':
      return void gathered.headings.push({ depth: node.depth, text: plainText(node), ...span })
    case 'paragraph':
      return void gathered.paragraphs.push({ text: plainText(node), ...span })
    case 'code': {
      const raw = body.slice(span.start, span.end)
      return void gathered.codes.push(
        codeOf(raw, node.lang ?? '', { content: node.value, ...span }),
      )
    }
    case 'link':
      return void link('link', node.url, plainText(node))
    case 'image':
      return void link('image', node.url, node.alt ?? '')
    case 'definition':
      return void link('definition', node.url, '')
    case 'linkReference':
    case 'imageReference':
      return void link('reference', '', plainText(node))
    case 'root':
    case 'blockquote':
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
    case 'thematicBreak':
    case 'break':
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'footnoteReference':
    case 'yaml':
      return
  }
}

function codeOf(
  raw: string,
  language: string,
  code: Span & { readonly content: string },
): CodeBlock {
  const [opening = '', fence] = /^[ \t]*(`{3,}|~{3,})[^\n]*\n?/.exec(raw) ?? []
  const lastLine = raw.slice(raw.lastIndexOf('\n') + 1).replace(/^[\s>]+/, '')
  return {
    ...code,
    language: language.toLowerCase().replace(/[{:,].*$/, ''),
    contentStart: code.start + opening.length,
    closed: fence === undefined || (raw.includes('\n') && lastLine.startsWith(fence.slice(0, 3))),
  }
}

const itemsOf = (list: ListNode, into: Into): readonly Item[] =>
  list.children.flatMap((item) => {
    const span = spanOf(item, into)
    if (span === null) return []
    const marker = /^(?:[-*+]|\d+([.)]))/.exec(into.body.slice(span.start, span.start + 12))
    return [{ text: plainText(item), marker: marker?.[1] ?? marker?.[0] ?? '', ...span }]
  })

const rowsOf = (table: TableNode, into: Into): readonly Row[] =>
  table.children.flatMap((row) => {
    const span = spanOf(row, into)
    return span === null ? [] : [{ cells: row.children.map((cell) => plainText(cell)), ...span }]
  })

// the text of a bare URL is not prose
const isAutolink = (node: Nodes): boolean =>
  node.type === 'link' &&
  (plainText(node) === node.url ||
    node.url.endsWith(`//${plainText(node)}`) ||
    node.url === `mailto:${plainText(node)}`)

/** The words of a node, code included, markup left out. */
function plainText(node: Nodes): string {
  const parts: string[] = []
  const open: Nodes[] = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.type === 'break') parts.push(' ')
    else if (next.type === 'html') continue
    else if ('value' in next) parts.push(next.value)
    else if (next.type === 'image') parts.push(next.alt ?? '')
    if (!('children' in next)) continue
    if (next.type === 'listItem' || next.type === 'tableCell' || next.type === 'paragraph')
      parts.push(parts.length > 0 ? ' ' : '')
    open.push(...next.children.toReversed())
  }
  return parts.join('').trim()
}
