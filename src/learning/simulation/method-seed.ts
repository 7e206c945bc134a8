import { cellSize, countArm, stratified } from '../cells.ts'
import { chanceFrom } from '../chance.ts'
import { seedThreshold } from './method-random.ts'
import { strataCount, stratumAt } from './strata.ts'
import type { Method, Move } from './method.ts'
import type { World } from './world.ts'

/** Which lessons a work order gets without any coin. */
type Rule = {
  readonly wants: (lesson: number, order: number) => boolean
  readonly saw: (lesson: number, order: number, failed: boolean) => void
}

/** A lesson goes into the work order after one that had its error (of the same type of output). */
export function deltaRule(world: World): Rule {
  const last = new Map<number, boolean>()
  const key = (lesson: number, order: number) => lesson * 4 + (world.outputType[order] ?? 0)
  return {
    wants: (lesson, order) => last.get(key(lesson, order)) === true,
    saw: (lesson, order, failed) => void last.set(key(lesson, order), failed),
  }
}

/** A lesson is always on from the day it came; they come during the first three tenths of the time. */
export function alwaysOnRule(world: World): Rule {
  const chance = chanceFrom('arrivals', world.seed)
  const from = world.lessons.map(() => Math.floor(chance.uniform() * 0.3 * world.orders))
  return {
    wants: (lesson, order) => order >= (from[lesson] ?? 0),
    saw: () => undefined,
  }
}

/** The floors alone decide, on whatever work orders happen to be comparable. What is promoted stays on. */
export function seeded(world: World, rule: Rule): Method {
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
        const seen = one.count + without.count
        return [{ lesson, to: 'promoted', seen, estimate: difference.mean }]
      })
    },
    estimates: () => [],
  }
}
