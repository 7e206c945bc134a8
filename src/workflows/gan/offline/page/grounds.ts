import { contrastRatio } from '../../../../model/colour.ts'
import { parseColour } from '../../inputs/colour.ts'
import { repairContrast } from '../../inputs/repair-contrast.ts'
import type { Tokens } from '../../inputs/tokens.ts'

/** Text as the tokens say, or in the nearest token that can be read. */
export type Palette = 'as-given' | 'readable'

export const groundNames = ['paper', 'band', 'brand', 'deep', 'accent'] as const
export type GroundName = (typeof groundNames)[number]

/** What stands on a ground, each the name of a colour token. */
export type Ground = {
  readonly ground: string
  readonly ink: string
  readonly quiet: string
  /** Large figures and marks. */
  readonly mark: string
  readonly link: string
  /** A field a little lighter or darker than the ground, on which the same ink can be read. */
  readonly lift: string
  /** Hairlines: decoration. */
  readonly line: string
  /** The edge of a field, and the ring of the focus. */
  readonly edge: string
  readonly call: string
  readonly 'on-call': string
  readonly 'call-hover': string
  readonly 'on-call-hover': string
}
export type Grounds = Readonly<Record<GroundName, Ground>>
export type Scheme = 'light' | 'dark'

type Chooser = {
  readonly colors: Readonly<Record<string, string>>
  /** Colours as repaired, to find the nearest token that can be read. */
  readonly aims: () => Readonly<Record<string, string>>
  readonly palette: Palette
}
/** A colour behind, and the ratio that is needed against it. */
type Against = readonly [name: string, needed: number]

/** The grounds of a page. Every colour is a token; which one depends on what can be read. */
export function groundsOf(tokens: Tokens, palette: Palette, scheme: Scheme): Grounds {
  const { colors } = tokens
  let repaired: Readonly<Record<string, string>> | null = null
  // to repair is costly, and most tokens never need it
  const aims = () => (repaired ??= repairContrast(tokens).tokens.colors)
  const chooser: Chooser = { colors, aims, palette }
  const first = (...names: readonly string[]) =>
    names.find((name) => colors[name] !== undefined) ?? Object.keys(colors)[0] ?? 'primary'
  const light = scheme === 'light'
  const paper = light
    ? first('background', 'surface', 'neutral.50')
    : first('neutral.950', 'neutral.900', 'text')
  const band = light
    ? first('neutral.100', 'surface', 'neutral.50')
    : first('neutral.900', 'neutral.800', 'neutral.950')
  const brand = first('primary')
  const deep = light
    ? first('neutral.900', 'neutral.950', 'text', 'primary')
    : first('neutral.800', 'neutral.900', 'primary')
  const accent = first('accent', 'secondary', 'primary')
  const make = (ground: string, role: GroundName) => groundOf(chooser, ground, { role, light })
  return {
    paper: make(paper, 'paper'),
    band: make(band, 'band'),
    brand: make(brand, 'brand'),
    deep: make(deep, 'deep'),
    accent: make(accent, 'accent'),
  }
}

const darks = ['neutral.900', 'neutral.950', 'neutral.800', 'neutral.700']
const lights = ['neutral.50', 'background', 'surface', 'neutral.100', 'neutral.200']

