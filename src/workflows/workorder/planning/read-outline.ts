import type { Heading, List, ListItem, Nodes, Paragraph, PhrasingContent, Table } from 'mdast'
import { kindOfTitle, isDetail } from './section-kinds.ts'

/** A point of a list, with what stands below it. Texts are Markdown as written. */
export type Point = {
  readonly text: string
  readonly checked: boolean | null
  readonly number: number | null
  readonly points: readonly Point[]
}

export type Block =
  | { readonly type: 'text'; readonly source: string }
  | { readonly type: 'code'; readonly source: string; readonly value: string }
  | {
      readonly type: 'list'
      readonly source: string
      readonly ordered: boolean
      readonly points: readonly Point[]
    }
  | {
      readonly type: 'table'
      readonly source: string
      readonly header: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export type Section = {
  readonly title: string
  readonly depth: number
  readonly blocks: readonly Block[]
  readonly sections: readonly Section[]
}

type Growing = { title: string; depth: number; blocks: Block[]; sections: Growing[] }

const longest = 1_000_000

/** The document as sections within sections, or null where it cannot be read. */
export async function readOutline(markdown: string): Promise<Section | null> {
  if (markdown.length > longest || isHostile(markdown)) return null
  const [{ fromMarkdown }, { gfm }, { gfmFromMarkdown }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-gfm'),
    import('mdast-util-gfm'),
  ])
  // a block of settings at the top is no part of the text
  const text = markdown
    .replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---(?=\r?\n|$)/, '')
    // long runs of one sign say nothing and cost much time
    .replace(/[^\S\n]{80,}/g, ' ')
    .replace(/\n{20,}/g, '\n\n')
    .replace(/([^\s\w])\1{80,}/g, '$1$1$1')
  try {
    const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    return grow(root.children, text)
  } catch {
    return null
  }
}

/** Deep nesting and dense marks make a parser's time explode; no specification looks like that. */
const isHostile = (text: string): boolean =>
  /^[ \t]{0,3}(?:>[ \t]?){40}/m.test(text) ||
  /^[ \t]*(?:[-*+>][ \t]+){30}/m.test(text) ||
  / {300}[-*+] /.test(text) ||
  text
    .split(/\n[ \t]*\r?\n/)
    .some(
      (part) =>
        !/^\s*(?:\||```|~~~)/.test(part) && (part.match(/[*_~[\]`<!&]/g)?.length ?? 0) > 4_000,
    )

function grow(nodes: readonly Nodes[], text: string): Section {
  const root: Growing = { title: '', depth: 0, blocks: [], sections: [] }
  const open: Growing[] = [root]
  const top = () => open.at(-1) ?? root
  const begin = (title: string, depth: number) => {
    while (top().depth >= depth) open.pop()
    const section: Growing = { title, depth, blocks: [], sections: [] }
    top().sections.push(section)
    open.push(section)
  }
  for (const node of nodes) {
    if (node.type === 'heading') {
      begin(plainText(node), node.depth)
      continue
    }
    const caption = node.type === 'paragraph' ? captionOf(node, text) : null
    // a caption stands for the list below it, and no further
    if (top().depth === captionDepth && (caption !== null || node.type === 'paragraph')) open.pop()
    if (caption !== null) begin(caption, captionDepth)
    else top().blocks.push(...blocksOf(node, text))
  }
  return root
}

const captionDepth = 9

/** A paragraph that works as a heading for details: `**Acceptance criteria**` or `Files to change:`. */
function captionOf(node: Paragraph, text: string): string | null {
  const source = sourceOf(node, text).trim()
  if (source.includes('\n') || source.length > 80) return null
  const strong = node.children.length === 1 && node.children[0]?.type === 'strong'
  if (!strong && !/:\**$/.test(source)) return null
  const title = plainText(node).replace(/:$/, '').trim()
  return isDetail(kindOfTitle(title)) ? title : null
}

function blocksOf(node: Nodes, text: string): readonly Block[] {
  const source = sourceOf(node, text)
  if (node.type === 'paragraph') return [{ type: 'text', source }]
  if (node.type === 'blockquote') return node.children.flatMap((child) => blocksOf(child, text))
  if (node.type === 'code') return [{ type: 'code', source, value: node.value }]
  if (node.type === 'table') return [tableOf(node, source, text)]
  return node.type === 'list'
    ? [{ type: 'list', source, ordered: node.ordered === true, points: pointsOf(node, text) }]
    : []
}

function pointsOf(list: List, text: string): readonly Point[] {
  return list.children.map((item, at) =>
    pointOf(item, text, list.ordered ? (list.start ?? 1) + at : null),
  )
}

function pointOf(item: ListItem, text: string, number: number | null): Point {
  const own = item.children.filter((child) => child.type !== 'list')
  const source = own.map((child) => sourceOf(child, text)).join('\n\n')
  return {
    text: source.replace(/^\[[ xX]\]\s+/, '').replace(/\n[ \t]+/g, '\n'),
    checked: item.checked ?? null,
    number,
    points: item.children.flatMap((child) => (child.type === 'list' ? pointsOf(child, text) : [])),
  }
}

function tableOf(node: Table, source: string, text: string): Block {
  const rows = node.children.map((row) =>
    row.children.map((cell) => {
      const [first, last] = [cell.children[0], cell.children.at(-1)]
      const from = first?.position?.start.offset
      const to = last?.position?.end.offset
      return from === undefined || to === undefined
        ? ''
        : text.slice(from, to).replaceAll('\\|', '|')
    }),
  )
  return { type: 'table', source, header: rows[0] ?? [], rows: rows.slice(1) }
}

function sourceOf(node: Nodes, text: string): string {
  const from = node.position?.start.offset ?? 0
  return text.slice(from, node.position?.end.offset ?? from)
}

function plainText(node: Heading | Paragraph | PhrasingContent): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  return 'children' in node ? node.children.map(plainText).join('').trim() : ''
}
