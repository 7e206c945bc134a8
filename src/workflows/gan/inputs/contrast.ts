import { nearestPassing } from '../../../checks/page/contrast/nearest-colour.ts'
import { contrastRatio, type Rgb, shownRatio } from '../../../model/colour.ts'
import { hexOf, parseColour } from './colour.ts'
import type { Tokens } from './tokens.ts'

/** Body text needs more than large text, controls and focus marks. */
export const neededContrast = { body: 4.5, large: 3, ui: 3 } as const
export type ContrastUse = keyof typeof neededContrast

export type Swatch = { readonly name: string; readonly hex: string }
/** A pair that passes. */
export type Alternative = { readonly foreground: string; readonly background: string }
export type ContrastFailure = {
  readonly foreground: Swatch
  readonly background: Swatch
  readonly use: ContrastUse
  readonly ratio: number
  readonly needed: number
  readonly alternatives: readonly Alternative[]
}

/** Whether two colours can stand together; null where they can, or where one is no colour. */
export function checkPair(
  foreground: Swatch,
  background: Swatch,
  use: ContrastUse,
): ContrastFailure | null {
  const [front, back] = [parseColour(foreground.hex), parseColour(background.hex)]
  if (!front.ok || !back.ok) return null
  const needed = neededContrast[use]
  const ratio = contrastRatio(front.value, back.value)
  if (ratio >= needed) return null
  return {
    foreground,
    background,
    use,
    ratio: shownRatio(ratio),
    needed,
    alternatives: alternativesFor(front.value, back.value, needed),
  }
}

/** Black and white always pass, where small moves of one colour do not give a choice. */
const certain: readonly Alternative[] = [
  { foreground: '#000000', background: '#FFFFFF' },
  { foreground: '#FFFFFF', background: '#000000' },
  { foreground: '#111111', background: '#FFFFFF' },
]

/** Three pairs that pass: the lightness of one colour moves until the ratio holds, then on to a margin. */
function alternativesFor(front: Rgb, back: Rgb, needed: number): readonly Alternative[] {
  const opaque = (colour: Rgb) => ({ ...colour, a: 1 })
  const moved = [1, 1.2, 1.05].flatMap((margin) => {
    const passes = (other: Rgb) => (candidate: Rgb) =>
      contrastRatio(candidate, other) >= needed * margin
    const ink = nearestPassing(opaque(front), passes(back))
    const ground = nearestPassing(opaque(back), passes(front))
    return [
      ...(ink === null ? [] : [{ foreground: hexOf(ink), background: hexOf(back) }]),
      ...(ground === null ? [] : [{ foreground: hexOf(front), background: hexOf(ground) }]),
    ]
  })
  const all = [...moved, ...certain]
  return [
    ...new Map(all.map((each) => [`${each.foreground} ${each.background}`, each])).values(),
  ].slice(0, 3)
}

/** The pairs of tokens that components put on each other. */
export function tokenPairs({ colors }: Tokens): readonly {
  readonly front: Swatch
  readonly back: Swatch
  readonly use: ContrastUse
}[] {
  const swatch = (name: string): Swatch | null => {
    const hex = colors[name]
    return hex === undefined ? null : { name: `color.${name}`, hex }
  }
  const pair = (front: string, back: string, use: ContrastUse) => {
    const [one, other] = [swatch(front), swatch(back)]
    return one === null || other === null ? [] : [{ front: one, back: other, use }]
  }
  const text = ['text', 'neutral.900', 'neutral.950', 'neutral.800'].find((name) => colors[name])
  const grounds = ['background', 'surface']
  const filled = ['primary', 'secondary', 'accent', 'background', 'surface']
  const states = ['success', 'warning', 'error'].map((name) => `semantic.${name}`)
  return [
    ...grounds.flatMap((ground) => [
      ...pair(text ?? 'text', ground, 'body'),
      ...pair('text.muted', ground, 'body'),
      ...['primary', ...states].flatMap((name) => pair(name, ground, 'ui')),
    ]),
    ...[...filled, ...states].flatMap((name) => pair(`${name}.foreground`, name, 'body')),
  ]
}

/** Every pair of the tokens that cannot be read. */
export const contrastFailures = (tokens: Tokens): readonly ContrastFailure[] =>
  tokenPairs(tokens).flatMap(({ front, back, use }) => checkPair(front, back, use) ?? [])
