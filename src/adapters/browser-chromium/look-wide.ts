import type { Screenshot } from '../../model/page-facts.ts'
import type { ProbeFacts } from '../../model/page-probes.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { inTab, light, mostTried, part, type Errand } from './errand.ts'
import { gather, unroll, type Gathered } from './gather.ts'
import type { DocumentFacts } from './in-page/document.ts'
import type { PaintFacts } from './in-page/paint-watch.ts'
import { lookBehind } from './pixels.ts'
import { photograph } from './screenshot.ts'
import { probeStates } from './states.ts'
import type { Tab } from './tab.ts'
import type { Traffic } from './traffic.ts'

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
  const { timings } = errand
  return inTab(errand, { width: 1280, height: 720 }, async (tab) => {
    const paints = await tab.ask<PaintFacts>('kit.paintFacts()')
    await timings.time('unroll 1280', () => unroll(tab, 1280, 720))
    const { document, view, known } = await timings.time('gather 1280', () => gather(tab, light))
    const seen = await timings.time('pixels 1280', async () =>
      withPictures(tab, await lookBehind(tab, view)),
    )
    const pictured = () =>
      timings.time('screenshot 1280', () => photograph(tab, '1280x720', view.scrollHeight))
    const screenshot = errand.pictures ? await part(errand, 'screenshots', pictured, null) : null
    const isHuge = document.domNodes > mostTried
    const probed = () => timings.time('states', () => probeStates(tab, view))
    const states = isHuge ? [] : await part(errand, 'probes', probed, [])
    const darkened = () => lookDark(errand, tab, { view, known })
    const dark = isHuge ? null : await part(errand, 'dark', darkened, null)
    const views = [seen]
    for (const width of [1024, 768]) {
      await tab.resize({ width, height: 720 })
      const smaller = await timings.time(`gather ${width}`, () => gather(tab, light, known))
      views.push(smaller.view)
    }
    return { document, views, dark, screenshot, states, paints, traffic: tab.traffic }
  })
}

/** A gradient may also come as a picture; what large ones look like is only known once drawn. */
async function withPictures(tab: Tab, view: ViewFacts): Promise<ViewFacts> {
  const screen = view.width * view.height
  const isLarge = ({ kind, visible, box }: ViewFacts['images'][number]) =>
    (kind === 'img' || kind === 'background') && visible && box.width * box.height > screen * 0.15
  if (!view.images.some(isLarge)) return view
  const drawn = await tab.ask<ViewFacts['styles']['gradients']>('kit.pictureGradients()')
  return { ...view, styles: { ...view.styles, gradients: [...view.styles.gradients, ...drawn] } }
}

async function lookDark(
  errand: Errand,
  tab: Tab,
  { view, known }: Pick<Gathered, 'view' | 'known'>,
): Promise<ViewFacts | null> {
  if (!view.states.darkScheme) return null
  return errand.timings.time('dark', async () => {
    await tab.page.emulateMedia({ colorScheme: 'dark' })
    const { view: dark } = await gather(tab, { scheme: 'dark', opened: null }, known)
    await tab.page.emulateMedia({ colorScheme: 'light' })
    return dark
  })
}
