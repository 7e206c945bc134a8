import { type Card, termsOf } from './cards.ts'
import { addDays, type Day } from './days.ts'
import type { LoanState } from './states.ts'

export type Renewable = {
  readonly card: Card
  readonly state: LoanState
  readonly dueOn: Day
  readonly renewals: number
  readonly waiting: number
}

export type Renewal =
  | { readonly ok: true; readonly dueOn: Day }
  | { readonly ok: false; readonly reason: string }

export function renew({ card, state, dueOn, renewals, waiting }: Renewable): Renewal {
  if (state !== 'active') return { ok: false, reason: 'Only loans that are not overdue can be renewed.' }
  if (waiting > 0) return { ok: false, reason: 'Somebody is waiting for this book. Please return it on time.' }
  if (renewals >= termsOf(card).mostRenewals)
    return { ok: false, reason: 'This loan was renewed as often as your card allows.' }
  return { ok: true, dueOn: addDays(dueOn, termsOf(card).loanDays) }
}
