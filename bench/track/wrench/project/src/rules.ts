export type Status =
  | 'requested'
  | 'confirmed'
  | 'cancelled'
  | 'in work'
  | 'ready'
  | 'collected'

const next: Record<Status, readonly Status[]> = {
  requested: ['confirmed', 'cancelled'],
  confirmed: ['in work', 'cancelled'],
  'in work': ['ready'],
  ready: ['collected'],
  cancelled: [],
  collected: [],
}

export const isStatus = (value: unknown): value is Status =>
  typeof value === 'string' && Object.hasOwn(next, value)

export const canMove = (from: Status, to: Status): boolean => next[from].includes(to)

export const isOpen = (status: Status): boolean => next[status].length > 0

export const mostOpenBookings = 3
export const placesPerDay = 4
export const daysAhead = 60
export const longestNote = 300
export const shortestPassword = 12

const dayMs = 24 * 60 * 60 * 1000

/** A day as `2026-03-01`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function isBookable(day: string, now: number): boolean {
  return day >= dayOf(now) && day <= dayOf(now + daysAhead * dayMs)
}

const lateFeeCents = 10_00

/** What a cancellation costs. */
export function cancellationCents(day: string, now: number): number {
  return Date.parse(day) - now >= dayMs ? 0 : lateFeeCents
}
