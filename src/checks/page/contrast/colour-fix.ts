import type { StaticFacts } from '../../../model/page-static.ts'
import type { Rgba } from '../../../model/page-view.ts'
import type { PageFix } from '../page-rule.ts'
import { contrastRatio } from '../../../model/colour.ts'
import { readColour } from '../../../kit/colour.ts'
import { over, sameColour, toHex } from './colour.ts'
import { lightnessApart, nearestPassing } from './nearest-colour.ts'

/** A colour that is too close to another one, as written and as seen. */
export type TooClose = {
  /** The colour as the style sheet gives it, before any fading. */
  readonly written: Rgba
  readonly ground: Rgba
  /** How much of the written colour arrives, by all opacities around it. */
  readonly opacity: number
  readonly needed: number
  /** Properties that such a colour is written in. */
  readonly properties: readonly string[]
}

/** A colour moved further than this would turn a look around; then the ground is moved instead. */
const mostMoved = 0.45

type Spot = {
  readonly file: string
  readonly start: number
  readonly value: string
  readonly name: string
}

/** Proposes the nearest colour that passes, where the place that sets it is known for sure. */
export function contrastFix(facts: StaticFacts | null, pair: TooClose): PageFix | null {
  if (facts === null) return null
  const { written, ground, opacity, needed, properties } = pair
  const passes = (candidate: Rgba) =>
    contrastRatio(over({ ...candidate, a: candidate.a * opacity }, ground), ground) >= needed
  const better = nearestPassing(written, passes)
  const spot = spotOf(facts, written, properties)
  if (better !== null && spot !== null && lightnessApart(written, better) <= mostMoved)
    return fixOf(spot, better, needed)
  const rgba = over({ ...written, a: written.a * opacity }, ground)
  const otherGround = nearestPassing(ground, (each) => contrastRatio(rgba, each) >= needed)
  const under = spotOf(facts, ground, ['background', 'background-color'])
  return otherGround === null || under === null ? null : fixOf(under, otherGround, needed)
}

const fixOf = (spot: Spot, colour: Rgba, needed: number): PageFix => ({
  title: `write ${toHex(colour)} instead of ${spot.value} for ${spot.name}: the nearest colour with ${needed}:1`,
  edits: [
    {
      file: spot.file,
      start: spot.start,
      end: spot.start + spot.value.length,
      text: toHex(colour),
    },
  ],
})

/** The one place that sets a colour: a rule of its own first, else the one custom property. */
function spotOf(facts: StaticFacts, colour: Rgba, properties: readonly string[]): Spot | null {
  const rules = facts.literals.flatMap(({ kind, where, property, value, file, start }) =>
    kind === 'colour' && where !== 'token' && properties.includes(property) && start !== null
      ? matching({ file, start, value, name: property }, colour)
      : [],
  )
  const tokens = facts.customProperties.flatMap(({ name, value, file, start }) =>
    start === null ? [] : matching({ file, start, value, name }, colour),
  )
  const spots = rules.length > 0 ? rules : tokens
  return spots.length === 1 ? (spots[0] ?? null) : null
}

function matching(spot: Spot, colour: Rgba): readonly Spot[] {
  const read = readColour(spot.value)
  return read !== null && sameColour(read, colour) ? [spot] : []
}
