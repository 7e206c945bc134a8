import { clampChroma, converter } from 'culori'
import { hexOf, readColour } from '../../../kit/colour.ts'
import type { Rgba } from '../../../model/page-view.ts'

const toOklch = converter('oklch')
const oklchOf = (colour: Rgba) => toOklch(hexOf(colour)) ?? { mode: 'oklch', l: 0, c: 0 }

const steps = 200

/**
 * The colour nearest in lightness that passes the test, its hue kept; null if none does.
 * Looks darker and lighter in equal steps, so the same colour always gives the same answer.
 */
export function nearestPassing(colour: Rgba, passes: (candidate: Rgba) => boolean): Rgba | null {
  const own = oklchOf(colour)
  for (let step = 0; step <= steps; step += 1)
    for (const l of [own.l - step / steps, own.l + step / steps]) {
      if (l < -1 / steps || l > 1 + 1 / steps) continue
      const candidate = { ...shown({ ...own, l: Math.min(1, Math.max(0, l)) }), a: colour.a }
      if (passes(candidate)) return candidate
    }
  return null
}

/** With less chroma where the screen cannot show it, rounded as it will be written. */
function shown(colour: ReturnType<typeof oklchOf>): Rgba {
  const { r, g, b } = toRgb(clampChroma(colour, 'oklch'))
  return readColour(hexOf({ r: r * 255, g: g * 255, b: b * 255 })) ?? { r: 0, g: 0, b: 0, a: 1 }
}

const toRgb = converter('rgb')

/** How far apart two colours are in lightness, 0 to 1. */
export const lightnessApart = (one: Rgba, other: Rgba): number =>
  Math.abs(oklchOf(one).l - oklchOf(other).l)
