import { coinOf, probabilityOf } from './assignment.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { isNewSetting, keyOf, type Kept, type Ledger, type Setting } from './ledger.ts'
import { isTried } from './life-cycle.ts'
import { beliefsOf } from './tally.ts'
import { byCodeUnit } from '../model/by-code-unit.ts'
import type { Belief } from './belief.ts'
import type { Metric } from './cells.ts'
import type { Policy } from './policy.ts'

export type OrderAhead = {
  readonly workOrderId: string
  readonly setting: Setting
  readonly eligible: readonly { readonly lessonId: string; readonly version: number }[]
}

/** What is to be logged with the outcome, for every eligible lesson. */
export type Assignment = {
  readonly lessonId: string
  readonly version: number
  readonly shortlisted: boolean
  readonly probability: number
  readonly on: boolean
}

/** Which lessons a work order gets: a shortlist from past data only, then a coin for each. Same inputs, same answer. */
export function planOrder(ledger: Ledger, order: OrderAhead): readonly Assignment[] {
  const { policy, salt } = ledger
  const options = order.eligible.flatMap(({ lessonId, version }) => {
    const id = keyOf(lessonId, version)
    const lesson = ledger.lessons.get(id)
    return lesson !== undefined && isTried(lesson.lesson.state)
      ? [{ id, kept: lesson, tokens: lesson.lesson.tokens, beliefs: beliefsOf(lesson.tally) }]
      : []
  })
  const chosen = new Set(
    shortlist(options, chanceFrom(salt, 'shortlist', order.workOrderId), policy),
  )
  const fresh = isNewSetting(ledger, order.setting)
  return options.map((option) => {
    const { id: lessonId, version } = option.kept.lesson
    if (!chosen.has(option))
      return { lessonId, version, shortlisted: false, probability: 0, on: false }
    const probability =
      fresh && option.kept.lesson.state === 'promoted'
        ? policy.coin.undecided
        : probabilityOf({ ...trialOf(option.kept), value: valueOf(option, policy) }, policy)
    const coin = coinOf({ salt, lessonId, version, workOrderId: order.workOrderId })
    return { lessonId, version, shortlisted: true, probability, on: coin < probability }
  })
}

function trialOf({ lesson, rerandomised, tally }: Kept) {
  const { withLesson, without } = tally.epoch
  return {
    promoted: lesson.state === 'promoted',
    rerandomised,
    perArm: Math.min(withLesson, without),
  }
}

type Option = {
  readonly id: string
  readonly tokens: number
  readonly beliefs: Readonly<Record<Metric, Belief>>
}

/** What a place in the prompt is worth: failures avoided, the target's by a part, less the tokens it costs. */
export function valueOf({ tokens, beliefs }: Omit<Option, 'id'>, policy: Policy): Belief {
  const { targetWeight, perToken } = policy.shortlist
  return {
    mean: -targetWeight * beliefs.target.mean - beliefs.guardrail.mean - perToken * tokens,
    variance: targetWeight ** 2 * beliefs.target.variance + beliefs.guardrail.variance,
  }
}

/**
 * Thompson sampling: draws a value for every lesson from what is believed of it, and takes the best that fit. So a
 * good lesson is usually there, and an unknown one often enough to become known. Ids are drawn for in order, so
 * the order of the options does not matter.
 */
export function shortlist<Each extends Option>(
  options: readonly Each[],
  chance: Chance,
  policy: Policy,
): readonly Each[] {
  const drawn = options
    .toSorted((left, right) => byCodeUnit(left.id, right.id))
    .map((option) => {
      const value = valueOf(option, policy)
      return { option, value: value.mean + Math.sqrt(value.variance) * chance.normal() }
    })
    .sort((left, right) => right.value - left.value)
  const taken: Each[] = []
  let tokens = 0
  for (const { option } of drawn) {
    if (taken.length >= policy.shortlist.most) break
    if (tokens + option.tokens > policy.shortlist.tokens) continue
    taken.push(option)
    tokens += option.tokens
  }
  return taken
}
