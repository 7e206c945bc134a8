import { squeeze } from '../../../kit/lines.ts'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

export type ParsedPage = {
  readonly file: string
  readonly source: string
  readonly document: Tree.Document
  readonly nodes: readonly Node[]
}

/** One element of a parsed page with what is needed to speak about it. */
export type Node = {
  readonly element: Tree.Element
  readonly tag: string
  readonly selector: string
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: Node | null
}

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node

export const isText = (node: Tree.ChildNode): node is Tree.TextNode => node.nodeName === '#text'

const childrenOf = (element: Tree.Element): readonly Tree.ChildNode[] =>
  'content' in element ? [] : element.childNodes

/** How deep browsers nest elements; deeper ones they put side by side. */
const deepest = 512

/** Leaves out what is nested too deeply to be walked. */
export function prune(document: Tree.Document): void {
  let level: readonly Tree.ChildNode[] = document.childNodes
  for (let depth = 1; level.length > 0; depth += 1) {
    const parents = level.filter(isElement)
    if (depth === deepest)
      for (const element of parents)
        element.childNodes = element.childNodes.filter((child) => !isElement(child))
    level = parents.flatMap(childrenOf)
  }
}

/** All elements in document order, each with the selector that a browser would find it by. */
export function elementsOf(document: Tree.Document): readonly Node[] {
  const ids = countIds(document)
  const nodes: Node[] = []
  const visit = (element: Tree.Element, parent: Node | null, twins: Twins) => {
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
    const selector = selectorOf(element, { attributes, parent, twins, ids })
    const node = { element, tag: element.tagName, selector, attributes, parent }
    nodes.push(node)
    const children = childrenOf(element).filter(isElement)
    const inside = countTwins(children)
    for (const [at, child] of children.entries())
      visit(child, node, { position: inside.positions[at] ?? 1, same: inside.total(child) })
  }
  for (const child of document.childNodes)
    if (isElement(child)) visit(child, null, { position: 1, same: 1 })
  return nodes
}

type Twins = { readonly position: number; readonly same: number }

function countTwins(children: readonly Tree.Element[]) {
  const totals = new Map<string, number>()
  const positions = children.map(({ tagName }) => {
    const position = (totals.get(tagName) ?? 0) + 1
    totals.set(tagName, position)
    return position
  })
  return { positions, total: (child: Tree.Element) => totals.get(child.tagName) ?? 1 }
}

type Around = {
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: Node | null
  readonly twins: Twins
  readonly ids: ReadonlyMap<string, number>
}

// the same rule as in the browser, so that findings of both name the same place
function selectorOf(element: Tree.Element, { attributes, parent, twins, ids }: Around): string {
  const id = attributes.get('id') ?? ''
  if (id !== '' && id.length < 60 && ids.get(id) === 1) return `#${escaped(id)}`
  if (parent === null || parent.tag === 'html') return element.tagName
  const place = twins.same > 1 ? `:nth-of-type(${twins.position})` : ''
  return `${parent.selector} > ${element.tagName}${place}`
}

/** As the browser's CSS.escape does for the signs that occur in ids. */
const escaped = (id: string): string =>
  id
    .replace(/^-?\d/, (start) => start.replace(/\d/, (digit) => `\\3${digit} `))
    .replaceAll(/[^\w\u0080-\uffff\\ -]/g, (sign) => `\\${sign}`)

function countIds(document: Tree.Document): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const open: Tree.ChildNode[] = [...document.childNodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue
    const id = node.attrs.find(({ name }) => name === 'id')?.value ?? ''
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1)
    open.push(...childrenOf(node))
  }
  return counts
}

export function textOf(element: Tree.Element): string {
  let text = ''
  const open: Tree.ChildNode[] = [...childrenOf(element)].toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) text += node.value
    else if (isElement(node) && !['script', 'style', 'template', 'noscript'].includes(node.tagName))
      open.push(...[...childrenOf(node)].toReversed())
  }
  return squeeze(text)
}
