import { contrastRatio } from '../../../model/colour.ts'
import { readColour } from '../../../kit/colour.ts'

export type Colour = { readonly r: number; readonly g: number; readonly b: number }

/** A colour without transparency; null for all else. */
export function readOpaque(text: string): Colour | null {
  const colour = readColour(text)
  return colour === null || colour.a < 1 ? null : colour
}

export const mix = (one: Colour, other: Colour, share: number): Colour => ({
  r: one.r * (1 - share) + other.r * share,
  g: one.g * (1 - share) + other.g * share,
  b: one.b * (1 - share) + other.b * share,
})

/** The colour on the way from the background to the text that has about this ratio. */
export function atRatio(text: Colour, background: Colour, wanted: number): Colour {
  const steps = Array.from({ length: 101 }, (_, step) => mix(background, text, step / 100))
  return steps.find((colour) => contrastRatio(colour, background) >= wanted) ?? text
}
