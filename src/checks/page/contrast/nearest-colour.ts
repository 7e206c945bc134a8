import type { Rgba } from '../../../model/page-view.ts'

type Oklab = { readonly lightness: number; readonly a: number; readonly b: number }

const steps = 200

/**
 * The colour nearest in lightness that passes the test, its hue kept; null if none does.
 * Looks darker and lighter in equal steps, so the same colour always gives the same answer.
 */
export function nearestPassing(colour: Rgba, passes: (candidate: Rgba) => boolean): Rgba | null {
  const lab = toOklab(colour)
  for (let step = 0; step <= steps; step += 1) {
    for (const lightness of [lab.lightness - step / steps, lab.lightness + step / steps]) {
      if (lightness < -1 / steps || lightness > 1 + 1 / steps) continue
      const held = Math.min(1, Math.max(0, lightness))
      const candidate = { ...inGamut({ ...lab, lightness: held }), a: colour.a }
      if (passes(candidate)) return candidate
    }
  }
  return null
}

/** How far apart two colours are in lightness, 0 to 1. */
export const lightnessApart = (one: Rgba, other: Rgba): number =>
  Math.abs(toOklab(one).lightness - toOklab(other).lightness)

const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const gamma = (part: number): number =>
  255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

// Björn Ottosson's OKLab
function toOklab({ r, g, b }: Rgba): Oklab {
  const [red, green, blue] = [linear(r), linear(g), linear(b)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

function toRgb({ lightness, a, b }: Oklab): readonly [number, number, number] {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Takes colour away until the screen can show it, rounded as it will be written. */
function inGamut(lab: Oklab): Rgba {
  let share = 1
  let parts = toRgb(lab)
  while (share > 0 && parts.some((part) => part < -0.001 || part > 1.001)) {
    share = Math.max(0, share - 0.05)
    parts = toRgb({ lightness: lab.lightness, a: lab.a * share, b: lab.b * share })
  }
  const [r, g, b] = parts.map((part) => Math.round(gamma(Math.min(1, Math.max(0, part)))))
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0, a: 1 }
}
