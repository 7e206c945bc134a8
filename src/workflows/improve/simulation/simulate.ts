import { median } from '../../../learning/simulation/summary.ts'
import { percent } from '../../../model/percent.ts'
import { table } from '../../../views/format.ts'
import { byEvidence, bySource, type Run } from './rules.ts'
import { makeWorld, type World, type WorldKind, worldKinds, type WorldOptions } from './world.ts'

export type SimulationOptions = Partial<WorldOptions> & {
  readonly worlds: number
  readonly seed: number
  readonly iterations: number
  /** How many proposals our rule has on trial at the same time. */
  readonly atOnce?: number
  readonly alpha?: number
}

/** One rule over all worlds of a kind; counts and points are means per world. */
export type RuleSummary = {
  readonly rule: string
  readonly kept: number
  /** Kept though it does nothing or harms, and the share of all such proposals. */
  readonly wrongKeeps: number
  readonly wrongShare: number
  readonly harmfulKeeps: number
  readonly worldsWithWrong: number
  readonly rightKeeps: number
  /** Points gained at the end, points that could have been gained and were not, points on average on the way. */
  readonly gain: number
  readonly missedGain: number
  readonly alongTheWay: number
  /** Iterations with a proposal on trial before it was rightly kept, the middle one. */
  readonly iterationsToKeep: number | null
}

export type SimulationSummary = {
  readonly options: Required<SimulationOptions>
  readonly worlds: readonly { readonly world: WorldKind; readonly rules: readonly RuleSummary[] }[]
}

const defaults = { proposals: 24, noise: 0.8, accidents: 0.05, atOnce: 6, alpha: 0.05 }

/** The source's rule and ours in the same worlds with the same number of iterations. The same for the same seed. */
export function simulateImprovement(given: SimulationOptions): SimulationSummary {
  const options = { ...defaults, ...given }
  const { iterations, alpha, atOnce } = options
  const rules: Readonly<Record<string, (world: World) => Run>> = {
    source: (world) => bySource(world, iterations, { against: 'the iteration before' }),
    'source, careful': (world) => bySource(world, iterations, { against: 'the set-up kept' }),
    'ours, one by one': (world) => byEvidence(world, iterations, { alpha, atOnce: 1 }),
    ours: (world) => byEvidence(world, iterations, { alpha, atOnce }),
  }
  return {
    options,
    worlds: worldKinds.map((kind) => {
      const worlds = Array.from({ length: options.worlds }, (_, at) =>
        makeWorld(kind, options.seed + at, options),
      )
      return {
        world: kind,
        rules: Object.entries(rules).map(([rule, run]) => summaryOf(rule, worlds, run)),
      }
    }),
  }
}

function summaryOf(
  rule: string,
  worlds: readonly World[],
  run: (world: World) => Run,
): RuleSummary {
  const runs = worlds.map(run)
  const mean = (of: (run: Run, at: number) => number) =>
    runs.reduce((sum, each, at) => sum + of(each, at), 0) / Math.max(1, runs.length)
  const count = (is: (effect: number) => boolean) =>
    mean(({ kept }) => kept.filter(({ proposal }) => is(proposal.effect)).length)
  const effects = worlds.flatMap(({ proposals }) => proposals.map(({ effect }) => effect))
  const wrongPerWorld = effects.filter((effect) => effect <= 0).length / Math.max(1, worlds.length)
  const wrongKeeps = count((effect) => effect <= 0)
  const helpful = ({ proposals }: World) =>
    proposals.reduce((sum, { effect }) => sum + Math.max(0, effect), 0)
  const kept = runs.flatMap((each) => each.kept)
  return {
    rule,
    kept: mean((each) => each.kept.length),
    wrongKeeps,
    wrongShare: wrongKeeps / Math.max(1, wrongPerWorld),
    harmfulKeeps: count((effect) => effect < 0),
    worldsWithWrong: mean((each) =>
      each.kept.some(({ proposal }) => proposal.effect <= 0) ? 1 : 0,
    ),
    rightKeeps: count((effect) => effect > 0),
    gain: mean(({ gain }) => gain),
    missedGain: mean((each, at) => {
      const gained = each.kept.reduce((sum, { proposal }) => sum + Math.max(0, proposal.effect), 0)
      const world = worlds[at]
      return world === undefined ? 0 : helpful(world) - gained
    }),
    alongTheWay: mean(({ alongTheWay }) => alongTheWay),
    iterationsToKeep: median(
      kept.filter(({ proposal }) => proposal.effect > 0).map(({ iterations }) => iterations),
    ),
  }
}

const titles: Readonly<Record<WorldKind, string>> = {
  mixed: 'A quarter of the proposals helps, a quarter harms, half does nothing',
  null: 'No proposal does anything',
}
const head = [
  'rule',
  'kept',
  'wrong keeps',
  'of all useless and harmful',
  'worlds with one',
  'harmful keeps',
  'right keeps',
  'gain',
  'missed gain',
  'gain on the way',
  'iterations to keep',
] as const

export function summaryLines(
  { options, worlds }: SimulationSummary,
  columns?: number,
): readonly string[] {
  const row = (each: RuleSummary): readonly string[] => [
    each.rule,
    each.kept.toFixed(2),
    each.wrongKeeps.toFixed(2),
    percent(each.wrongShare, 1),
    percent(each.worldsWithWrong, 1),
    each.harmfulKeeps.toFixed(2),
    each.rightKeeps.toFixed(2),
    each.gain.toFixed(2),
    each.missedGain.toFixed(2),
    each.alongTheWay.toFixed(2),
    each.iterationsToKeep === null ? '' : each.iterationsToKeep.toFixed(0),
  ]
  return [
    `${options.worlds} simulated worlds (not field data) with ${options.proposals} proposals, ${options.iterations} iterations for each rule; scores vary by ${options.noise} points, seed ${options.seed}.`,
    ...worlds.flatMap(({ world, rules }) => [
      '',
      `${titles[world]}; means per world, gains in points of 10:`,
      ...table(head, rules.map(row), columns),
    ]),
  ]
}

export const summaryAsJson = (summary: SimulationSummary) => ({
  loopwright: 1,
  simulation: 'improve',
  ...summary,
})
