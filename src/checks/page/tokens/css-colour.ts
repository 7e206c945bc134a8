import type { Rgba } from '../../../model/page-view.ts'

/** The same colour, whatever its notation and its alpha: a tint of a token is that token. */
export const sameHue = (one: Rgba, two: Rgba, slack = 0.5): boolean =>
  Math.abs(one.r - two.r) <= slack &&
  Math.abs(one.g - two.g) <= slack &&
  Math.abs(one.b - two.b) <= slack

export const colourDistance = (one: Rgba, two: Rgba): number =>
  Math.hypot(one.r - two.r, one.g - two.g, one.b - two.b)
