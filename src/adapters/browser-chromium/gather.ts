import type { ViewFacts } from '../../model/page-structure.ts'
import type { DocumentFacts } from './in-page/document.ts'
import type { RawView } from './in-page/view.ts'
import { waitsForScrolling } from './scripts.ts'
import type { Tab } from './tab.ts'
import { within } from './deadline.ts'
import { elementsInOrder } from './dom-nodes.ts'

export type Known = { readonly handled: readonly number[] }

export type Gathered = {
  readonly view: ViewFacts
  readonly document: DocumentFacts
  readonly known: Known
}

/** Elements beyond this many are counted, not looked at. */
const mostElements = 6_000
const mostOfHuge = 1_500
const settleMs = 1_200

export const countElements = (tab: Tab): Promise<number> =>
  tab.ask<number>("document.querySelectorAll('*').length")

export async function settle(tab: Tab): Promise<void> {
  await tab.ask(`kit.settle(${settleMs})`)
}

/** Lets the page see its whole length once, so that lazy images load and hidden parts appear. */
export async function unroll(tab: Tab, width: number, height: number): Promise<void> {
  if (!waitsForScrolling(tab.traffic) || !(await tab.ask<boolean>('kit.goesOn()'))) return
  const length = await tab.ask<number>('document.documentElement.scrollHeight')
  await tab.resize({ width, height: Math.min(12_000, Math.max(height, length)) })
  await tab.ask('kit.nextFrame().then(() => kit.nextFrame())')
  await tab.resize({ width, height })
  await tab.ask(`kit.settle(${settleMs})`)
}

/** Elements with listeners of their own. Only the page's own world knows; it may lie, to its harm. */
export async function handlers(tab: Tab): Promise<readonly number[]> {
  const said = await tab
    .askPage<unknown>(
      `[...document.querySelectorAll('*')].slice(0, ${mostElements}).flatMap((each, index) => {
        const has = getEventListeners(each)
        return has.click || has.mousedown || has.pointerdown || has.pointerup ? [index] : []
      })`,
    )
    .catch(() => [])
  return Array.isArray(said) ? said.filter((each) => Number.isInteger(each)) : []
}

/** Gathers what is seen now. Names and handlers are asked for the first time only. */
export async function gather(
  tab: Tab,
  how: Pick<ViewFacts, 'scheme' | 'opened'>,
  known?: Known,
): Promise<Gathered> {
  const isKnown = known !== undefined && (await tab.ask<boolean>('kit.memo.named.size > 0'))
  const isHuge = (await countElements(tab)) > mostElements
  const [handled, named] = isKnown
    ? [known.handled, []]
    : await Promise.all([handlers(tab), isHuge ? [] : accessibleNames(tab)])
  const raw = await tab.ask<{ readonly view: RawView; readonly document: DocumentFacts }>(
    `kit.gatherView(${isHuge ? mostOfHuge : mostElements}, ${JSON.stringify(handled)}, ${JSON.stringify(named)})`,
  )
  return { document: raw.document, view: { ...raw.view, ...how }, known: { handled } }
}

/** Index in document order, tag, role and accessible name: what assistive technology is told. */
type Named = readonly [index: number, tag: string, role: string, name: string]

/**
 * Names and roles of all elements at once. Asking element by element makes the browser build its
 * accessibility tree anew each time, a hundred times as slow.
 */
async function accessibleNames(tab: Tab): Promise<readonly Named[]> {
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
