import type { StyleLiteral } from '../../../model/page-static.ts'
import { readColour, hexOf } from '../../../kit/colour.ts'
import { colourDistance, sameHue } from './css-colour.ts'
import { firstFamily, pixels, plainShadow, type TokenScale } from './token-scale.ts'

const isSpace = /^(margin|padding|gap|row-gap|column-gap|grid-gap)/
// what a custom property is for shows in its name; one for a width may hold any length
const named = (kind: RegExp, property: string): boolean =>
  kind.test(property) &&
  !/width|height|measure|column|container|max|min|line|indent|offset/i.test(property)
const spaceName = /space|spacing|gap|pad|margin|gutter/i
const sizeName = /text|font|size|step/i
const radiusName = /radius|radii|round|corner/i
// shadows are judged whole, masks are no colours
const noColourOf = /shadow|filter|mask|tap-highlight|color-scheme/i

const keywords =
  /^(inherit|initial|unset|revert|revert-layer|auto|none|normal|currentcolor|transparent|canvas|canvastext|linktext|buttontext|buttonface|highlight|highlighttext|field|fieldtext|graytext|accentcolor|accentcolortext|smaller|larger)$/i

const near = (list: readonly number[], value: number): boolean =>
  list.some((each) => Math.abs(each - value) < 0.02)

/** Whether a literal is a value that the tokens know. What has no scale is not judged. */
export function isToken(literal: StyleLiteral, scale: TokenScale): boolean {
  const value = literal.value.trim()
  if (keywords.test(value) || value.includes('var(')) return true
  switch (literal.kind) {
    case 'colour':
      return isTokenColour(literal, scale)
    case 'spacing':
      return isTokenSpace(literal, scale)
    case 'font-size':
      return isTokenSize(literal, scale)
    case 'radius':
      return isTokenRadius(literal, scale)
    case 'font-family':
      return isTokenFamily(value, scale)
    case 'shadow':
      return isTokenShadow(value, scale)
  }
}

function isTokenColour({ value, property }: StyleLiteral, { colours }: TokenScale): boolean {
  const colour = readColour(value)
  if (colours === null || colours.length === 0 || colour === null || colour.a === 0) return true
  if (noColourOf.test(property)) return true
  // notations that compute a colour may land one step beside it
  const slack = /^#|^rgb/i.test(value.trim()) ? 0.5 : 1.5
  return colours.some((each) => sameHue(each, colour, slack))
}

/** Pixels of a length in `em`, for each size that the text around it may have. */
function ofTextSize(value: string, sizes: readonly number[] | null): readonly number[] | null {
  const match = /^(-?(?:\d+\.?\d*|\.\d+))em$/i.exec(value.trim())
  if (match === null || sizes === null || sizes.length === 0) return null
  return [16, ...sizes].map((size) => Math.abs(Number(match[1]) * size))
}

const nearAny = (list: readonly number[], values: readonly number[]): boolean =>
  values.some((value) => list.some((each) => Math.abs(each - value) <= 0.5))

function isTokenSpace(literal: StyleLiteral, scale: TokenScale): boolean {
  const relative = ofTextSize(literal.value, scale.fontSizes)
  if (relative !== null && literal.where !== 'token' && isSpace.test(literal.property))
    // a part of a line, such as the air in a label, is measured by its letters
    return (
      Number.parseFloat(literal.value) < 1 ||
      (scale.spacing ?? []).length === 0 ||
      nearAny(scale.spacing ?? [], relative)
    )
  const size = pixels(literal.value)
  if (scale.spacing === null || size === null || Math.abs(size) <= 1) return true
  if (literal.where === 'token') {
    if (!named(spaceName, literal.property)) return true
  } else if (!isSpace.test(literal.property)) return true
  if (scale.spacing.length === 0)
    return scale.spacingBase === null || Math.abs(size) % scale.spacingBase < 0.02
  return near(scale.spacing, Math.abs(size))
}

function isTokenSize({ value, property, where }: StyleLiteral, scale: TokenScale): boolean {
  if (scale.fontSizes === null || scale.fontSizes.length === 0) return true
  const relative = ofTextSize(value, scale.fontSizes)
  // code and small print follow the text around them
  if (relative !== null && where !== 'token')
    return Number.parseFloat(value) <= 1 || nearAny(scale.fontSizes, relative)
  const size = pixels(value)
  if (size === null || size === 0) return true
  if (where === 'token' && !named(sizeName, property)) return true
  return near(scale.fontSizes, size)
}

/** From here on a corner is round, whatever the number. */
const round = 100

function isTokenRadius({ value, property, where }: StyleLiteral, scale: TokenScale): boolean {
  const size = pixels(value)
  if (scale.radii === null || size === null || size === 0 || size >= round) return true
  if (where === 'token' && !named(radiusName, property)) return true
  return near(scale.radii, size)
}

const generic = /^(monospace|ui-monospace|math|emoji|fangsong)$/

function isTokenFamily(value: string, { families }: TokenScale): boolean {
  const first = firstFamily(value)
  if (families === null || families.length === 0 || first === '') return true
  return generic.test(first) || families.includes(first)
}

function isTokenShadow(value: string, { shadows }: TokenScale): boolean {
  if (shadows === null) return true
  const plain = plainShadow(value)
  // a ring without blur and offset is an outline in disguise
  const isRing = plain
    .split(', ')
    .every((layer) => /^(inset )?0px 0px 0px -?[\d.]+px( |$)/.test(layer))
  return isRing || shadows.includes(plain)
}

/** The token nearest to a literal, as it would be written; null where none is near. */
export function nearestToken({ kind, value }: StyleLiteral, scale: TokenScale): number | null {
  const size = pixels(value)
  const list =
    kind === 'spacing'
      ? scale.spacing
      : kind === 'font-size'
        ? scale.fontSizes
        : kind === 'radius'
          ? scale.radii
          : null
  if (size === null || list === null) return null
  const best = list.toSorted(
    (a, b) => Math.abs(a - Math.abs(size)) - Math.abs(b - Math.abs(size)),
  )[0]
  return best === undefined ? null : size < 0 ? -best : best
}

/** Further away it is another colour, not a slip. */
const slip = 60

/** The colour of the tokens that an opaque literal has drifted from; null where none is near. */
export function nearestColour({ value }: StyleLiteral, scale: TokenScale): string | null {
  const colour = readColour(value)
  if (colour === null || colour.a < 1) return null
  const best = (scale.colours ?? []).toSorted(
    (a, b) => colourDistance(a, colour) - colourDistance(b, colour),
  )[0]
  return best === undefined || colourDistance(best, colour) > slip ? null : hexOf(best)
}
