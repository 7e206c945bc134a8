import { coinOf, probabilityOf } from './assignment.ts'
import { chanceFrom } from './chance.ts'
import { isNewSetting, keyOf, type Kept, type Ledger, type Setting } from './ledger.ts'
import { isTried } from './life-cycle.ts'
import { shortlist, valueOf } from './shortlist.ts'
import { beliefsOf } from './tally.ts'

/** A work order that asks which lessons it gets. */
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
    const kept = ledger.lessons.get(id)
    return kept !== undefined && isTried(kept.lesson.state)
      ? [{ id, kept, tokens: kept.lesson.tokens, beliefs: beliefsOf(kept.tally) }]
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
