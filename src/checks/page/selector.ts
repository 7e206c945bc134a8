import { is } from 'css-select'
import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter } from 'parse5'

type Node = Tree.Node

const isElement = (node: Node): node is Tree.Element => 'tagName' in node

const childrenOf = (node: Node): Tree.ChildNode[] => ('childNodes' in node ? node.childNodes : [])

const parentOf = (node: Node): Tree.ParentNode | null =>
  'parentNode' in node ? node.parentNode : null

function textOf(node: Node): string {
  return defaultTreeAdapter.isTextNode(node) ? node.value : childrenOf(node).map(textOf).join('')
}

const adapter = {
  isTag: isElement,
  getName: ({ tagName }: Tree.Element) => tagName,
  getChildren: childrenOf,
  getParent: parentOf,
  getSiblings: (node: Node) => childrenOf(parentOf(node) ?? node),
  getText: textOf,
  hasAttrib: ({ attrs }: Tree.Element, name: string) => attrs.some((each) => each.name === name),
  getAttributeValue: ({ attrs }: Tree.Element, name: string) =>
    attrs.find((each) => each.name === name)?.value,
  removeSubsets: (nodes: Node[]) => nodes,
}

/** Whether an element of a parsed page is what a selector means. What cannot be read never fits. */
export function matches(element: Tree.Element, selector: string): boolean {
  try {
    return is<Node, Tree.Element>(element, selector, { adapter })
  } catch {
    return false
  }
}
