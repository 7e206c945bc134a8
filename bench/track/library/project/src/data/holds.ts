import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../domain/days.ts'
import { isExpired, mayHold } from '../domain/holds.ts'
import { canMoveHold, type HoldState } from '../domain/states.ts'
import { bookById } from './books.ts'
import { inTransaction } from './database.ts'
import type { Member } from './members.ts'

export type Hold = { readonly id: number; readonly bookId: number; readonly state: HoldState }

export type HoldResult =
  | { readonly ok: true; readonly hold: Hold }
  | { readonly ok: false; readonly status: 404 | 409; readonly reason: string }

const stateOf = (value: unknown): HoldState =>
  value === 'ready' || value === 'collected' || value === 'expired' || value === 'cancelled' ? value : 'waiting'

const holdOf = (row: Record<string, unknown>): Hold => ({
  id: Number(row.id),
  bookId: Number(row.book_id),
  state: stateOf(row.state),
})

export function waitingFor(db: DatabaseSync, bookId: number): number {
  const row = db.prepare("SELECT count(*) AS count FROM holds WHERE book_id = ? AND state = 'waiting'").get(bookId)
  return Number(row?.count)
}

export function holdsOf(db: DatabaseSync, member: Member, today: Day): readonly Hold[] {
  expireHolds(db, today)
  return db.prepare('SELECT * FROM holds WHERE member_id = ? ORDER BY id').all(member.id).map(holdOf)
}

export function placeHold(db: DatabaseSync, member: Member, bookId: number, today: Day): HoldResult {
  return inTransaction(db, () => {
    if (bookById(db, bookId) === null) return { ok: false, status: 404, reason: 'We do not have this book.' }
    const open = holdsOf(db, member, today).filter(({ state }) => state === 'waiting' || state === 'ready')
    if (!mayHold(open.length))
      return { ok: false, status: 409, reason: 'You have as many holds as are allowed. Cancel one first.' }
    if (open.some((hold) => hold.bookId === bookId))
      return { ok: false, status: 409, reason: 'You are waiting for this book already.' }
    const { lastInsertRowid } = db
      .prepare('INSERT INTO holds (member_id, book_id) VALUES (?, ?)')
      .run(member.id, bookId)
    return { ok: true, hold: { id: Number(lastInsertRowid), bookId, state: 'waiting' } }
  })
}

export function cancelHold(db: DatabaseSync, member: Member, id: number, today: Day): HoldResult {
  const hold = holdsOf(db, member, today).find((each) => each.id === id)
  if (hold === undefined) return { ok: false, status: 404, reason: 'You have no such hold.' }
  if (!canMoveHold(hold.state, 'cancelled'))
    return { ok: false, status: 409, reason: 'This hold has ended already.' }
  setState(db, id, 'cancelled')
  return { ok: true, hold: { ...hold, state: 'cancelled' } }
}

/** The book goes to whoever has waited longest. */
export function serveNextHold(db: DatabaseSync, bookId: number, today: Day): void {
  const next = db
    .prepare("SELECT id FROM holds WHERE book_id = ? AND state = 'waiting' ORDER BY created_at, id LIMIT 1")
    .get(bookId)
  if (next === undefined) return
  setState(db, Number(next.id), 'ready')
  db.prepare('UPDATE holds SET ready_on = ? WHERE id = ?').run(today, Number(next.id))
}

function expireHolds(db: DatabaseSync, today: Day): void {
  const ready = db.prepare("SELECT id, ready_on FROM holds WHERE state = 'ready'").all()
  for (const { id, ready_on } of ready)
    if (isExpired(String(ready_on), today)) setState(db, Number(id), 'expired')
}

const setState = (db: DatabaseSync, id: number, state: HoldState): void =>
  void db.prepare('UPDATE holds SET state = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?').run(state, id)
