import type { Rgba } from '../../../model/page-view.ts'

export const white: Rgba = { r: 255, g: 255, b: 255, a: 1 }
export const clear: Rgba = { r: 0, g: 0, b: 0, a: 0 }

/** One colour laid on another, as a browser blends them. */
export function over(top: Rgba, bottom: Rgba): Rgba {
  const a = top.a + bottom.a * (1 - top.a)
  if (a === 0) return clear
  const mix = (one: number, two: number) => (one * top.a + two * bottom.a * (1 - top.a)) / a
  return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a }
}

export const faded = (colour: Rgba, by: number): Rgba => ({ ...colour, a: colour.a * by })

/** Ratios this close count as reached: computed colours are rounded to eighths of a step. */
export const reaches = (ratio: number, needed: number): boolean => ratio >= needed - 0.005

export const sameColour = (one: Rgba, other: Rgba): boolean =>
  Math.abs(one.r - other.r) < 1.01 &&
  Math.abs(one.g - other.g) < 1.01 &&
  Math.abs(one.b - other.b) < 1.01 &&
  Math.abs(one.a - other.a) < 0.01

const hexPair = (channel: number): string =>
  Math.min(255, Math.max(0, Math.round(channel)))
    .toString(16)
    .padStart(2, '0')

export const toHex = ({ r, g, b, a }: Rgba): string =>
  `#${hexPair(r)}${hexPair(g)}${hexPair(b)}${a >= 0.999 ? '' : hexPair(a * 255)}`
