import { readColour } from '../../../kit/colour.ts'

export type Colour = { readonly r: number; readonly g: number; readonly b: number }

/** A colour without transparency; null for all else. */
export function readOpaque(text: string): Colour | null {
  const colour = readColour(text)
  return colour === null || colour.a < 1 ? null : colour
}