function groundOf(
  chooser: Chooser,
  ground: string,
  { role, light }: { readonly role: GroundName; readonly light: boolean },
): Ground {
  const plain = (role === 'paper' || role === 'band') && light
  const own = role === 'brand' ? 'primary.foreground' : `${role}.foreground`
  const inks = plain ? ['text', ...darks] : [own, ...lights, ...darks]
  const quiets = plain
    ? ['text.muted', 'neutral.600', 'neutral.700', ...darks]
    : [own, 'neutral.200', 'neutral.300', ...lights, ...darks]
  const marks = plain
    ? ['accent', 'secondary', 'primary', ...darks]
    : ['accent', 'secondary.foreground', 'primary.foreground', ...lights, ...darks]
  const pick = (names: readonly string[], ...against: readonly Against[]) =>
    choose(chooser, names, against)
  const call = pick(plain ? ['primary', ...darks] : [...lights, ...darks], [ground, 3])
  const hover = pick(plain ? darks : ['accent', 'neutral.200', ...lights], [ground, 3])
  const onCall = plain
    ? ['primary.foreground', ...lights, ...darks]
    : ['primary', ...darks, ...lights]
  const lift = liftOf(chooser.colors, ground, { role, light })
  const both = (needed: number): readonly Against[] => [
    [ground, needed],
    [lift, needed],
  ]
  return {
    ground,
    ink: pick(inks, ...both(4.5)),
    quiet: pick(quiets, ...both(4.5)),
    mark: pick(marks, ...both(3)),
    link: pick(plain ? ['primary', 'secondary', ...darks] : inks, ...both(4.5)),
    lift,
    line: hairline(chooser, ground),
    edge: pick(plain ? ['neutral.600', 'neutral.700', 'primary', ...darks] : inks, ...both(3)),
    call,
    'on-call': pick(onCall, [call, 4.5]),
    'call-hover': hover,
    'on-call-hover': pick([...lights, ...darks], [hover, 4.5]),
  }
}

const lifts: Readonly<Record<'light' | 'dark', Readonly<Partial<Record<GroundName, string[]>>>>> = {
  light: {
    paper: ['neutral.100', 'surface'],
    band: ['background', 'surface', 'neutral.50'],
    deep: ['neutral.800'],
  },
  dark: { paper: ['neutral.900'], band: ['neutral.800'], deep: ['neutral.900'] },
}

const liftOf = (
  colors: Readonly<Record<string, string>>,
  ground: string,
  { role, light }: { readonly role: GroundName; readonly light: boolean },
): string =>
  lifts[light ? 'light' : 'dark'][role]?.find((name) => colors[name] !== undefined) ?? ground

/** Tokens that say themselves what they stand on; a builder has no choice in them. */
const isPaired = /^text\b|\.foreground$/

/** The first of the names that can be read on all that is behind it, then the nearest of all tokens. */
function choose(
  { colors, aims, palette }: Chooser,
  names: readonly string[],
  against: readonly Against[],
): string {
  const there = names.filter((name) => colors[name] !== undefined)
  const wanted = there[0] ?? Object.keys(colors)[0] ?? 'primary'
  if (palette === 'as-given' && isPaired.test(wanted)) return wanted
  const reads = (name: string) =>
    against.every(([behind, needed]) => ratio(colors[name], colors[behind]) >= needed)
  if (reads(wanted)) return wanted
  const aim = aims()[wanted]
  const listed = there.filter(reads)
  const near = listed.toSorted(
    (one, other) => distance(colors[one], aim) - distance(colors[other], aim),
  )[0]
  const any = Object.keys(colors).filter(reads)
  return near ?? any[0] ?? mostContrast(colors, against)
}

const mostContrast = (
  colors: Readonly<Record<string, string>>,
  against: readonly Against[],
): string => {
  const worst = (name: string) =>
    Math.min(...against.map(([behind]) => ratio(colors[name], colors[behind])))
  return Object.keys(colors).toSorted((one, other) => worst(other) - worst(one))[0] ?? 'primary'
}

/** A line is seen and does not shout: the token nearest to this ratio against its ground. */
const quietRatio = 1.5

function hairline({ colors }: Chooser, ground: string): string {
  const names = Object.keys(colors).filter((name) =>
    /^(?:border|neutral\.|primary|secondary)/.test(name),
  )
  const off = (name: string) => Math.abs(ratio(colors[name], colors[ground]) - quietRatio)
  return names.toSorted((one, other) => off(one) - off(other))[0] ?? ground
}

function ratio(one: string | undefined, other: string | undefined): number {
  const [front, back] = [parseColour(one ?? ''), parseColour(other ?? '')]
  return front.ok && back.ok ? contrastRatio(front.value, back.value) : 1
}

function distance(one: string | undefined, other: string | undefined): number {
  const [front, back] = [parseColour(one ?? ''), parseColour(other ?? '')]
  if (!front.ok || !back.ok) return Number.POSITIVE_INFINITY
  const { r, g, b } = front.value
  return Math.hypot(r - back.value.r, g - back.value.g, b - back.value.b)
}
