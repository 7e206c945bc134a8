import { hexOf as lowerHex, readColour } from '../../../kit/colour.ts'
import type { Rgb } from '../../../model/colour.ts'
import { err, ok, type Result } from '../../../model/result.ts'

/** A colour without transparency: only those have a contrast of their own. */
export function parseColour(text: string): Result<Rgb, string> {
  const colour = readColour(text)
  if (colour === null)
    return err('expected a colour such as #1a5f7a, rgb(26, 95, 122) or hsl(197 65% 29%)')
  if (colour.a < 1) return err('expected an opaque colour')
  const { r, g, b } = colour
  return ok({ r: Math.round(r), g: Math.round(g), b: Math.round(b) })
}

export const hexOf = (colour: Rgb): string => lowerHex(colour).toUpperCase()
