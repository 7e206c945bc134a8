import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCard, termsOf } from '../src/domain/cards.ts'
import { addDays, daysBetween } from '../src/domain/days.ts'
import { fineCents, mayBorrow } from '../src/domain/fines.ts'
import { isExpired, keptUntil, mayHold } from '../src/domain/holds.ts'
import { renew } from '../src/domain/renewal.ts'
import { canMoveHold, canMoveLoan, type HoldState, type LoanState } from '../src/domain/states.ts'

test('each card has its own terms', () => {
  assert.deepEqual(termsOf('child'), { yearlyFeeCents: 0, mostBooks: 3, loanDays: 14, mostRenewals: 1 })
  assert.deepEqual(termsOf('adult'), { yearlyFeeCents: 1500, mostBooks: 8, loanDays: 21, mostRenewals: 2 })
  assert.deepEqual(termsOf('scholar'), { yearlyFeeCents: 4000, mostBooks: 20, loanDays: 56, mostRenewals: 4 })
  assert.equal(isCard('guest'), false)
  assert.equal(isCard(undefined), false)
})

test('days are counted across months', () => {
  assert.equal(addDays('2026-01-31', 1), '2026-02-01')
  assert.equal(daysBetween('2026-02-27', '2026-03-02'), 3)
})

test('a fine grows by the day up to its limit, and not for children', () => {
  assert.equal(fineCents('adult', '2026-05-01', '2026-05-01'), 0)
  assert.equal(fineCents('adult', '2026-05-01', '2026-04-20'), 0)
  assert.equal(fineCents('adult', '2026-05-01', '2026-05-02'), 20)
  assert.equal(fineCents('scholar', '2026-05-01', '2026-06-09'), 780)
  assert.equal(fineCents('scholar', '2026-05-01', '2026-06-10'), 800)
  assert.equal(fineCents('adult', '2026-05-01', '2026-12-01'), 800)
  assert.equal(fineCents('child', '2026-05-01', '2026-12-01'), 0)
})

test('who owes ten euros cannot borrow', () => {
  assert.equal(mayBorrow(0), true)
  assert.equal(mayBorrow(999), true)
  assert.equal(mayBorrow(1000), false)
})

test('loans and holds move as product.md says', () => {
  const loans: Record<LoanState, readonly LoanState[]> = {
    active: ['overdue', 'returned'],
    overdue: ['returned', 'lost'],
    lost: ['returned'],
    returned: [],
  }
  const holds: Record<HoldState, readonly HoldState[]> = {
    waiting: ['ready', 'cancelled'],
    ready: ['collected', 'expired', 'cancelled'],
    collected: [],
    expired: [],
    cancelled: [],
  }
  const loanStates: readonly LoanState[] = ['active', 'overdue', 'returned', 'lost']
  for (const from of loanStates)
    for (const to of loanStates) assert.equal(canMoveLoan(from, to), loans[from].includes(to), `${from} to ${to}`)
  const holdStates: readonly HoldState[] = ['waiting', 'ready', 'collected', 'expired', 'cancelled']
  for (const from of holdStates)
    for (const to of holdStates) assert.equal(canMoveHold(from, to), holds[from].includes(to), `${from} to ${to}`)
})

test('renewals add a loan period, as often as the card allows', () => {
  const loan = { card: 'adult', state: 'active', dueOn: '2026-05-01', renewals: 0, waiting: 0 } as const
  assert.deepEqual(renew(loan), { ok: true, dueOn: '2026-05-22' })
  assert.equal(renew({ ...loan, renewals: 1 }).ok, true)
  assert.equal(renew({ ...loan, renewals: 2 }).ok, false)
  assert.equal(renew({ ...loan, state: 'overdue' }).ok, false)
  assert.equal(renew({ ...loan, waiting: 1 }).ok, false)
})

test('five holds, kept for seven days', () => {
  assert.equal(mayHold(0), true)
  assert.equal(mayHold(4), true)
  assert.equal(mayHold(5), false)
  assert.equal(keptUntil('2026-05-01'), '2026-05-08')
  assert.equal(isExpired('2026-05-01', '2026-05-08'), false)
  assert.equal(isExpired('2026-05-01', '2026-05-09'), true)
})
