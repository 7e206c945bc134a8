import type { Rgba } from '../../../model/page-view.ts'
import { namedColours } from './named-colours.ts'

/** A colour in any notation of CSS that stands for one colour; null for anything else. */
export function cssColour(text: string): Rgba | null {
  const value = text.trim().toLowerCase()
  const named = namedColours.get(value)
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(named ?? value)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const call = /^(rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(([^()]{1,120})\)$/.exec(value)
  if (call === null) return null
  const parts = (call[2] ?? '').split(/[\s,/]+/).filter((part) => part !== '')
  const [one = '', two = '', three = ''] = parts
  const a = parts[3] === undefined ? 1 : amount(parts[3], 1)
  const colour = channels(call[1] ?? '', [one, two, three])
  if (colour === null || ![...colour, a].every(Number.isFinite)) return null
  const [r, g, b] = colour.map((channel) => Math.min(255, Math.max(0, channel)))
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0, a: Math.min(1, Math.max(0, a)) }
}

type Three = readonly [number, number, number]

function channels(
  name: string,
  [one, two, three]: readonly [string, string, string],
): Three | null {
  switch (name) {
    case 'rgb':
    case 'rgba':
      return [amount(one, 255), amount(two, 255), amount(three, 255)]
    case 'hsl':
    case 'hsla':
      return fromHsl(angle(one), percent(two), percent(three))
    case 'hwb':
      return fromHwb(angle(one), percent(two), percent(three))
    case 'oklab':
      return fromOklab([amount(one, 1), amount(two, 0.4), amount(three, 0.4)])
    case 'oklch':
      return fromOklab(polar(amount(one, 1), amount(two, 0.4), angle(three)))
    case 'lab':
      return fromLab([amount(one, 100), amount(two, 125), amount(three, 125)])
    case 'lch':
      return fromLab(polar(amount(one, 100), amount(two, 150), angle(three)))
    default:
      return null
  }
}

/** A number, or a share of the whole. */
const amount = (text: string, whole: number): number =>
  text === 'none'
    ? 0
    : text.endsWith('%')
      ? (Number.parseFloat(text) / 100) * whole
      : Number.parseFloat(text)

const percent = (text: string): number => (text === 'none' ? 0 : Number.parseFloat(text) / 100)

function angle(text: string): number {
  if (text === 'none') return 0
  const size = Number.parseFloat(text)
  const turns = text.endsWith('turn')
    ? size
    : text.endsWith('grad')
      ? size / 400
      : text.endsWith('rad')
        ? size / (2 * Math.PI)
        : size / 360
  return (((turns % 1) + 1) % 1) * 360
}

const polar = (lightness: number, chroma: number, hue: number): Three => {
  const turn = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(turn), chroma * Math.sin(turn)]
}

function fromHex(hex: string): Rgba {
  const wide = hex.length < 5 ? hex.replace(/./g, '$&$&') : hex
  const at = (index: number): number => Number.parseInt(wide.slice(index, index + 2), 16)
  return { r: at(0), g: at(2), b: at(4), a: wide.length === 8 ? at(6) / 255 : 1 }
}

function fromHsl(hue: number, saturation: number, lightness: number): Three {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (shift: number): number => {
    const k = (shift + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

function fromHwb(hue: number, whiteness: number, blackness: number): Three {
  const sum = whiteness + blackness
  if (sum >= 1) {
    const grey = (255 * whiteness) / sum
    return [grey, grey, grey]
  }
  const [r, g, b] = fromHsl(hue, 1, 0.5)
  const mix = (channel: number): number => channel * (1 - sum) + 255 * whiteness
  return [mix(r), mix(g), mix(b)]
}

const toSrgb = (linear: number): number =>
  255 * (linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

function fromOklab([lightness, a, b]: Three): Three {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    toSrgb(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    toSrgb(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    toSrgb(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
  ]
}

function fromLab([lightness, a, b]: Three): Three {
  const fy = (lightness + 16) / 116
  const back = (t: number): number => (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29))
  // white of D50, then taken to D65
  const [x, y, z] = [0.964_295_67 * back(fy + a / 500), back(fy), 0.825_104_6 * back(fy - b / 200)]
  return [
    toSrgb(3.134_135_85 * x - 1.617_386_4 * y - 0.490_662_25 * z),
    toSrgb(-0.978_795_5 * x + 1.916_254_38 * y + 0.033_442_87 * z),
    toSrgb(0.071_955_39 * x - 0.228_976_76 * y + 1.405_386_04 * z),
  ]
}

/** The same colour, whatever its notation and its alpha: a tint of a token is that token. */
export const sameHue = (one: Rgba, two: Rgba, slack = 0.5): boolean =>
  Math.abs(one.r - two.r) <= slack &&
  Math.abs(one.g - two.g) <= slack &&
  Math.abs(one.b - two.b) <= slack

export const colourDistance = (one: Rgba, two: Rgba): number =>
  Math.hypot(one.r - two.r, one.g - two.g, one.b - two.b)

export const hexOf = ({ r, g, b }: Rgba): string =>
  `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
