import { contrastRatio, type Hsl, hslOf, type Rgb, shownRatio } from '../../../model/colour.ts'
import { hexOf, parseColour, rgbOf } from './colour.ts'
import type { Tokens } from './tokens.ts'

/** Body text needs more than large text, controls and focus marks. */
export const neededContrast = { body: 4.5, large: 3, ui: 3 } as const
export type ContrastUse = keyof typeof neededContrast

export type Swatch = { readonly name: string; readonly hex: string }
export type Alternative = {
  readonly foreground: string
  readonly background: string
  readonly ratio: number
  /** Which colour moved; the other stays as it is. */
  readonly moved: 'foreground' | 'background'
  /** How far its lightness moved, from -1 to 1. */
  readonly by: number
}
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

const grain = 200

/**
 * Three pairs that pass, the nearest first: the lightness of one colour moves until the ratio holds,
 * and on to a comfortable margin, so that there is a choice even where only one direction works.
 */
export function alternativesFor(
  front: Rgb,
  back: Rgb,
  needed: number,
  most = 3,
): readonly Alternative[] {
  const reach = (goals: readonly number[]) =>
    goals.flatMap((goal) => [
      ...moves(front, back, goal, 'foreground'),
      ...moves(back, front, goal, 'background'),
    ])
  const wide = distinct(reach([needed, needed * 1.2, Math.max(7, needed * 1.5)]))
  // between two middling colours wide margins are out of reach; small ones still give a choice
  const all =
    wide.length >= 3 ? wide : distinct(reach([1, 1.02, 1.05, 1.1].map((by) => by * needed)))
  return all
    .toSorted(
      (one, other) =>
        Math.abs(one.by) - Math.abs(other.by) ||
        other.moved.length - one.moved.length ||
        (one.foreground < other.foreground ? -1 : 1),
    )
    .slice(0, most)
}

const distinct = (all: readonly Alternative[]): readonly Alternative[] => [
  ...new Map(all.map((each) => [`${each.foreground} ${each.background}`, each])).values(),
]

function moves(
  mover: Rgb,
  other: Rgb,
  goal: number,
  moved: Alternative['moved'],
): readonly Alternative[] {
  const start = hslOf(mover)
  return [-1, 1].flatMap((direction) => {
    const reached = firstPassing(start, other, { goal, direction })
    if (reached === null) return []
    const [hex, fixed] = [hexOf(reached.colour), hexOf(other)]
    return [
      {
        foreground: moved === 'foreground' ? hex : fixed,
        background: moved === 'foreground' ? fixed : hex,
        ratio: shownRatio(contrastRatio(reached.colour, other)),
        moved,
        by: Number(reached.by.toFixed(4)),
      },
    ]
  })
}

/** The ratio is asked of the rounded colour, because that is what a page shows. */
function firstPassing(
  start: Hsl,
  other: Rgb,
  { goal, direction }: { readonly goal: number; readonly direction: number },
): { readonly colour: Rgb; readonly by: number } | null {
  for (let step = 1; step <= grain; step += 1) {
    const l = Math.min(1, Math.max(0, start.l + (direction * step) / grain))
    const colour = rgbOf({ ...start, l })
    if (contrastRatio(colour, other) >= goal) return { colour, by: l - start.l }
    if (l === 0 || l === 1) return null
  }
  return null
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
