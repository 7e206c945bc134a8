import { z95 } from '../../model/wilson.ts'
import { type Belief, combined } from '../belief.ts'
import { type Cells, cellSize, countArm, stratified } from '../cells.ts'
import { chanceFrom } from '../chance.ts'
import { normalBelow } from '../distributions.ts'
import { policy } from '../policy.ts'
import { reductionOf, seedFloors } from '../seed-fields.ts'
import { bandCells, strataCount, stratumAt } from './strata.ts'
import type { Method, Move } from './method.ts'
import type { World } from './world.ts'

export type Judged = 'promote' | 'retire' | 'wait'

/** Lessons by lot, coins for each, and a rule that looks at the counts whenever it likes. */
export function randomised(
  world: World,
  judge: (cells: Cells, iterations: number) => Judged,
): Method {
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
export function zPeek(cells: Cells): Judged {
  const difference = enough(cells)
  if (difference === null) return 'wait'
  const z = difference.mean / Math.sqrt(difference.variance)
  return z < -1.645 ? 'promote' : z > 1.645 ? 'retire' : 'wait'
}

/** Promotes at P(benefit) above 95 %, retires at P(harm) above 95 %, whenever one looks. */
export function bayesPeek(cells: Cells): Judged {
  const difference = enough(cells)
  if (difference === null) return 'wait'
  const { mean, variance } = combined({ mean: 0, variance: policy.spread.target ** 2 }, difference)
  const benefit = normalBelow(-mean / Math.sqrt(variance))
  return benefit > 0.95 ? 'promote' : benefit < 0.05 ? 'retire' : 'wait'
}

/** Promotes by the three floors alone. */
export function seedThreshold(cells: Cells, iterations: number): Judged {
  const own = bandCells(cells)
  const applications = own.reduce((sum, cell) => sum + cell.with.rows, 0)
  if (applications < seedFloors.applications || iterations < seedFloors.consecutiveIterations)
    return 'wait'
  return (reductionOf(own).reductionRate ?? 0) >= seedFloors.reductionRate ? 'promote' : 'wait'
}
