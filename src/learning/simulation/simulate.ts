import type { MethodName, Method, Move } from './method.ts'
import { runWorld } from './run-world.ts'
import type { WorldResult } from './summary.ts'
import { makeWorld, type WorldKind, freeLessons, type World } from './world.ts'
import { policy } from '../policy.ts'
import { ours } from './method-ours.ts'
import { cellSize, countArm, stratified, type Cells } from '../cells.ts'
import { chanceFrom } from '../chance.ts'
import { z95 } from '../../model/wilson.ts'
import { type Belief, combined } from '../belief.ts'
import { normalBelow } from '../distributions.ts'
import { reductionOf, seedFloors, type SeedCell } from '../seed-fields.ts'

export type WorldOrder = {
  readonly kind: WorldKind
  readonly seed: number
  readonly orders: number
  readonly methods: readonly MethodName[]
}

/** All methods in the same world, one after the other. */
export function simulateWorld({ kind, seed, orders, methods }: WorldOrder): WorldResult {
  const world = makeWorld(kind, seed, orders)
  return {
    seed,
    runs: Object.fromEntries(
      methods.map((method) => [method, runWorld(world, methodFor(method, world))]),
    ),
  }
}

function methodFor(name: MethodName, world: World): Method {
  switch (name) {
    case 'none':
      return fixed(() => [])
    case 'oracle':
      return fixed((eligible) => bestOf(world, eligible))
    case 'seed-delta':
      return seeded(world, deltaRule(world))
    case 'seed-base':
      return seeded(world, alwaysOnRule(world))
    case 'rand-seed':
      return randomised(world, seedThreshold)
    case 'z-peek':
      return randomised(world, zPeek)
    case 'bayes-peek':
      return randomised(world, bayesPeek)
    case 'ours':
      return ours(world)
    case 'ours-soft':
      return ours(world, { policy: { ...policy, promotionBar: 'supported' } })
    case 'ours-strict':
      return ours(world, { policy: { ...policy, promotionBar: 'strict' } })
    case 'ours-no-thompson':
      return ours(world, { byLot: true })
    case 'ours-no-guardrail':
      return ours(world, { blind: true })
  }
}

/** References that learn nothing. */
const fixed = (choose: (eligible: readonly number[]) => readonly number[]): Method => ({
  plan: (_, eligible) => ({ on: choose(eligible), compared: [] }),
  learn: () => undefined,
  decide: () => [],
  estimates: () => [],
})

/** The lessons that help most, by their true effects; one beyond the free ones must be worth its bloat. */
function bestOf({ lessons, bloat }: World, eligible: readonly number[]): readonly number[] {
  const effect = (index: number) => lessons[index]?.overall ?? 0
  return eligible
    .filter((index) => effect(index) < 0)
    .toSorted((left, right) => effect(left) - effect(right))
    .slice(0, policy.shortlist.most)
    .filter((index, place) => place < freeLessons || effect(index) + bloat < 0)
}

/** Which lessons a work order gets without any coin. */
type Rule = {
  readonly wants: (lesson: number, order: number) => boolean
  readonly saw: (lesson: number, order: number, failed: boolean) => void
}

/** A lesson goes into the work order after one that had its error (of the same type of output). */
function deltaRule(world: World): Rule {
  const last = new Map<number, boolean>()
  const key = (lesson: number, order: number) => lesson * 4 + (world.outputType[order] ?? 0)
  return {
    wants: (lesson, order) => last.get(key(lesson, order)) === true,
    saw: (lesson, order, failed) => void last.set(key(lesson, order), failed),
  }
}

/** A lesson is always on from the day it came; they come during the first three tenths of the time. */
function alwaysOnRule(world: World): Rule {
  const chance = chanceFrom('arrivals', world.seed)
  const from = world.lessons.map(() => Math.floor(chance.uniform() * 0.3 * world.orders))
  return {
    wants: (lesson, order) => order >= (from[lesson] ?? 0),
    saw: () => undefined,
  }
}

/** The floors alone decide, on whatever work orders happen to be comparable. What is promoted stays on. */
function seeded(world: World, rule: Rule): Method {
  const cells = world.lessons.map(() => Array.from({ length: strataCount * cellSize }, () => 0))
  const promoted = new Set<number>()
  let on: readonly number[] = []
  let decisions = 0
  return {
    plan(order, eligible) {
      on = eligible.filter((lesson) => promoted.has(lesson) || rule.wants(lesson, order))
      return { on, compared: eligible }
    },
    learn({ order, eligible, failed, guardrailFailed }) {
      for (const lesson of eligible) {
        const targetFailed = failed[lesson] === 1
        const outcome = { on: on.includes(lesson), targetFailed, guardrailFailed }
        countArm(cells[lesson] ?? [], stratumAt(world, order), outcome, 1)
        rule.saw(lesson, order, targetFailed)
      }
    },
    decide() {
      decisions += 1
      return cells.flatMap((own, lesson): readonly Move[] => {
        if (promoted.has(lesson) || seedThreshold(own, decisions) !== 'promote') return []
        promoted.add(lesson)
        const { with: one, without, difference } = stratified(own, 'target')
        const occurrences = one.count + without.count
        return [{ lesson, to: 'promoted', seen: occurrences, estimate: difference.mean }]
      })
    },
    estimates: () => [],
  }
}

