import type { Estimate, Method, Move } from './method.ts'
import { acceptanceBase, freeLessons, type LessonClass, logistic, type World } from './world.ts'

/** A move with what nobody but the world knows: what kind of lesson it was, and its true effect so far. */
export type Judged = Move & {
  readonly order: number
  readonly kind: LessonClass
  readonly truth: number
}

export type WorldRun = {
  /** Expected share of work orders that are not accepted. */
  readonly failures: number
  readonly lessonsPerOrder: number
  /** Lessons that truly harm, with those that only look good. */
  readonly harmfulPerOrder: number
  readonly tokensPerOrder: number
  readonly promotions: readonly Judged[]
  readonly retirements: readonly Judged[]
  readonly covered: { readonly inside: number; readonly of: number }
  readonly course: readonly number[]
}

const decisionsEvery = 15
const parts = 10

export function runWorld(world: World, method: Method): WorldRun {
  const { lessons, orders } = world
  const eligibleBy = [0, 1, 2, 3].map((type) =>
    lessons.flatMap((lesson, index) => (lesson.types[type] === true ? [index] : [])),
  )
  const failed = new Uint8Array(lessons.length)
  const course = Array.from({ length: parts }, () => 0)
  const truth = { sum: new Float64Array(lessons.length), count: new Float64Array(lessons.length) }
  const sums = { failures: 0, lessons: 0, harmful: 0, tokens: 0 }
  const promotions: Judged[] = []
  const retirements: Judged[] = []
  for (let order = 0; order < orders; order += 1) {
    const eligible = eligibleBy[world.outputType[order] ?? 0] ?? []
    const { on, compared } = method.plan(order, eligible)
    const rate = acceptanceRate(world, order, on)
    sums.failures += rate
    const part = Math.floor((order * parts) / orders)
    course[part] = (course[part] ?? 0) + rate
    sums.lessons += on.length
    for (const index of on) {
      const lesson = lessons[index]
      sums.tokens += lesson?.tokens ?? 0
      if ((lesson?.overall ?? 0) > 0) sums.harmful += 1
    }
    happen(world, { order, eligible, on, compared }, { failed, truth })
    const guardrailFailed = (world.acceptanceLuck[order] ?? 0) < rate
    method.learn({ order, eligible, failed, guardrailFailed })
    if ((order + 1) % decisionsEvery === 0)
      for (const move of method.decide()) {
        const mean = (truth.sum[move.lesson] ?? 0) / Math.max(1, truth.count[move.lesson] ?? 0)
        const kind = lessons[move.lesson]?.kind ?? 'null'
        const noted = { ...move, order, kind, truth: mean }
        if (move.to === 'promoted') promotions.push(noted)
        else retirements.push(noted)
      }
  }
  return {
    failures: sums.failures / orders,
    lessonsPerOrder: sums.lessons / orders,
    harmfulPerOrder: sums.harmful / orders,
    tokensPerOrder: sums.tokens / orders,
    promotions,
    retirements,
    covered: coverage(method.estimates(), truth),
    course: course.map((sum) => sum / (orders / parts)),
  }
}

/** The rate at which a work order with these lessons is not accepted. */
export function acceptanceRate(world: World, order: number, on: readonly number[]): number {
  let odds = acceptanceBase + (world.difficulty[order] ?? 0) + bloatOf(world, on.length)
  for (const index of on) odds += world.lessons[index]?.overall ?? 0
  return logistic(odds)
}

const bloatOf = (world: World, count: number) => world.bloat * Math.max(0, count - freeLessons)

type Lived = {
  readonly order: number
  readonly eligible: readonly number[]
  readonly on: readonly number[]
  readonly compared: readonly number[]
}
type Kept = {
  readonly failed: Uint8Array
  readonly truth: { readonly sum: Float64Array; readonly count: Float64Array }
}

/** Lets the errors of a work order happen, and keeps what each compared lesson truly does there. */
function happen(
  world: World,
  { order, eligible, on, compared }: Lived,
  { failed, truth }: Kept,
): void {
  const shift = (world.difficulty[order] ?? 0) + bloatOf(world, on.length)
  for (const index of eligible) {
    const lesson = world.lessons[index]
    if (lesson === undefined) continue
    const odds = lesson.base + shift
    const rate = logistic(on.includes(index) ? odds + lesson.target : odds)
    const luck = world.errorLuck[order * world.lessons.length + index] ?? 0
    failed[index] = luck < rate ? 1 : 0
  }
  for (const index of compared) {
    const lesson = world.lessons[index]
    if (lesson === undefined) continue
    const odds = lesson.base + shift
    truth.sum[index] = (truth.sum[index] ?? 0) + logistic(odds + lesson.target) - logistic(odds)
    truth.count[index] = (truth.count[index] ?? 0) + 1
  }
}

function coverage(estimates: readonly Estimate[], truth: Kept['truth']): WorldRun['covered'] {
  const inside = estimates.filter(({ lesson, low, high }) => {
    const mean = (truth.sum[lesson] ?? 0) / Math.max(1, truth.count[lesson] ?? 0)
    return low <= mean && mean <= high
  })
  return { inside: inside.length, of: estimates.length }
}
