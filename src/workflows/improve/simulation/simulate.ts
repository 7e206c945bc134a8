import { median } from '../../../learning/simulation/summary.ts'
import { percent } from '../../../model/percent.ts'
import { table } from '../../../views/format.ts'
import {
  makeWorld,
  type World,
  type WorldKind,
  worldKinds,
  type WorldOptions,
  type Proposal,
  scoreOf,
} from './world.ts'
import { chanceFrom } from '../../../learning/chance.ts'
import { addDifference, newPaired, verdictOf } from '../../../learning/paired.ts'
import { isOnFirst, rankProposals } from '../compare/shortlist.ts'

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
    mean(({ kept: stored }) => stored.filter(({ proposal }) => is(proposal.effect)).length)
  const effects = worlds.flatMap(({ proposals }) => proposals.map(({ effect }) => effect))
  const wrongPerWorld = effects.filter((effect) => effect <= 0).length / Math.max(1, worlds.length)
  const wrongKeeps = count((effect) => effect <= 0)
  const helpful = ({ proposals }: World) =>
    proposals.reduce((sum, { effect }) => sum + Math.max(0, effect), 0)
  const accepted = runs.flatMap((each) => each.kept)
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
      accepted.filter(({ proposal }) => proposal.effect > 0).map(({ iterations }) => iterations),
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

/** What a rule made of a world. */
type Run = {
  readonly kept: readonly { readonly proposal: Proposal; readonly iterations: number }[]
  /** Points that the set-up truly gained at the end, and on average while it was worked on. */
  readonly gain: number
  readonly alongTheWay: number
}

type Source = { readonly against: 'the iteration before' | 'the set-up kept' }

/**
 * The source's rule: apply a proposal, look at the next score, keep it when that is not lower. Against the iteration
 * before, each proposal has one try, since with more all are kept in the end. Against the score that the kept set-up
 * had, what was rolled back is tried again. That is the better form of each.
 */
function bySource(world: World, iterations: number, { against }: Source): Run {
  const chance = chanceFrom('scores', world.seed)
  const waiting = [...world.proposals]
  const tries = new Map<Proposal, number>()
  const accepted: { proposal: Proposal; iterations: number }[] = []
  let [gain, total] = [0, 0]
  let reference = scoreOf(world, gain, chance)
  for (let iteration = 1; iteration < iterations; iteration += 1) {
    const proposal = waiting.shift()
    const now = gain + (proposal?.effect ?? 0)
    total += now
    if (proposal === undefined) continue
    tries.set(proposal, (tries.get(proposal) ?? 0) + 1)
    const score = scoreOf(world, now, chance)
    if (score >= reference) {
      accepted.push({ proposal, iterations: tries.get(proposal) ?? 1 })
      gain = now
    } else if (against === 'the set-up kept') waiting.push(proposal)
    if (score >= reference || against === 'the iteration before') reference = score
  }
  return { kept: accepted, gain, alongTheWay: total / iterations }
}

type Ours = { readonly atOnce: number; readonly alpha: number }

/**
 * Ours: two iterations are a pair. Each proposal on trial is on in one of them, by its own coin, and off in the
 * other. It is kept once its pairs show that it helps, dropped once they show that it harms, and off at the end
 * where they show neither. The next pair tries the most promising.
 */
function byEvidence(world: World, iterations: number, { atOnce, alpha }: Ours): Run {
  const chance = chanceFrom('scores', world.seed)
  const all = world.proposals.map((proposal) => ({
    ...proposal,
    proposal,
    differences: [] as number[],
    paired: newPaired(),
  }))
  const decided = new Set<(typeof all)[number]>()
  const accepted: { proposal: Proposal; iterations: number }[] = []
  let [gain, total] = [0, 0]
  for (let pair = 0; 2 * (pair + 1) <= iterations; pair += 1) {
    const trial = rankProposals(
      all.filter((each) => !decided.has(each)),
      all,
    ).slice(0, atOnce)
    const sides = trial.map(({ id }) => isOnFirst(id, { seed: world.seed, pair }))
    const gainOf = (isFirst: boolean) =>
      trial.reduce((sum, { effect }, at) => sum + (sides[at] === isFirst ? effect : 0), gain)
    const [first, second] = [gainOf(true), gainOf(false)]
    total += first + second
    const difference = scoreOf(world, first, chance) - scoreOf(world, second, chance)
    for (const [at, each] of trial.entries()) {
      const own = sides[at] === true ? difference : -difference
      each.differences.push(own)
      addDifference(each.paired, own)
      const verdict = verdictOf(each.paired, alpha)
      if (verdict !== 'no difference shown') decided.add(each)
      if (verdict !== 'b better') continue
      accepted.push({ proposal: each.proposal, iterations: 2 * each.differences.length })
      gain += each.effect
    }
  }
  return { kept: accepted, gain, alongTheWay: total / iterations }
}
