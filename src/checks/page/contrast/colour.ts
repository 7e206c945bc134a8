import type { Rgba } from '../../../model/page-view.ts'

export const black: Rgba = { r: 0, g: 0, b: 0, a: 1 }
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

const channel = (text: string): number =>
  text.endsWith('%') ? (Number.parseFloat(text) / 100) * 255 : Number.parseFloat(text)

const alpha = (text: string | undefined): number =>
  text === undefined
    ? 1
    : text.endsWith('%')
      ? Number.parseFloat(text) / 100
      : Number.parseFloat(text)

/** Reads the notations that style sheets are mostly written in; null for any other. */
export function readColour(css: string): Rgba | null {
  const text = css.trim().toLowerCase()
  if (text === 'white') return white
  if (text === 'black') return black
  if (text === 'transparent') return clear
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(text)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text)
  if (call === null) return null
  const parts = (call[2] ?? '').split(/[\s,/]+/).filter((part) => part !== '')
  const [one = '', two = '', three = '', four] = parts
  const colour =
    call[1] === 'rgb'
      ? { r: channel(one), g: channel(two), b: channel(three), a: alpha(four) }
      : fromHsl(Number.parseFloat(one), Number.parseFloat(two) / 100, {
          lightness: Number.parseFloat(three) / 100,
          a: alpha(four),
        })
  return Object.values(colour).every(Number.isFinite) ? colour : null
}

function fromHex(hex: string): Rgba {
  const wide = hex.length < 5 ? hex.replace(/./g, '$&$&') : hex
  const at = (index: number) => Number.parseInt(wide.slice(index, index + 2), 16)
  return { r: at(0), g: at(2), b: at(4), a: wide.length === 8 ? at(6) / 255 : 1 }
}

function fromHsl(
  hue: number,
  saturation: number,
  { lightness, a }: { readonly lightness: number; readonly a: number },
): Rgba {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (n: number) => {
    const k = (n + hue / 30 + 120) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { r: part(0), g: part(8), b: part(4), a }
}
