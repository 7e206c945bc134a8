import type { DatabaseSync } from 'node:sqlite'
import { termsOf } from '../domain/cards.ts'
import { addDays, type Day } from '../domain/days.ts'
import { fineCents, mayBorrow } from '../domain/fines.ts'
import { renew } from '../domain/renewal.ts'
import { canMoveLoan, type LoanState } from '../domain/states.ts'
import { bookById } from './books.ts'
import { inTransaction } from './database.ts'
import { serveNextHold, waitingFor } from './holds.ts'
import type { Member } from './members.ts'

export type Loan = {
  readonly id: number
  readonly bookId: number
  readonly title: string
  readonly state: LoanState
  readonly dueOn: Day
  readonly renewals: number
  readonly fineCents: number
}

export type Refusal = { readonly ok: false; readonly status: 403 | 404 | 409; readonly reason: string }
export type LoanResult = { readonly ok: true; readonly loan: Loan } | Refusal

const refuse = (status: Refusal['status'], reason: string): Refusal => ({ ok: false, status, reason })

const stateOf = (value: unknown): LoanState =>
  value === 'overdue' || value === 'returned' || value === 'lost' ? value : 'active'

const loanOf = (row: Record<string, unknown>): Loan => ({
  id: Number(row.id),
  bookId: Number(row.book_id),
  title: String(row.title),
  state: stateOf(row.state),
  dueOn: String(row.due_on),
  renewals: Number(row.renewals),
  fineCents: Number(row.fine_cents),
})

export function loansOf(db: DatabaseSync, member: Member, today: Day): readonly Loan[] {
  db.prepare(
    "UPDATE loans SET state = 'overdue', updated_at = CURRENT_TIMESTAMP WHERE state = 'active' AND due_on < ?",
  ).run(today)
  return db
    .prepare(
      'SELECT loans.*, title FROM loans JOIN books ON books.id = book_id WHERE member_id = ? ORDER BY loans.id DESC',
    )
    .all(member.id)
    .map(loanOf)
}

function openLoans(db: DatabaseSync, member: Member): number {
  const row = db
    .prepare("SELECT count(*) AS count FROM loans WHERE member_id = ? AND state IN ('active', 'overdue')")
    .get(member.id)
  return Number(row?.count)
}

function owedCents(db: DatabaseSync, member: Member): number {
  const row = db.prepare('SELECT coalesce(sum(fine_cents), 0) AS cents FROM loans WHERE member_id = ?').get(member.id)
  return Number(row?.cents)
}

export function borrow(db: DatabaseSync, member: Member, bookId: number, today: Day): LoanResult {
  return inTransaction(db, () => {
    const book = bookById(db, bookId)
    if (book === null) return refuse(404, 'We do not have this book.')
    if (!mayBorrow(owedCents(db, member))) return refuse(403, 'Please pay your fines before you borrow again.')
    const { mostBooks, loanDays } = termsOf(member.card)
    if (openLoans(db, member) >= mostBooks)
      return refuse(409, `Your card allows ${mostBooks} books at once. Return one first.`)
    if (book.onShelf < 1) return refuse(409, 'All copies are lent. Place a hold instead.')
    const { lastInsertRowid } = db
      .prepare('INSERT INTO loans (member_id, book_id, due_on) VALUES (?, ?, ?)')
      .run(member.id, bookId, addDays(today, loanDays))
    return withLoan(db, member, Number(lastInsertRowid), today)
  })
}

function withLoan(db: DatabaseSync, member: Member, id: number, today: Day): LoanResult {
  const loan = loansOf(db, member, today).find((each) => each.id === id)
  return loan === undefined ? refuse(404, 'You have no such loan.') : { ok: true, loan }
}

export function renewLoan(db: DatabaseSync, member: Member, id: number, today: Day): LoanResult {
  return inTransaction(db, () => {
    const found = withLoan(db, member, id, today)
    if (!found.ok) return found
    const { loan } = found
    const renewed = renew({ ...loan, card: member.card, waiting: waitingFor(db, loan.bookId) })
    if (!renewed.ok) return refuse(409, renewed.reason)
    db.prepare(
      'UPDATE loans SET due_on = ?, renewals = renewals + 1, updated_at = CURRENT_TIMESTAMP WHERE id = ?',
    ).run(renewed.dueOn, id)
    return withLoan(db, member, id, today)
  })
}

export function returnLoan(db: DatabaseSync, member: Member, id: number, today: Day): LoanResult {
  return inTransaction(db, () => {
    const found = withLoan(db, member, id, today)
    if (!found.ok) return found
    const { loan } = found
    if (!canMoveLoan(loan.state, 'returned')) return refuse(409, 'This book was returned already.')
    db.prepare(
      "UPDATE loans SET state = 'returned', fine_cents = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?",
    ).run(fineCents(member.card, loan.dueOn, today), id)
    serveNextHold(db, loan.bookId, today)
    return withLoan(db, member, id, today)
  })
}
