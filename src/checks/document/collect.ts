import type { List, ListItem, Nodes, Parents, Root, Table } from 'mdast'
import type { BlockKind, CodeBlock, Heading, Item, Link, Paragraph, Row, Span } from './document.ts'

type Place = { readonly start: number; readonly end: number }
type Words<Is extends string> = Place & { readonly is: Is; readonly text: string }

/** One thing seen in the text; lines are added when all pieces are put together. */
export type Piece =
  | (Words<'block'> & { readonly kind: BlockKind })
  | ({ readonly is: 'heading' } & Place & Pick<Heading, 'depth' | 'text' | 'setext'>)
  | ({ readonly is: 'code' } & Place & Omit<CodeBlock, keyof Span>)
  | ({ readonly is: 'link' } & Place & Omit<Link, keyof Span>)
  | Words<'inline'>
  | Words<'prose'>
  | Words<'footnote'>
  | Words<'footnote-definition'>
  | Words<'html'>
  | ({ readonly is: 'paragraph' } & Place & Omit<Paragraph, keyof Span>)
  | (Place & {
      readonly is: 'list'
      readonly ordered: boolean
      readonly items: readonly Omit<Item, 'line'>[]
    })
  | (Place & { readonly is: 'table'; readonly rows: readonly Omit<Row, 'line'>[] })

type Into = {
  readonly body: string
  readonly base: number
  readonly limit: number
  readonly pieces: Piece[]
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
    const place = placeOf(node, into)
    if (node.type !== 'root' && place === null) continue
    if (place !== null && node.type !== 'root') {
      const kind = parent?.type === 'root' ? kinds[node.type] : undefined
      if (kind) into.pieces.push({ is: 'block', kind, text: plainText(node), ...place })
      const piece = pieceOf(node, place, into)
      if (piece) into.pieces.push(piece)
      if (isAutolink(node)) continue
    }
    if ('children' in node)
      for (const child of node.children.toReversed()) open.push({ node: child, parent: node })
  }
}

function placeOf(node: Nodes, into: Into): Place | null {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined || start >= into.limit) return null
  return { start: start + into.base, end: Math.min(end, into.limit) + into.base }
}

function pieceOf(node: Nodes, place: Place, into: Into): Piece | null {
  if (node.type === 'text') return { is: 'prose', text: node.value, ...place }
  if (node.type === 'inlineCode') return { is: 'inline', text: node.value, ...place }
  if (node.type === 'html') return { is: 'html', text: node.value, ...place }
  if (node.type === 'footnoteReference') return { is: 'footnote', text: node.identifier, ...place }
  if (node.type === 'footnoteDefinition')
    return { is: 'footnote-definition', text: node.identifier, ...place }
  if (node.type === 'list')
    return { is: 'list', ordered: node.ordered === true, items: itemsOf(node, into), ...place }
  if (node.type === 'table') return { is: 'table', rows: rowsOf(node, into), ...place }
  return blockPiece(node, place, into) ?? linkPiece(node, place)
}

function blockPiece(node: Nodes, place: Place, into: Into): Piece | null {
  const raw = into.body.slice(place.start, place.end)
  if (node.type === 'heading')
    return {
      is: 'heading',
      depth: node.depth,
      text: plainText(node),
      setext: !raw.startsWith('#'),
      ...place,
    }
  if (node.type === 'code')
    return { is: 'code', ...codeOf(raw, node.lang ?? '', node.value), ...place }
  if (node.type !== 'paragraph') return null
  const strongOnly = node.children.length === 1 && node.children[0]?.type === 'strong'
  return { is: 'paragraph', text: plainText(node), strongOnly, ...place }
}

function linkPiece(node: Nodes, place: Place): Piece | null {
  if (node.type === 'link')
    return { is: 'link', kind: 'link', url: node.url, text: plainText(node), label: '', ...place }
  if (node.type === 'image')
    return { is: 'link', kind: 'image', url: node.url, text: node.alt ?? '', label: '', ...place }
  if (node.type === 'definition')
    return {
      is: 'link',
      kind: 'definition',
      url: node.url,
      text: '',
      label: node.identifier,
      ...place,
    }
  if (node.type !== 'linkReference' && node.type !== 'imageReference') return null
  return {
    is: 'link',
    kind: 'reference',
    url: '',
    text: plainText(node),
    label: node.identifier,
    ...place,
  }
}

function codeOf(raw: string, language: string, content: string): Omit<CodeBlock, keyof Span> {
  const opening = /^[ \t]*(`{3,}|~{3,})[^\n]*\n?/.exec(raw)
  const marker = opening?.[1]?.[0]
  const fence = marker === '`' || marker === '~' ? marker : null
  const lastLine = raw.slice(raw.lastIndexOf('\n') + 1).replace(/^[\s>]+/, '')
  return {
    language: language.toLowerCase().replace(/[{:,].*$/, ''),
    content,
    contentStart: opening?.[0].length ?? 0,
    fence,
    closed: fence === null || (raw.includes('\n') && lastLine.startsWith(fence.repeat(3))),
  }
}

function itemsOf(list: List, into: Into): readonly Omit<Item, 'line'>[] {
  return list.children.flatMap((item) => {
    const place = placeOf(item, into)
    if (place === null) return []
    const marker = /^(?:[-*+]|\d+([.)]))/.exec(into.body.slice(place.start, place.start + 12))
    return [
      {
        text: plainText(item),
        marker: marker?.[1] ?? marker?.[0] ?? '',
        concrete: isConcrete(item),
        ...place,
      },
    ]
  })
}

function isConcrete(item: ListItem): boolean {
  const open: Nodes[] = [...item.children]
  for (let node = open.pop(); node; node = open.pop()) {
    if (
      ['inlineCode', 'code', 'link', 'linkReference', 'strong', 'list', 'image'].includes(node.type)
    )
      return true
    if ('children' in node) open.push(...node.children)
  }
  return false
}

function rowsOf(table: Table, into: Into): readonly Omit<Row, 'line'>[] {
  return table.children.flatMap((row) => {
    const place = placeOf(row, into)
    return place === null ? [] : [{ cells: row.children.map((cell) => plainText(cell)), ...place }]
  })
}

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