type Judged = 'promote' | 'retire' | 'wait'

/** Lessons by lot, coins for each, and a rule that looks at the counts whenever it likes. */
function randomised(world: World, judge: (cells: Cells, iterations: number) => Judged): Method {
  const chance = chanceFrom('randomised', world.seed)
  const cells = world.lessons.map(() => Array.from({ length: strataCount * cellSize }, () => 0))
  const promoted = new Set<number>()
  const retired = new Set<number>()
  let compared: readonly number[] = []
  let on: readonly number[] = []
  let decisions = 0

  return {
    plan(_, eligible) {
      compared = drawn(
        eligible.filter((index) => !retired.has(index)),
        policy.shortlist.most,
        chance.uniform,
      )
      on = compared.filter(
        (index) =>
          chance.uniform() < (promoted.has(index) ? policy.coin.promoted : policy.coin.undecided),
      )
      return { on, compared }
    },
    learn({ order, failed, guardrailFailed }) {
      for (const index of compared)
        countArm(
          cells[index] ?? [],
          stratumAt(world, order),
          { on: on.includes(index), targetFailed: failed[index] === 1, guardrailFailed },
          1,
        )
    },
    decide() {
      decisions += 1
      return cells.flatMap((own, lesson): readonly Move[] => {
        if (promoted.has(lesson) || retired.has(lesson)) return []
        const judged = judge(own, decisions)
        if (judged === 'wait') return []
        const group = judged === 'promote' ? promoted : retired
        group.add(lesson)
        const { with: one, without, difference } = stratified(own, 'target')
        const to = judged === 'promote' ? 'promoted' : 'retired'
        return [{ lesson, to, seen: one.count + without.count, estimate: difference.mean }]
      })
    },
    estimates: () =>
      cells.flatMap((own, lesson) => {
        const { with: one, without, difference } = stratified(own, 'target')
        if (Math.min(one.count, without.count) < policy.leastPerArm) return []
        const half = z95 * Math.sqrt(difference.variance)
        return [{ lesson, low: difference.mean - half, high: difference.mean + half }]
      }),
  }
}

function drawn(from: readonly number[], most: number, uniform: () => number): readonly number[] {
  const left = [...from]
  const taken: number[] = []
  while (taken.length < most && left.length > 0) {
    const at = Math.floor(uniform() * left.length)
    taken.push(left[at] ?? 0)
    left.splice(at, 1)
  }
  return taken
}

const enough = (cells: Cells): Belief | null => {
  const { with: one, without, difference } = stratified(cells, 'target')
  return Math.min(one.count, without.count) < policy.leastPerArm ? null : difference
}

/** Promotes at z below −1.645, retires above it, whenever one looks. */
function zPeek(cells: Cells): Judged {
  const difference = enough(cells)
  if (difference === null) return 'wait'
  const z = difference.mean / Math.sqrt(difference.variance)
  return z < -1.645 ? 'promote' : z > 1.645 ? 'retire' : 'wait'
}

/** Promotes at P(benefit) above 95 %, retires at P(harm) above 95 %, whenever one looks. */
function bayesPeek(cells: Cells): Judged {
  const difference = enough(cells)
  if (difference === null) return 'wait'
  const { mean, variance } = combined({ mean: 0, variance: policy.spread.target ** 2 }, difference)
  const benefit = normalBelow(-mean / Math.sqrt(variance))
  return benefit > 0.95 ? 'promote' : benefit < 0.05 ? 'retire' : 'wait'
}

/** Promotes by the three floors alone. */
function seedThreshold(cells: Cells, iterations: number): Judged {
  const own = bandCells(cells)
  const applications = own.reduce((sum, cell) => sum + cell.with.rows, 0)
  if (applications < seedFloors.applications || iterations < seedFloors.consecutiveIterations)
    return 'wait'
  return (reductionOf(own).reductionRate ?? 0) >= seedFloors.reductionRate ? 'promote' : 'wait'
}

const [proposers, types] = [2, 4]
const strataCount = 5 * proposers * types

const stratumAt = (world: World, order: number): number =>
  ((world.band[order] ?? 0) * proposers + (world.proposer[order] ?? 0)) * types +
  (world.outputType[order] ?? 0)

/** Counts by band and proposer only, as the reduction rate compares them. */
function bandCells(cells: Cells): readonly SeedCell[] {
  return Array.from({ length: strataCount / types }, (_, group) => {
    const sum = (at: number) => {
      let total = 0
      for (let type = 0; type < types; type += 1)
        total += cells[(group * types + type) * cellSize + at] ?? 0
      return total
    }
    const arm = (at: number) => ({ rows: sum(at), weight: sum(at), failed: sum(at + 1) })
    return {
      band: String(Math.floor(group / proposers)),
      proposer: String(group % proposers),
      with: arm(0),
      without: arm(3),
    }
  })
}
