import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Rgba, TextRun } from '../../../model/page-view.ts'
import { contrastRatio } from '../../../model/colour.ts'
import { readColour } from '../../../kit/colour.ts'
import { faded, over, reaches } from './colour.ts'
import { type Pair, paintedPairs } from './layers.ts'

export type TextContrast = {
  readonly run: TextRun
  readonly needed: number
  readonly verdict:
    | { readonly type: 'enough' }
    | { readonly type: 'exempt'; readonly why: string }
    | { readonly type: 'too-low'; readonly ratio: number; readonly pair: Pair }
    | { readonly type: 'unknown'; readonly why: string }
}

export const neededFor = (run: TextRun): number => (run.isLarge || isSymbol(run.text) ? 3 : 4.5)

/** Signs without letters or digits, such as an arrow: a picture more than a text. */
const isSymbol = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text)

/** One letter as a sign, such as the X of a button that is called “Close”. */
const isNamedSign = ({ text, selector }: TextRun, view: ViewFacts): boolean =>
  text.length === 1 &&
  view.controls.some(
    (control) =>
      (selector === control.selector || selector.startsWith(`${control.selector} > `)) &&
      control.nameFrom?.startsWith('aria-label') === true &&
      !control.name.toLowerCase().split(/\s+/).includes(text.toLowerCase()),
  )

const isPunctuation = (text: string): boolean => /^[\p{P}\s|·•›»]*$/u.test(text)

export function judgeText(run: TextRun, view: ViewFacts): TextContrast {
  const needed = isNamedSign(run, view) ? 3 : neededFor(run)
  const why = exemption(run, view)
  const verdict = why === null ? measured(run, needed) : ({ type: 'exempt', why } as const)
  return { run, needed, verdict }
}

/** Why WCAG asks nothing of this text. */
function exemption(run: TextRun, view: ViewFacts): string | null {
  if (run.inDisabled) return 'it belongs to a disabled control'
  if (isLabelOfDisabled(run, view)) return 'it labels a disabled control'
  if (run.coveredBy !== null) return 'something is painted over it'
  if (isPunctuation(run.text)) return 'it separates, and says nothing'
  if (run.ariaHidden && (isSymbol(run.text) || run.text.length <= 3)) return 'it only decorates'
  if (isDecoration(run, view)) return 'it is a picture of an icon font that only decorates'
  if (isMarkedLogo(run, view)) return 'it is part of a logo'
  return null
}

/** Icon fonts draw pictures in place of signs that mean nothing of their own; those of controls must be seen. */
const isDecoration = ({ text, source, selector }: TextRun, view: ViewFacts): boolean =>
  /^(?:before|after)$/.test(source) &&
  /^[\p{Co}\s]+$/u.test(text) &&
  !view.controls.some(
    (control) => selector === control.selector || selector.startsWith(`${control.selector} > `),
  )

const isLabelOfDisabled = (run: TextRun, view: ViewFacts): boolean =>
  view.controls.some(
    ({ disabled, label }) => disabled && label?.visible === true && label.text === run.text,
  )

const isMarkedLogo = (run: TextRun, view: ViewFacts): boolean =>
  view.images.some(
    ({ selector, name, alt }) =>
      run.selector.startsWith(`${selector} > `) && /\blogo(type)?\b/i.test(`${name} ${alt ?? ''}`),
  )

const ratioOf = ({ ink, ground }: Pair): number => contrastRatio(ink, ground)

const byRatio = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.toSorted((one, other) => ratioOf(one) - ratioOf(other))

const worstOf = (pairs: readonly Pair[]): Pair | null => byRatio(pairs)[0] ?? null

export const bestOf = (pairs: readonly Pair[]): Pair | null => byRatio(pairs).at(-1) ?? null

type Verdict = TextContrast['verdict']

const unknown = (why: string): Verdict => ({ type: 'unknown', why })

/** With pixels there is an answer; without, there may be none, and that is not a pass. */
function measured(run: TextRun, needed: number): Verdict {
  const { backdrop, clipFill, colour, opacity } = run
  const fills = clipFill ?? [colour]
  // seen pixels know more than the text of a gradient does
  if (backdrop.pixels !== null && fills.length > 0)
    return overPixels(run, needed, { fills, pixels: backdrop.pixels })
  const ofFills = fills.map((fill) => paintedPairs({ colour: fill, opacity }, backdrop))
  const pairs = ofFills.flatMap((each) => each ?? [])
  if (pairs.length === 0 || ofFills.includes(null))
    return unknown('an image lies behind it or fills it')
  if (pairs.every((pair) => reaches(ratioOf(pair), needed))) return settle(run, pairs, needed)
  const low = ofFills.flatMap((own) =>
    own?.every((pair) => !reaches(ratioOf(pair), needed)) === true ? own : [],
  )
  return low.length > 0
    ? settle(run, low, needed)
    : unknown('only some colours of the gradient behind it would do')
}

function settle(run: TextRun, pairs: readonly Pair[], needed: number): Verdict {
  const pair = worstOf(pairs)
  if (pair === null) return unknown('nothing fills it')
  const ratio = ratioOf(pair)
  if (reaches(ratio, needed)) return { type: 'enough' }
  return hasCarryingShadow(run, pair.ink, needed)
    ? unknown('its shadow alone sets it off')
    : { type: 'too-low', ratio, pair }
}

type Pixels = NonNullable<TextRun['backdrop']['pixels']>

function overPixels(
  run: TextRun,
  needed: number,
  { fills, pixels }: { readonly fills: readonly Rgba[]; readonly pixels: Pixels },
): Verdict {
  const on = (...grounds: readonly Rgba[]): readonly Pair[] =>
    grounds.flatMap((ground) =>
      fills.map((fill) => ({ ink: over(faded(fill, run.opacity), ground), ground })),
    )
  const extremes = on(pixels.darkest, pixels.lightest)
  const mean = on(pixels.mean)
  if (!run.backdrop.layers.some(({ kind }) => kind === 'image'))
    return settle(run, [...mean, ...extremes], needed)
  const onTheWhole = settle(run, mean, needed)
  if (onTheWhole.type !== 'enough') return onTheWhole
  return settle(run, extremes, needed).type === 'enough'
    ? onTheWhole
    : unknown('the image behind it is too light or too dark in places')
}

type Shadow = {
  readonly colour: Rgba
  readonly x: number
  readonly y: number
  readonly blur: number
}

function shadowsOf({ textShadow }: TextRun): readonly Shadow[] {
  const written = (textShadow ?? '').match(/rgba?\([^()]*\)(?:\s+-?[\d.]+px){2,3}/g) ?? []
  return written.flatMap((shadow) => {
    const colour = readColour(/^rgba?\([^()]*\)/.exec(shadow)?.[0] ?? '')
    const [x = 0, y = 0, blur = 0] = (shadow.match(/-?[\d.]+px/g) ?? []).map(Number.parseFloat)
    return colour === null || colour.a < 0.6 ? [] : [{ colour: { ...colour, a: 1 }, x, y, blur }]
  })
}

/** A shadow close around the letters, dark or light enough to read them by. */
const hasCarryingShadow = (run: TextRun, ink: Rgba, needed: number): boolean =>
  shadowsOf(run).some(
    ({ colour, blur }) => blur <= run.fontSize / 2 && contrastRatio(colour, ink) >= needed,
  )
