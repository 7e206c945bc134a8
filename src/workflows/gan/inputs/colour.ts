import type { Hsl, Rgb } from '../../../model/colour.ts'
import { err, ok, type Result } from '../../../model/result.ts'

/** Reads #rgb, #rrggbb, rgb() and hsl(). Transparent colours have no contrast of their own. */
export function parseColour(text: string): Result<Rgb, string> {
  const value = text.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const call = /^(rgb|hsl)a?\(([^()]{1,60})\)$/.exec(value)
  if (!call) return err('expected a colour such as #1a5f7a, rgb(26, 95, 122) or hsl(197 65% 29%)')
  const [channels = '', slash] = (call[2] ?? '').split('/')
  const parts = channels.split(/[\s,]+/).filter((part) => part !== '')
  const alpha = slash?.trim() ?? parts[3]
  if (alpha !== undefined && !/^(?:1(?:\.0*)?|100%)$/.test(alpha))
    return err('expected an opaque colour')
  return call[1] === 'rgb' ? fromRgb(parts) : fromHsl(parts)
}

function fromHex(hex: string): Result<Rgb, string> {
  const long = hex.length <= 4 ? hex.replaceAll(/./g, '$&$&') : hex
  if (long.length === 8 && !long.endsWith('ff')) return err('expected an opaque colour')
  const channel = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
  return ok({ r: channel(0), g: channel(2), b: channel(4) })
}

function fromRgb(parts: readonly string[]): Result<Rgb, string> {
  const [r, g, b] = parts.map((part) =>
    /^\d{1,3}(?:\.\d+)?$/.test(part)
      ? Number(part)
      : /^\d{1,3}(?:\.\d+)?%$/.test(part)
        ? (Number(part.slice(0, -1)) * 255) / 100
        : Number.NaN,
  )
  if (r === undefined || g === undefined || b === undefined || !(Math.max(r, g, b) <= 255))
    return err('expected three channels from 0 to 255')
  return ok({ r: Math.round(r), g: Math.round(g), b: Math.round(b) })
}

function fromHsl(parts: readonly string[]): Result<Rgb, string> {
  const hue = /^-?\d{1,4}(?:\.\d+)?(?:deg)?$/.test(parts[0] ?? '')
    ? Number.parseFloat(parts[0] ?? '')
    : Number.NaN
  const [s, l] = parts
    .slice(1, 3)
    .map((part) =>
      /^\d{1,3}(?:\.\d+)?%?$/.test(part) ? Number.parseFloat(part) / 100 : Number.NaN,
    )
  if (s === undefined || l === undefined || !(s <= 1) || !(l <= 1) || Number.isNaN(hue))
    return err('expected a hue and two percentages')
  return ok(rgbOf({ h: ((hue % 360) + 360) % 360, s, l }))
}

export const hexOf = ({ r, g, b }: Rgb): string =>
  `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()

export function rgbOf({ h, s, l }: Hsl): Rgb {
  const reach = s * Math.min(l, 1 - l)
  const channel = (shift: number): number => {
    const k = (shift + h / 30) % 12
    return Math.round(255 * (l - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return { r: channel(0), g: channel(8), b: channel(4) }
}
