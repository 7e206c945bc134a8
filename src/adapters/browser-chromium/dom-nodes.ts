import type { Tab } from './tab.ts'

export type DomElement = {
  readonly nodeId: number
  readonly backendNodeId: number
  readonly localName: string
}

/**
 * All elements as the browser's inspector knows them, in the order of the document. Asked for as a
 * flat list: a deep page does not fit into a nested answer.
 */
export async function elementsInOrder(tab: Tab): Promise<readonly DomElement[]> {
  await tab.cdp.send('DOM.enable')
  const { nodes } = await tab.cdp.send('DOM.getFlattenedDocument', { depth: -1 })
  // children are listed before their parents, but numbers are given in the order of the document
  return nodes
    .filter(({ nodeType }) => nodeType === 1)
    .toSorted((one, two) => one.nodeId - two.nodeId)
}
