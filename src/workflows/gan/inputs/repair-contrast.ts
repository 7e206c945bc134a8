import { parseColour } from './colour.ts'
import {
  type Alternative,
  alternativesFor,
  type ContrastFailure,
  contrastFailures,
} from './contrast.ts'
import type { Tokens } from './tokens.ts'

export type ColourChange = { readonly name: string; readonly from: string; readonly to: string }
export type Repaired = {
  readonly tokens: Tokens
  readonly changes: readonly ColourChange[]
  /** What no allowed move could mend. */
  readonly left: readonly ContrastFailure[]
}

const mostMoves = 100

/**
 * Moves the lightness of colours until every pair can be read, the nearest move first. A move counts
 * only if fewer pairs fail after it, so mending one pair never breaks another. `kept` names stay.
 */
export function repairContrast(tokens: Tokens, kept: ReadonlySet<string> = new Set()): Repaired {
  let current = tokens
  for (let move = 0; move < mostMoves; move += 1) {
    const failures = contrastFailures(current)
    const next = failures
      .flatMap((failure) => movesFor(failure, current, kept))
      .find((each) => badness(contrastFailures(each)) < badness(failures) - 1e-9)
    if (next === undefined) break
    current = next
  }
  const changes = Object.entries(tokens.colors).flatMap(([name, from]) => {
    const to = current.colors[name] ?? from
    return to === from ? [] : [{ name: `color.${name}`, from, to }]
  })
  return { tokens: current, changes, left: contrastFailures(current) }
}

/** How far all failing pairs together are from what they need. */
const badness = (failures: readonly ContrastFailure[]): number =>
  failures.reduce((sum, { needed, ratio }) => sum + 1 + (needed - ratio) / needed, 0)

function movesFor(
  { foreground, background, needed }: ContrastFailure,
  tokens: Tokens,
  kept: ReadonlySet<string>,
): readonly Tokens[] {
  const [front, back] = [parseColour(foreground.hex), parseColour(background.hex)]
  if (!front.ok || !back.ok) return []
  return alternativesFor(front.value, back.value, needed, Number.POSITIVE_INFINITY)
    .map((each) => ({ each, name: (each.moved === 'foreground' ? foreground : background).name }))
    .map(({ each, name }) => ({ each, name: name.replace(/^color\./, '') }))
    .filter(({ name }) => !kept.has(name))
    .map(({ each, name }) => ({ ...tokens, colors: { ...tokens.colors, [name]: movedHex(each) } }))
}

const movedHex = ({ moved, foreground, background }: Alternative): string =>
  moved === 'foreground' ? foreground : background
