import { converter, parse } from 'culori'

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Rgba = {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

const toRgb = converter('rgb')

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/** The library throws at calls that end too soon. */
function parsed(value: string) {
  try {
    return parse(value)
  } catch {
    return undefined
  }
}

/** A colour in any notation of CSS that stands for one colour; null for anything else. */
export function readColour(text: string): Rgba | null {
  const value = text.trim().toLowerCase()
  // the library takes digits without their # for a colour
  if (/^[\da-f]*$/.test(value) || value.length > 120) return null
  const colour = toRgb(parsed(value))
  if (colour === undefined) return null
  // a tenth of a millionth is what the library's matrices are off by
  const channel = (part: number | undefined) =>
    Math.round(within((part ?? 0) * 255, 255) * 1e4) / 1e4
  const { r, g, b, alpha = 1 } = colour
  return { r: channel(r), g: channel(g), b: channel(b), a: within(alpha, 1) }
}

/** `#rrggbb`; alpha is left out. */
export const hexOf = ({ r, g, b }: Omit<Rgba, 'a'>): string =>
  `#${[r, g, b].map((part) => Math.round(within(part, 255)).toString(16).padStart(2, '0')).join('')}`
