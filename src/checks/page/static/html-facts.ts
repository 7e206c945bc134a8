import { squeeze } from '../../../kit/lines.ts'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { SourcePlace, StaticElement, StaticPage } from '../../../model/page-static.ts'
import { elementsOf, isText, prune, textOf, type Node, type ParsedPage } from './html-tree.ts'

export async function parsePage(file: string, source: string): Promise<ParsedPage> {
  const { parse } = await import('parse5')
  const document = parse(source, { sourceCodeLocationInfo: true })
  prune(document)
  return { file, source, document, nodes: elementsOf(document) }
}

export function placeOf(page: ParsedPage, { element }: Node): SourcePlace {
  const at = element.sourceCodeLocation
  return { file: page.file, line: at?.startLine ?? 1, column: at?.startCol ?? 1 }
}

export function staticElement(page: ParsedPage, node: Node): StaticElement {
  const at = node.element.sourceCodeLocation
  const tag = at?.startTag ?? at
  const html = page.source.slice(tag?.startOffset ?? 0, tag?.endOffset ?? 0).slice(0, 200)
  return { ...placeOf(page, node), selector: node.selector, html }
}

/** What one page says by itself; its links are judged elsewhere. */
export function pageFacts(page: ParsedPage): Omit<StaticPage, 'links'> {
  const { nodes } = page
  const meta = (name: string) =>
    nodes
      .find((node) => node.tag === 'meta' && lower(node, 'name') === name)
      ?.attributes.get('content') ?? null
  const title = nodes.find((node) => node.tag === 'title' && node.parent?.tag === 'head')
  return {
    file: page.file,
    doctype: doctypeOf(page.document),
    lang: nodes.find((node) => node.tag === 'html')?.attributes.get('lang') ?? null,
    title: title === undefined ? null : textOf(title.element),
    description: meta('description'),
    charset: charsetOf(nodes),
    viewport: meta('viewport'),
    imagesWithoutAlt: nodes.filter(lacksAlt).map((node) => staticElement(page, node)),
    texts: textsOf(page),
  }
}

const lower = (node: Node, name: string): string => (node.attributes.get(name) ?? '').toLowerCase()

function doctypeOf(document: Tree.Document): StaticPage['doctype'] {
  const childNode = document.childNodes.find((node) => node.nodeName === '#documentType')
  if (childNode === undefined || !('publicId' in childNode)) return 'none'
  return childNode.name === 'html' && childNode.publicId === '' ? 'html5' : 'legacy'
}

function charsetOf(nodes: readonly Node[]): string | null {
  for (const node of nodes) {
    if (node.tag !== 'meta') continue
    const charset = node.attributes.get('charset')
    if (charset !== undefined) return charset.toLowerCase()
    if (lower(node, 'http-equiv') === 'content-type')
      return /charset=([\w-]+)/i.exec(node.attributes.get('content') ?? '')?.[1] ?? null
  }
  return null
}

function lacksAlt(node: Node): boolean {
  const isImage = node.tag === 'img' || (node.tag === 'input' && lower(node, 'type') === 'image')
  if (!isImage || node.attributes.has('alt')) return false
  const role = lower(node, 'role')
  return role !== 'presentation' && role !== 'none' && lower(node, 'aria-hidden') !== 'true'
}

const silent = new Set(['script', 'style', 'template', 'noscript', 'title', 'head', 'html'])

function textsOf(page: ParsedPage): StaticPage['texts'] {
  return page.nodes.flatMap((node) => {
    if (silent.has(node.tag)) return []
    return node.element.childNodes.flatMap((child) => {
      if (!isText(child) || !/\S/.test(child.value)) return []
      const at = child.sourceCodeLocation
      return [
        {
          file: page.file,
          line: at?.startLine ?? 1,
          column: at?.startCol ?? 1,
          tag: node.tag,
          text: squeeze(child.value),
        },
      ]
    })
  })
}
