import { type Chance, chanceFrom } from '../../../learning/chance.ts'

export const worldKinds = ['mixed', 'null'] as const
export type WorldKind = (typeof worldKinds)[number]

/** A proposal as it truly is, which no rule is told: the points of 10 that it adds to every score. */
export type Proposal = { readonly id: string; readonly kind: string; readonly effect: number }

export type World = {
  readonly seed: number
  readonly proposals: readonly Proposal[]
  readonly noise: number
  readonly accidents: number
}

export type WorldOptions = {
  readonly proposals: number
  /** The standard deviation of a score that nothing changed. */
  readonly noise: number
  /** The share of iterations that lose one to three points by chance: a build that broke, an agent that got lost. */
  readonly accidents: number
}

const sizes = [0.3, 0.5, 1] as const
const kinds = ['prompt', 'lesson', 'routing', 'gate'] as const

/** A quarter helps, a quarter harms, half does nothing; where there is nothing to find, none does anything. */
export function makeWorld(kind: WorldKind, seed: number, options: WorldOptions): World {
  const chance = chanceFrom('improve-world', kind, seed)
  const effects = Array.from({ length: options.proposals }, (_, at) => {
    const size = sizes[(at >> 2) % sizes.length] ?? 0
    return kind === 'null' || at % 4 > 1 ? 0 : at % 4 === 0 ? size : -size
  })
  const proposals = shuffled(effects, chance).map((effect, at) => ({
    id: `proposal-${at + 1}`,
    kind: kinds[Math.floor(chance.uniform() * kinds.length)] ?? kinds[0],
    effect,
  }))
  return { seed, proposals, noise: options.noise, accidents: options.accidents }
}

const base = 5

/** The score of one iteration with a set-up that is better than the first by `gain`. */
export function scoreOf({ noise, accidents }: World, gain: number, chance: Chance): number {
  const accident = chance.uniform() < accidents ? 1 + 2 * chance.uniform() : 0
  return Math.max(0, Math.min(10, base + gain + noise * chance.normal() - accident))
}

function shuffled<Each>(from: readonly Each[], { uniform }: Chance): readonly Each[] {
  return from
    .map((each) => ({ each, place: uniform() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ each }) => each)
}
