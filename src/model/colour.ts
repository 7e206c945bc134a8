/** Red, green and blue from 0 to 255. */
export type Rgb = { readonly r: number; readonly g: number; readonly b: number }

/** Hue in degrees, saturation and lightness from 0 to 1. */
export type Hsl = { readonly h: number; readonly s: number; readonly l: number }

export function hslOf({ r, g, b }: Rgb): Hsl {
  const [red, green, blue] = [r / 255, g / 255, b / 255]
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [l, spread] = [(most + least) / 2, most - least]
  if (spread === 0) return { h: 0, s: 0, l }
  const s = spread / (1 - Math.abs(2 * l - 1))
  const turn =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return { h: turn * 60, s, l }
}

const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** The relative luminance of WCAG, of an opaque colour. */
export const luminance = ({ r, g, b }: Rgb): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)

/** The contrast ratio of WCAG between two opaque colours, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Cut, not rounded: 4.499 must never read as 4.5. */
export const shownRatio = (ratio: number): number => Math.floor(ratio * 100) / 100
