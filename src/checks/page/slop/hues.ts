import { hslOf } from '../../../model/colour.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { StyleTally } from '../../../model/page-structure.ts'
import type { Rgba } from '../../../model/page-view.ts'
import type { PageContract } from '../page-rule.ts'
import { readColour } from '../../../kit/colour.ts'
import { tokenScale } from '../tokens/token-scale.ts'

/** The violet that #8B5CF6 and #6D28D9 stand for. */
export function isPurple(colour: Rgba): boolean {
  const { h, s, l } = hslOf(colour)
  return colour.a > 0.3 && h >= 245 && h <= 292 && s >= 0.3 && l >= 0.2 && l <= 0.82
}

/** Blue and pink are its usual partners. */
function goesWithPurple(colour: Rgba): boolean {
  const { h, s, l } = hslOf(colour)
  return colour.a <= 0.3 || s < 0.15 || l > 0.9 || (h >= 215 && h <= 335)
}

export type Gradient = StyleTally['gradients'][number]

export const isPurpleGradient = ({ stops }: Gradient): boolean =>
  stops.length >= 2 && stops.some(isPurple) && stops.every(goesWithPurple)

/** A gradient is a main visual if it fills this much of the first screen. */
const mainShare = 0.15

/** The purple gradients that make up the main visual of a page: by size, or together by area. */
export function mainPurple({ views }: PageFacts): readonly Gradient[] {
  const view = views.at(-1)
  if (view === undefined) return []
  const screen = view.width * view.height
  const found = view.styles.gradients.filter((each) => !each.onText && isPurpleGradient(each))
  const area = found.reduce((sum, each) => sum + Math.min(each.area, screen), 0)
  return area >= screen * mainShare ? found.filter((each) => each.area >= screen * 0.02) : []
}

/** The brand itself asks for violet (decision 0.26). */
export function brandIsPurple({ brand, tokens }: PageContract): boolean {
  const palette =
    brand === null
      ? tokens === null
        ? []
        : (tokenScale(tokens).colours ?? [])
      : brand.palette.flatMap((each) => readColour(each) ?? [])
  return palette.some(isPurple)
}
