/** Two decimals are finer than any screen, and keep the files small. */
export const at = (value: number): string => String(Math.round(value * 10) / 10)

export type Point = readonly [x: number, y: number]

/** A point on a circle; the angle is in turns, from the top, clockwise. */
export const onCircle = ([x, y]: Point, radius: number, turn: number): Point => [
  x + radius * Math.sin(turn * Math.PI * 2),
  y - radius * Math.cos(turn * Math.PI * 2),
]

/** Colours are classes, so that the style sheet says what they are. */
export type Ink = 'brand' | 'accent' | 'second' | 'deep' | 'soft' | 'pale'

export const ring = (
  [x, y]: Point,
  radius: number,
  { ink, width, dash }: { readonly ink: Ink; readonly width: number; readonly dash?: string },
): string =>
  `<circle class="s-${ink}" cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" stroke-width="${width}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}/>`

export const disc = ([x, y]: Point, radius: number, ink: Ink): string =>
  `<circle class="f-${ink}" cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/>`

export const block = ([x, y]: Point, [width, height]: Point, ink: Ink, more = ''): string =>
  `<rect class="f-${ink}" x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}"${more}/>`

/** Many straight strokes as one path. */
export const strokes = (
  lines: readonly (readonly [Point, Point])[],
  { ink, width }: { readonly ink: Ink; readonly width: number },
): string =>
  `<path class="s-${ink}" stroke-width="${width}" d="${lines
    .map(([from, to]) => `M${at(from[0])} ${at(from[1])}L${at(to[0])} ${at(to[1])}`)
    .join('')}"/>`

/** A drawing that fills its frame. It says nothing that the words do not, so nobody reads it aloud. */
export const drawing = ([width, height]: Point, inside: readonly string[]): string =>
  `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">${inside.join('')}</svg>`

export const span = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)
