import type { Screenshot } from '../../model/page-facts.ts'
import type { ProbeFacts, StatePaint, StateProbe } from '../../model/page-probes.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { inTab, light, mostTried, part, type Errand } from './errand.ts'
import { gather, unroll, type Gathered } from './gather.ts'
import type { DocumentFacts } from './in-page/document.ts'
import type { PaintFacts } from './in-page/paint-watch.ts'
import { lookBehind } from './pixels.ts'
import { photograph } from './screenshot.ts'
import type { Tab } from './tab.ts'
import type { Traffic } from './traffic.ts'
import { within } from './deadline.ts'
import { elementsInOrder } from './dom-nodes.ts'
import type { Painted } from './in-page/state-paint.ts'

export type Wide = {
  readonly document: DocumentFacts
  readonly views: readonly ViewFacts[]
  readonly dark: ViewFacts | null
  readonly screenshot: Screenshot | null
  readonly states: ProbeFacts['states']
  readonly paints: PaintFacts
  readonly traffic: Traffic
}

/** The page as on a desk: 1280, the states of its controls, its dark side, 1024 and 768. */
export function lookWide(errand: Errand): Promise<Wide> {
  return inTab(errand, { width: 1280, height: 720 }, async (tab) => {
    const paints = await tab.ask<PaintFacts>('kit.paintFacts()')
    await unroll(tab, 1280, 720)
    const { document, view, known } = await gather(tab, light)
    const viewFacts = await lookBehind(tab, view)
    const pictured = () => photograph(tab, '1280x720', view.scrollHeight)
    const screenshot = errand.pictures ? await part(errand, 'screenshots', pictured, null) : null
    const isHuge = document.domNodes > mostTried
    const probed = () => probeStates(tab, view)
    const states = isHuge ? [] : await part(errand, 'probes', probed, [])
    const darkened = () => lookDark(tab, { view, known })
    const dark = isHuge ? null : await part(errand, 'dark', darkened, null)
    const views = [viewFacts]
    for (const width of [1024, 768]) {
      await tab.resize({ width, height: 720 })
      const smaller = await gather(tab, light, known)
      views.push(smaller.view)
    }
    return { document, views, dark, screenshot, states, paints, traffic: tab.traffic }
  })
}

async function lookDark(
  tab: Tab,
  { view, known }: Pick<Gathered, 'view' | 'known'>,
): Promise<ViewFacts | null> {
  if (!view.states.darkScheme) return null
  await tab.page.emulateMedia({ colorScheme: 'dark' })
  const { view: dark } = await gather(tab, { scheme: 'dark', opened: null }, known)
  await tab.page.emulateMedia({ colorScheme: 'light' })
  return dark
}

type Wanted = Omit<StateProbe, 'rest' | 'hover' | 'focus' | 'active'> & {
  readonly index: number
  readonly above: readonly number[]
}

const mostControls = 60

const forced = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  active: ['active', 'hover'],
} as const

/** Puts all controls into each state at once and reads their paint. Needs a view just gathered. */
async function probeStates(tab: Tab, view: ViewFacts): Promise<readonly StateProbe[]> {
  const { hover, focus, active } = view.states
  if (view.controls.length === 0) return []
  const wanted = await tab.ask<readonly Wanted[]>(
    `kit.stateTargets(${mostControls}, ${isDeep(hover)})`,
  )
  const read = () =>
    tab.ask<Painted>(`kit.paintNow(${JSON.stringify(wanted.map((each) => each.selector))})`)
  const rest = await read()
  const nodes = await nodeIds(tab)
  const inState = async (state: keyof typeof forced, named: boolean): Promise<Painted> => {
    if (!named) return {}
    await force(tab, wanted, nodes, state)
    return read()
  }
  const observed = {
    hover: await inState('hover', hover.length > 0),
    // browsers draw a ring of their own on focus, so it is always looked at
    focus: await inState('focus', focus.length > 0),
    active: await inState('active', active.length > 0),
  }
  await tab.cdp.send('CSS.disable')
  await tab.cdp.send('DOM.disable')
  return wanted.flatMap(({ index: _index, above: _above, ...what }) => {
    const still = rest[what.selector]
    if (still === undefined) return []
    const other = (painted: Painted) => differs(still, painted[what.selector])
    return [
      {
        ...what,
        rest: still,
        hover: other(observed.hover),
        focus: other(observed.focus),
        active: other(observed.active),
      },
    ]
  })
}

/** Whether hovering something around a control can change it. */
const isDeep = (selectors: readonly string[]): boolean =>
  selectors.some((selector) => /:hover[^,]*[\s>+~]/.test(selector))

const differs = (rest: StatePaint, other: StatePaint | undefined): StatePaint | null =>
  other === undefined || JSON.stringify(rest) === JSON.stringify(other) ? null : other

async function nodeIds(tab: Tab): Promise<readonly number[]> {
  const asked = elementsInOrder(tab).then(async (elements) => {
    await tab.cdp.send('CSS.enable')
    return elements.map(({ nodeId }) => nodeId)
  })
  return within(asked, { part: 'states', most: 8_000 }, tab.deadline)
}

async function force(
  tab: Tab,
  wanted: readonly Wanted[],
  nodes: readonly number[],
  state: keyof typeof forced,
): Promise<void> {
  const own = new Set(wanted.map((each) => each.index))
  // what is around a hovered control is hovered too
  const above = state === 'focus' ? [] : wanted.flatMap((each) => each.above)
  const settings = [
    ...[...own].map((index) => [index, forced[state]] as const),
    ...[...new Set(above)]
      .filter((index) => !own.has(index))
      .map((index) => [index, ['hover']] as const),
  ]
  const asked = Promise.all(
    settings.flatMap(([index, forcedPseudoClasses]) => {
      const nodeId = nodes[index]
      return nodeId === undefined
        ? []
        : [
            tab.cdp.send('CSS.forcePseudoState', {
              nodeId,
              forcedPseudoClasses: [...forcedPseudoClasses],
            }),
          ]
    }),
  )
  await within(asked, { part: 'states', most: 8_000 }, tab.deadline)
}
