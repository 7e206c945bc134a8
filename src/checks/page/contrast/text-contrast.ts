import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Rgba, TextRun } from '../../../model/page-view.ts'
import { contrastRatio } from '../../../model/colour.ts'
import { readColour } from '../../../kit/colour.ts'
import { faded, over, reaches } from './colour.ts'
import { type GradientBoxes, type Pair, paintedPairs } from './layers.ts'

export type TextContrast = {
  readonly run: TextRun
  readonly needed: number
  readonly verdict:
    | { readonly type: 'enough' }
    | { readonly type: 'exempt'; readonly why: string }
    | { readonly type: 'too-low'; readonly ratio: number; readonly pair: Pair }
    /** Enough on the whole, too low at some pixels of an image. */
    | { readonly type: 'patchy'; readonly ratio: number; readonly pair: Pair }
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

export function judgeText(run: TextRun, view: ViewFacts, boxes: GradientBoxes): TextContrast {
  const needed = isNamedSign(run, view) ? 3 : neededFor(run)
  const why = exemption(run, view)
  if (why !== null) return { run, needed, verdict: { type: 'exempt', why } }
  // seen pixels know more than the text of a gradient does
  const pairs = run.backdrop.pixels === null ? pairsOf(run, boxes) : null
  const worst = pairs === null ? null : worstOf(pairs)
  const verdict = worst === null ? overPixels(run, needed) : settle(run, worst, needed)
  return { run, needed, verdict }
}

/** Why WCAG asks nothing of this text. */
function exemption(run: TextRun, view: ViewFacts): string | null {
  if (run.inDisabled) return 'it belongs to a disabled control'
  if (isLabelOfDisabled(run, view)) return 'it labels a disabled control'
  if (run.coveredBy !== null) return 'something is painted over it'
  if (isPunctuation(run.text)) return 'it separates, and says nothing'
  if (run.ariaHidden && (isSymbol(run.text) || run.text.length <= 3)) return 'it only decorates'
  if (isMarkedLogo(run, view)) return 'it is part of a logo'
  return null
}

const isLabelOfDisabled = (run: TextRun, view: ViewFacts): boolean =>
  view.controls.some(
    ({ disabled, label }) => disabled && label?.visible === true && label.text === run.text,
  )

const isMarkedLogo = (run: TextRun, view: ViewFacts): boolean =>
  view.images.some(
    ({ selector, name, alt }) =>
      run.selector.startsWith(`${selector} > `) && /\blogo(type)?\b/i.test(`${name} ${alt ?? ''}`),
  )

function pairsOf(run: TextRun, boxes: GradientBoxes): readonly Pair[] | null {
  const fills = run.clipFill ?? [run.colour]
  if (fills.length === 0) return null
  const found = fills.map((colour) =>
    paintedPairs({ colour, opacity: run.opacity, box: run.box }, run.backdrop, boxes),
  )
  return found.some((pairs) => pairs === null) ? null : found.flatMap((pairs) => pairs ?? [])
}

const ratioOf = ({ ink, ground }: Pair): number => contrastRatio(ink, ground)

export const worstOf = (pairs: readonly Pair[]): Pair | null =>
  pairs.reduce<Pair | null>(
    (worst, pair) => (worst === null || ratioOf(pair) < ratioOf(worst) ? pair : worst),
    null,
  )

function settle(run: TextRun, pair: Pair, needed: number): TextContrast['verdict'] {
  const ratio = ratioOf(pair)
  const drowned = ringOf(run)
  if (reaches(ratio, needed))
    return drowned === null || reaches(contrastRatio(pair.ink, drowned), needed)
      ? { type: 'enough' }
      : {
          type: 'too-low',
          ratio: contrastRatio(pair.ink, drowned),
          pair: { ...pair, ground: drowned },
        }
  if (hasCarryingShadow(run, pair.ink, needed))
    return { type: 'unknown', why: 'its shadow alone sets it off' }
  return { type: 'too-low', ratio, pair }
}

/** With pixels there is an answer; without, there is none, and that is not a pass. */
function overPixels(run: TextRun, needed: number): TextContrast['verdict'] {
  const { pixels } = run.backdrop
  if (pixels === null || (run.clipFill !== null && run.clipFill.length === 0))
    return { type: 'unknown', why: 'an image lies behind it or fills it' }
  const fills = run.clipFill ?? [run.colour]
  const on = (ground: Rgba): Pair | null =>
    worstOf(fills.map((fill) => ({ ink: over(faded(fill, run.opacity), ground), ground })))
  const mean = on(pixels.mean)
  const extreme = worstOf([pixels.darkest, pixels.lightest].flatMap((each) => on(each) ?? []))
  if (mean === null || extreme === null) return { type: 'unknown', why: 'nothing fills it' }
  const image = run.backdrop.layers.some(({ kind }) => kind === 'image')
  if (!image) return settle(run, worstOf([mean, extreme]) ?? mean, needed)
  if (!reaches(ratioOf(mean), needed)) return settle(run, mean, needed)
  const settled = settle(run, extreme, needed)
  return settled.type === 'too-low' ? { ...settled, type: 'patchy' } : settled
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

/** The colour of shadows that stand around the letters on all sides: the ground that is seen. */
function ringOf(run: TextRun): Rgba | null {
  const near = shadowsOf(run).filter(
    ({ x, y, blur }) => blur <= run.fontSize / 4 && Math.abs(x) >= 1 && Math.abs(y) >= 1,
  )
  const sides = new Set(near.map(({ x, y }) => `${Math.sign(x)} ${Math.sign(y)}`))
  return sides.size === 4 ? (near[0]?.colour ?? null) : null
}

/** A shadow close around the letters, dark or light enough to read them by. */
const hasCarryingShadow = (run: TextRun, ink: Rgba, needed: number): boolean =>
  shadowsOf(run).some(
    ({ colour, blur }) => blur <= run.fontSize / 2 && contrastRatio(colour, ink) >= needed,
  )
