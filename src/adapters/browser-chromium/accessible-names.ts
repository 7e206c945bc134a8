import { within } from './deadline.ts'
import { elementsInOrder } from './dom-nodes.ts'
import type { Tab } from './tab.ts'

/** Index in document order, tag, role and accessible name: what assistive technology is told. */
export type Named = readonly [index: number, tag: string, role: string, name: string]

/**
 * Names and roles of all elements at once. Asking element by element makes the browser build its
 * accessibility tree anew each time, a hundred times as slow.
 */
export async function accessibleNames(tab: Tab): Promise<readonly Named[]> {
  const asked = Promise.all([elementsInOrder(tab), tab.cdp.send('Accessibility.getFullAXTree')])
  const [elements, { nodes }] = await within(asked, { part: 'names', most: 8_000 }, tab.deadline)
  const known = new Map(
    nodes.flatMap((node) =>
      node.ignored || node.backendDOMNodeId === undefined
        ? []
        : [[node.backendDOMNodeId, { role: text(node.role), name: text(node.name) }] as const],
    ),
  )
  return elements.map((element, index) => {
    const { role, name } = known.get(element.backendNodeId) ?? { role: '', name: '' }
    return [index, element.localName, role === 'image' ? 'img' : role, name] as const
  })
}

const text = (value: { readonly value?: unknown } | undefined): string =>
  typeof value?.value === 'string' ? value.value : ''
