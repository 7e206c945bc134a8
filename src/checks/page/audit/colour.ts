export type Colour = { readonly r: number; readonly g: number; readonly b: number }

const names: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' }

/** A hex or rgb() colour without transparency; null for all else. */
export function readColour(text: string): Colour | null {
  const value = names[text.trim()] ?? text.trim()
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(value)
  if (short !== null) return fromHex(short.slice(1).map((digit) => digit + digit))
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value)
  if (long !== null) return fromHex(long.slice(1))
  const rgb = /^rgb\((\d+)[ ,]+(\d+)[ ,]+(\d+)\)$/.exec(value)
  if (rgb === null) return null
  const [r = 0, g = 0, b = 0] = rgb.slice(1).map(Number)
  return { r, g, b }
}

function fromHex(pairs: readonly string[]): Colour {
  const [r = 0, g = 0, b = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
  return { r, g, b }
}

export const toHex = ({ r, g, b }: Colour): string =>
  `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ({ r, g, b }: Colour): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)

/** The contrast ratio of WCAG, from 1 to 21. */
export function ratio(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

export const mix = (one: Colour, other: Colour, share: number): Colour => ({
  r: one.r * (1 - share) + other.r * share,
  g: one.g * (1 - share) + other.g * share,
  b: one.b * (1 - share) + other.b * share,
})

/** The colour on the way from the background to the text that has about this ratio. */
export function atRatio(text: Colour, background: Colour, wanted: number): Colour {
  const steps = Array.from({ length: 101 }, (_, step) => mix(background, text, step / 100))
  return steps.find((colour) => ratio(colour, background) >= wanted) ?? text
}
