import { squeeze } from '../../../kit/lines.ts'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
export type TextNode = DefaultTreeAdapterTypes.TextNode
export type Parent = DefaultTreeAdapterTypes.ParentNode

export const isElement = (node: Node | Parent): node is Element =>
  'tagName' in node && 'attrs' in node
export const isText = (node: Node | Parent): node is TextNode => node.nodeName === '#text'

/** All elements below a node, in the order of the document. */
export function elementsIn(parent: Parent): readonly Element[] {
  return parent.childNodes.flatMap((node) => (isElement(node) ? [node, ...elementsIn(node)] : []))
}

export const parentOf = (element: Element): Element | null =>
  element.parentNode !== null && isElement(element.parentNode) ? element.parentNode : null

export function ancestorsOf(element: Element): readonly Element[] {
  const parent = parentOf(element)
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

export const has = (element: Element, name: string): boolean =>
  attribute(element, name) !== undefined

export function setAttribute(element: Element, name: string, value: string): void {
  const known = element.attrs.find((each) => each.name === name)
  if (known === undefined) element.attrs.push({ name, value })
  else known.value = value
}

export function removeAttribute(element: Element, name: string): void {
  element.attrs = element.attrs.filter((each) => each.name !== name)
}

export function addStyle(element: Element, declarations: string): void {
  const before = attribute(element, 'style')
  setAttribute(element, 'style', before === undefined ? declarations : `${before}; ${declarations}`)
}

export const textOf = (node: Node | Parent): string =>
  isText(node)
    ? node.value
    : 'childNodes' in node
      ? node.childNodes.map((child) => textOf(child)).join('')
      : ''

export const plainText = (node: Node | Parent): string => squeeze(textOf(node))

export const childElements = (parent: Parent): readonly Element[] =>
  parent.childNodes.filter((node) => isElement(node))

export const hasOwnText = (element: Element): boolean =>
  element.childNodes.some((node) => isText(node) && node.value.trim() !== '')

/** The element under another tag name, with what it holds and what it is called. */
export function retag(element: Element, tagName: string): Element {
  const other = defaultTreeAdapter.createElement(tagName, html.NS.HTML, element.attrs)
  moveChildren(element, other)
  replaceWith(element, other)
  return other
}

function moveChildren(from: Element, to: Element): void {
  const children = from.childNodes.slice()
  for (const child of children) {
    defaultTreeAdapter.detachNode(child)
    defaultTreeAdapter.appendChild(to, child)
  }
}

export function empty(element: Element): void {
  const children = element.childNodes.slice()
  for (const child of children) defaultTreeAdapter.detachNode(child)
}

function replaceWith(element: Element, other: Element): void {
  if (element.parentNode === null) return
  defaultTreeAdapter.insertBefore(element.parentNode, other, element)
  defaultTreeAdapter.detachNode(element)
}

export const detach = (element: Element): void => defaultTreeAdapter.detachNode(element)

/** The first element of a piece of HTML. */
export function made(source: string): Element {
  const [first] = childElements(parseFragment(source))
  if (first === undefined) throw new Error(`no element in ${source}`)
  defaultTreeAdapter.detachNode(first)
  return first
}

export function insertAfter(element: Element, other: Element): void {
  const siblings = element.parentNode?.childNodes ?? []
  const next = siblings[siblings.indexOf(element) + 1]
  if (element.parentNode === null) return
  if (next === undefined) defaultTreeAdapter.appendChild(element.parentNode, other)
  else defaultTreeAdapter.insertBefore(element.parentNode, other, next)
}

export function insertFirst(parent: Element, other: Element): void {
  const [first] = parent.childNodes
  if (first === undefined) defaultTreeAdapter.appendChild(parent, other)
  else defaultTreeAdapter.insertBefore(parent, other, first)
}

export const append = (parent: Element, other: Element): void =>
  defaultTreeAdapter.appendChild(parent, other)

export function setText(element: Element, text: string): void {
  empty(element)
  defaultTreeAdapter.insertText(element, text)
}

/** A path of child positions that leads to this element alone. */
export function pathOf(element: Element): string {
  const parent = parentOf(element)
  if (parent === null || element.tagName === 'body' || element.tagName === 'head')
    return element.tagName
  const place = childElements(parent).indexOf(element) + 1
  return `${pathOf(parent)} > ${element.tagName}:nth-child(${place})`
}
