import type { Box, Rgba } from '../../../model/page-view.ts'
import { readColour } from '../../../kit/colour.ts'

type Stop = { readonly colour: Rgba; readonly at: number }

/** How many places along a text are looked at. */
const samples = 9

/**
 * The colours that a straight gradient shows behind a box, or null where it cannot be told from the
 * text of the gradient: then every stop has to be taken as seen.
 */
export function coloursUnder(css: string, painted: Box, seen: Box): readonly Rgba[] | null {
  const inside = /^linear-gradient\(([\s\S]*)\)$/.exec(css.trim())?.[1]
  if (inside === undefined || painted.width <= 0 || painted.height <= 0) return null
  const parts = splitTopLevel(inside)
  const angle = angleOf(parts[0] ?? '', painted)
  const stops = readStops(angle === null ? parts : parts.slice(1), angle ?? Math.PI, painted)
  if (stops === null) return null
  const [from, to] = span(angle ?? Math.PI, painted, seen)
  return Array.from({ length: samples }, (_, index) =>
    colourAt(stops, from + ((to - from) * index) / (samples - 1)),
  )
}

function splitTopLevel(css: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of css) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

/** Radians clockwise from upwards; null when the part names no direction. */
function angleOf(part: string, { width, height }: Box): number | null {
  const turn = /^(-?[\d.]+)(deg|turn|rad|grad)$/.exec(part)
  if (turn !== null) {
    const value = Number(turn[1])
    const units = { deg: Math.PI / 180, turn: 2 * Math.PI, rad: 1, grad: Math.PI / 200 }
    return value * (Object.entries(units).find(([unit]) => unit === turn[2])?.[1] ?? 1)
  }
  const sides = /^to (.+)$/.exec(part)?.[1]?.split(' ')
  if (sides === undefined) return null
  const x = sides.includes('right') ? 1 : sides.includes('left') ? -1 : 0
  const y = sides.includes('bottom') ? 1 : sides.includes('top') ? -1 : 0
  // towards a corner, the line stands square on the other diagonal
  return x !== 0 && y !== 0 ? Math.atan2(x * height, -y * width) : Math.atan2(x, -y)
}

function readStops(parts: readonly string[], angle: number, box: Box): readonly Stop[] | null {
  const length = lineLength(angle, box)
  const raw: { colour: Rgba; at: number | null }[] = []
  for (const part of parts) {
    const match = /^((?:rgb|hsl)a?\([^()]*\)|#[\da-f]+|[a-z]+)((?:\s+-?[\d.]+(?:%|px))*)$/i.exec(
      part,
    )
    const colour = readColour(match?.[1] ?? '')
    if (match === null || colour === null) return null
    const places = (match[2] ?? '').trim().split(/\s+/).filter(Boolean)
    if (places.length === 0) raw.push({ colour, at: null })
    for (const place of places)
      raw.push({
        colour,
        at: Number.parseFloat(place) / (place.endsWith('%') ? 100 : length),
      })
  }
  return raw.length < 2 ? null : spread(raw)
}

/** Gives the stops without a place one between their neighbours. */
function spread(raw: readonly { readonly colour: Rgba; readonly at: number | null }[]) {
  const last = raw.length - 1
  const placed = raw.map(({ at }, index) => at ?? (index === 0 ? 0 : index === last ? 1 : null))
  let reached = Number.NEGATIVE_INFINITY
  return raw.map(({ colour }, index) => {
    const own = placed[index] ?? null
    const next = placed.findIndex((at, later) => later > index && at !== null)
    const before = index - 1
    const at = own ?? reached + ((placed[next] ?? 1) - reached) / Math.max(1, next - before)
    reached = Math.max(reached, at)
    return { colour, at: reached }
  })
}

const lineLength = (angle: number, { width, height }: Box): number =>
  Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle))

/** Where along the gradient's line a box begins and ends. */
function span(angle: number, painted: Box, seen: Box): readonly [number, number] {
  const length = lineLength(angle, painted)
  const middle = { x: painted.x + painted.width / 2, y: painted.y + painted.height / 2 }
  const corners = [
    [seen.x, seen.y],
    [seen.x + seen.width, seen.y],
    [seen.x, seen.y + seen.height],
    [seen.x + seen.width, seen.y + seen.height],
  ] as const
  const places = corners.map(
    ([x, y]) =>
      0.5 + ((x - middle.x) * Math.sin(angle) - (y - middle.y) * Math.cos(angle)) / length,
  )
  const held = (place: number) => Math.min(1, Math.max(0, place))
  return [held(Math.min(...places)), held(Math.max(...places))]
}

function colourAt(stops: readonly Stop[], place: number): Rgba {
  const after = stops.findIndex(({ at }) => at >= place)
  const [first, last] = [stops[0], stops.at(-1)]
  if (first === undefined || last === undefined) return { r: 0, g: 0, b: 0, a: 0 }
  if (after === 0) return first.colour
  const [low, high] = [stops[after - 1], stops[after]]
  if (low === undefined || high === undefined) return last.colour
  const share = high.at === low.at ? 1 : (place - low.at) / (high.at - low.at)
  // browsers blend colours that are multiplied by their alpha
  const a = low.colour.a + (high.colour.a - low.colour.a) * share
  const mix = (one: number, two: number) =>
    a === 0 ? one : (one * low.colour.a * (1 - share) + two * high.colour.a * share) / a
  return {
    r: mix(low.colour.r, high.colour.r),
    g: mix(low.colour.g, high.colour.g),
    b: mix(low.colour.b, high.colour.b),
    a,
  }
}
