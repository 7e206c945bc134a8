import type { Inputs } from './read-inputs.ts'
import type { Palette } from './page/grounds.ts'
import { seedOf } from './seed.ts'

/** The compositions. Each has its own order of columns, its own art and its own kind of sections. */
export const layouts = ['ledger', 'editorial', 'poster', 'calm', 'product'] as const
export type Layout = (typeof layouts)[number]

/** All that is decided about a page before it is drawn. */
export type Look = {
  readonly layout: Layout
  readonly palette: Palette
  readonly side: 'left' | 'right' | 'center'
  readonly radius: 'sharp' | 'rounded' | 'pill'
  readonly dark: boolean
  readonly pace: 'tight' | 'even' | 'airy'
  /** Large type, or one step less where words do not fit. */
  readonly type: 'large' | 'modest'
  /** Wide and narrow sections in turn, as the brand's rhythm says. */
  readonly widths: readonly ('wide' | 'narrow')[]
  readonly seed: number
}

/** What speaks for a layout, and how much. */
const signs: Readonly<Record<Layout, readonly (readonly [pattern: RegExp, worth: number])[]>> = {
  ledger: [
    [/\b(?:exact|dry|precise|plain|honest|matter-of-fact|factual|sober)\b/, 3],
    [/\b(?:labels?|manuals?|ledgers?|workshop|rule lines|tables?)\b/, 3],
  ],
  editorial: [
    [/\b(?:literary|thoughtful|considered|elegant|essay|slow|curious|scholarly|wise)\b/, 3],
    [/\b(?:magazines?|books?|journals?|editorial|serif|print)\b/, 2],
  ],
  poster: [
    [/\b(?:bold|loud|playful|energetic|confident|cheeky|proud|direct|brave)\b/, 3],
    [/\b(?:posters?|bauhaus|screen print|festival|concert|big type)\b/, 3],
  ],
  calm: [
    [/\b(?:calm|gentle|quiet|soft|soothing|tender|caring|kind|reassuring)\b/, 3],
    [/\b(?:water|sea|garden|sleep|breath|tea|spa|clinic|rest)\b/, 2],
  ],
  product: [
    [/\b(?:clear|technical|smart|helpful|crisp|efficient|practical|expert)\b/, 3],
    [/\b(?:software|app|api|dashboard|platform|tool|developers?|data)\b/, 2],
  ],
}

/** The look that the brand, the brief and the kind of page ask for. */
export function lookOf(inputs: Inputs): Look {
  const { visual, projectId } = inputs
  const rhythm = visual?.sectionRhythm?.toLowerCase() ?? ''
  const layout = rankedLayouts(inputs)[0] ?? 'ledger'
  return {
    layout,
    palette: 'as-given',
    side: sideOf(visual?.heroLayout ?? null, layout),
    radius: visual?.borderRadiusStyle ?? 'rounded',
    dark: visual?.darkModeSupport ?? false,
    pace: /air|generous|spacious|slow|open/.test(rhythm)
      ? 'airy'
      : /tight|dense|compact|fast/.test(rhythm)
        ? 'tight'
        : 'even',
    widths: rhythm.match(/wide|narrow/g)?.map((word) => (word === 'wide' ? 'wide' : 'narrow')) ?? [
      'wide',
    ],
    type: 'large',
    seed: seedOf(projectId),
  }
}

/** The layouts, the most fitting first. */
export function rankedLayouts(inputs: Inputs): readonly Layout[] {
  const { voice, visual, audience, copy, brief } = inputs
  const said = [
    ...(voice?.tone ?? []),
    copy.copy.metadata.tone_profile,
    brief.brand,
    ...(visual?.dos ?? []),
  ]
    .join(' ')
    .toLowerCase()
  const worth = (layout: Layout): number =>
    signs[layout].reduce((sum, [pattern, value]) => sum + (pattern.test(said) ? value : 0), 0) +
    (heroWorth[visual?.heroLayout ?? 'none']?.[layout] ?? 0) +
    (cornerWorth[visual?.borderRadiusStyle ?? 'none']?.[layout] ?? 0) +
    (pageWorth[copy.copy.page_type]?.[layout] ?? 0) +
    (audience?.kind === 'b2b_developers' && layout === 'product' ? 2 : 0)
  const turn = seedOf(inputs.projectId) % layouts.length
  const turned = [...layouts.slice(turn), ...layouts.slice(0, turn)]
  return turned.toSorted((one, other) => worth(other) - worth(one))
}

type Worth = Readonly<Record<string, Readonly<Partial<Record<Layout, number>>>>>

const heroWorth: Worth = {
  centered: { calm: 3, poster: 2 },
  'split-left': { ledger: 2, editorial: 2, poster: 1 },
  'split-right': { product: 3, editorial: 1, ledger: 1 },
}
const cornerWorth: Worth = {
  sharp: { ledger: 2, editorial: 2, poster: 2 },
  rounded: { product: 2, calm: 1 },
  pill: { calm: 2, product: 1 },
}
const pageWorth: Worth = {
  about: { editorial: 2 },
  services: { ledger: 1, product: 1 },
  pricing: { ledger: 2 },
  contact: { calm: 2 },
}

function sideOf(
  hero: 'centered' | 'split-left' | 'split-right' | null,
  layout: Layout,
): Look['side'] {
  if (hero === null) return layout === 'calm' ? 'center' : 'left'
  return hero === 'centered' ? 'center' : hero === 'split-left' ? 'left' : 'right'
}

/** The look is written on the page, so that the next version knows what this one was. */
export const lookMarks = ({ layout, palette, type }: Look): Readonly<Record<string, string>> => ({
  'data-layout': layout,
  'data-palette': palette,
  'data-type': type,
})

/** The look of a page that this builder made; null of any other page. */
export function lookOn(html: string): Pick<Look, 'layout' | 'palette' | 'type'> | null {
  const root = /<html[^>]*>/.exec(html)?.[0] ?? ''
  const layout = layouts.find((name) => root.includes(`data-layout="${name}"`))
  if (layout === undefined) return null
  return {
    layout,
    palette: root.includes('data-palette="readable"') ? 'readable' : 'as-given',
    type: root.includes('data-type="modest"') ? 'modest' : 'large',
  }
}
