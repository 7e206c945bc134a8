import type { MethodName } from './method.ts'
import type { Judged, WorldRun } from './run-world.ts'
import { crowds, type LessonClass, type WorldKind } from './world.ts'

export type WorldResult = {
  readonly seed: number
  readonly runs: Readonly<Partial<Record<MethodName, WorldRun>>>
}

/** One method over all worlds. Shares are from 0 to 1. */
export type MethodSummary = {
  readonly method: MethodName
  readonly promoted: number
  /** Share of promotions that were false (null or harmful), averaged over worlds. */
  readonly falsePromotions: number
  /** The same with lessons that only look good. */
  readonly falseWithGoodhart: number
  readonly worldsWithFalse: number
  readonly goodhartPromoted: number
  readonly power: { readonly strong: number; readonly modest: number }
  readonly harmfulRetired: number
  readonly goodhartRetired: number
  /** Share of lessons that help and were retired all the same. */
  readonly goodRetired: number
  readonly lessonsPerOrder: number
  readonly harmfulPerOrder: number
  readonly tokensPerOrder: number
  readonly failures: number
  /** Work orders of a thousand that would have been accepted with perfect knowledge. */
  readonly regret: number | null
  /** Worlds with less regret than the rule of floors on deltas. */
  readonly betterThanSeed: number | null
  readonly seenAtPromotion: number | null
  readonly seenAtRetirement: number | null
  /** Estimate at promotion over the true effect, where the lesson truly helps. */
  readonly exaggeration: number | null
  /** Share of 95 % intervals that hold the truth. */
  readonly coverage: number | null
  readonly course: readonly number[]
}

export function summarise(
  kind: WorldKind,
  worlds: readonly WorldResult[],
  methods: readonly MethodName[],
): readonly MethodSummary[] {
  return methods.map((method) => {
    const pairs = worlds.flatMap(({ runs }) => {
      const run = runs[method]
      return run === undefined ? [] : [{ run, runs }]
    })
    const runs = pairs.map(({ run }) => run)
    return {
      method,
      ...promotionsOf(kind, runs),
      ...exposureOf(runs),
      regret: meanOrNull(
        pairs.flatMap(({ run, runs: all }) =>
          all.oracle === undefined ? [] : [1_000 * (run.failures - all.oracle.failures)],
        ),
      ),
      betterThanSeed: betterOf(pairs),
      coverage: coverageOf(runs),
    }
  })
}

type Pairs = readonly {
  readonly run: WorldRun
  readonly runs: WorldResult['runs']
}[]

function betterOf(pairs: Pairs): number | null {
  const compared = pairs.flatMap(({ run, runs }) => {
    const seed = runs['seed-delta']
    return seed === undefined ? [] : [run.failures < seed.failures ? 1 : 0]
  })
  return meanOrNull(compared)
}

function coverageOf(runs: readonly WorldRun[]): number | null {
  const of = sum(runs.map(({ covered }) => covered.of))
  return of === 0 ? null : sum(runs.map(({ covered }) => covered.inside)) / of
}

const isFalse = ({ kind }: Judged) => kind === 'null' || kind === 'harmful'
const isFalseOrGoodhart = (move: Judged) => isFalse(move) || move.kind === 'goodhart'

function promotionsOf(kind: WorldKind, runs: readonly WorldRun[]) {
  const share = (some: (move: Judged) => boolean) =>
    mean(
      runs.map(({ promotions }) => promotions.filter(some).length / Math.max(1, promotions.length)),
    )
  const rate = (of: 'promotions' | 'retirements', classes: readonly LessonClass[]) => {
    const all = sum(classes.map((each) => crowds[kind][each])) * runs.length
    const hit = runs.flatMap((run) => run[of].filter((move) => classes.includes(move.kind)))
    return all === 0 ? 0 : hit.length / all
  }
  const promotions = runs.flatMap((run) => run.promotions)
  return {
    promoted: mean(runs.map((run) => run.promotions.length)),
    falsePromotions: share(isFalse),
    falseWithGoodhart: share(isFalseOrGoodhart),
    worldsWithFalse: mean(runs.map((run) => (run.promotions.some(isFalse) ? 1 : 0))),
    goodhartPromoted: rate('promotions', ['goodhart']),
    power: { strong: rate('promotions', ['strong']), modest: rate('promotions', ['modest']) },
    harmfulRetired: rate('retirements', ['harmful']),
    goodhartRetired: rate('retirements', ['goodhart']),
    goodRetired: rate('retirements', ['strong', 'modest']),
    seenAtPromotion: median(promotions.map(({ seen: observed }) => observed)),
    seenAtRetirement: median(
      runs.flatMap((run) => run.retirements.map(({ seen: observed }) => observed)),
    ),
    exaggeration: exaggerationOf(promotions),
  }
}

/** The mean of the estimates over the mean of the truths: a mean of ratios would be ruled by the smallest. */
function exaggerationOf(promotions: readonly Judged[]): number | null {
  const good = promotions.filter(({ kind }) => kind === 'strong' || kind === 'modest')
  const truth = sum(good.map((each) => each.truth))
  return truth === 0 ? null : sum(good.map(({ estimate }) => estimate)) / truth
}

const exposureOf = (runs: readonly WorldRun[]) => ({
  lessonsPerOrder: mean(runs.map((run) => run.lessonsPerOrder)),
  harmfulPerOrder: mean(runs.map((run) => run.harmfulPerOrder)),
  tokensPerOrder: mean(runs.map((run) => run.tokensPerOrder)),
  failures: mean(runs.map((run) => run.failures)),
  course: (runs[0]?.course ?? []).map((_, part) => mean(runs.map((run) => run.course[part] ?? 0))),
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : sum(numbers) / numbers.length
const meanOrNull = (numbers: readonly number[]) => (numbers.length === 0 ? null : mean(numbers))

export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? null)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
