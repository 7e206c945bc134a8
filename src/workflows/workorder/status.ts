import type { OrderStatus } from '../../model/records-orders.ts'
import type { OrderLive } from './state.ts'

/** Where an order stands, in the words of the records. */
export function statusOf(state: OrderLive): OrderStatus {
  if (state.at === 'asking') return 'escalated'
  if (state.at !== 'ended') return workingStatus(state)
  switch (state.outcome) {
    case 'completed':
    case 'needs_review':
    case 'needs_rework':
    case 'failed':
      return state.outcome
    case 'cap_reached':
      return 'failed'
    case 'stopped':
      return 'cancelled'
  }
}

function workingStatus({ at, failed, attempt }: OrderLive): OrderStatus {
  if (at === 'starting') return 'pending'
  return at === 'proposing' && failed.length > 0 && attempt > 1 ? 'needs_rework' : 'in_progress'
}
