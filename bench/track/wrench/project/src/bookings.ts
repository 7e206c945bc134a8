import type { DatabaseSync } from 'node:sqlite'
import { isServiceCode, priceOf, type ServiceCode } from './catalogue.ts'
import type { Customer } from './customers.ts'
import { Failure } from './failure.ts'
import {
  canMove,
  cancellationCents,
  daysAhead,
  isBookable,
  isOpen,
  isStatus,
  longestNote,
  mostOpenBookings,
  placesPerDay,
  type Status,
} from './rules.ts'

export type Booking = {
  id: number
  service: ServiceCode
  day: string
  note: string
  cents: number
  feeCents: number
  status: Status
}

function toBooking(row: Record<string, unknown>): Booking {
  const { service, status } = row
  if (!isServiceCode(service) || !isStatus(status)) throw new Error(`booking ${row.id} is damaged`)
  return {
    id: Number(row.id),
    service,
    day: String(row.day),
    note: String(row.note),
    cents: Number(row.cents),
    feeCents: Number(row.fee_cents),
    status,
  }
}

function isDay(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

export function bookingsIn(db: DatabaseSync, now: () => number) {
  const all = (sql: string, ...values: (string | number)[]): Booking[] =>
    db
      .prepare(sql)
      .all(...values)
      .map(toBooking)

  const of = (customer: Customer): Booking[] =>
    all('SELECT * FROM bookings WHERE customer_id = ? ORDER BY day, id', customer.id)

  const on = (day: string): number =>
    all('SELECT * FROM bookings WHERE day = ?', day).filter(({ status }) => isOpen(status)).length

  function one(id: number, customer?: Customer): Booking {
    const found =
      customer === undefined
        ? all('SELECT * FROM bookings WHERE id = ?', id)
        : all('SELECT * FROM bookings WHERE id = ? AND customer_id = ?', id, customer.id)
    const [booking] = found
    if (booking === undefined) throw new Failure(404, 'There is no such booking.')
    return booking
  }

  function book(customer: Customer, input: Record<string, unknown>): Booking {
    const { service, day, note = '' } = input
    if (!isServiceCode(service)) throw new Failure(400, 'Choose one of our services.')
    if (!isDay(day) || !isBookable(day, now()))
      throw new Failure(400, `Choose a day within the next ${daysAhead} days.`)
    if (typeof note !== 'string' || note.length > longestNote)
      throw new Failure(400, `Keep the note below ${longestNote + 1} characters.`)
    if (of(customer).filter(({ status }) => isOpen(status)).length >= mostOpenBookings)
      throw new Failure(409, `You have ${mostOpenBookings} open bookings. Cancel one first.`)
    if (on(day) >= placesPerDay)
      throw new Failure(409, 'This day is full. Choose another one.')
    const { lastInsertRowid } = db
      .prepare('INSERT INTO bookings (customer_id, service, day, note, cents) VALUES (?, ?, ?, ?, ?)')
      .run(customer.id, service, day, note, priceOf(service, customer.isMember))
    return one(Number(lastInsertRowid))
  }

  function move(booking: Booking, to: Status, feeCents = 0): Booking {
    if (!canMove(booking.status, to))
      throw new Failure(409, `A booking that is ${booking.status} cannot become ${to}.`)
    db.prepare(
      'UPDATE bookings SET status = ?, fee_cents = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?',
    ).run(to, feeCents, booking.id)
    return one(booking.id)
  }

  const cancel = (customer: Customer, id: number): Booking => {
    const booking = one(id, customer)
    return move(booking, 'cancelled', cancellationCents(booking.day, now()))
  }

  const freePlaces = (day: string): number => Math.max(0, placesPerDay - on(day))

  return { of, one, book, move, cancel, freePlaces }
}

export type Bookings = ReturnType<typeof bookingsIn>
