import type { NoAnswer } from '../../../asking/ask.ts'
import type { Cost } from '../../../asking/meter.ts'
import type { OrderCommand } from '../state.ts'

/** A step's result before its cost is known; null where it was cancelled and nothing is to be told. */
export type Outcome = (cost: Cost) => OrderCommand | null

export const cancelled: Outcome = () => null

/** A phase that failed is tried again, told why. */
export const failedPhase =
  (phase: string, error: string, final = false): Outcome =>
  (cost) => ({ type: 'record-failure', phase, error: error.slice(0, 2_000), final, cost })

export function unanswered(phase: string, failure: NoAnswer): Outcome {
  switch (failure.type) {
    case 'cancelled':
      return cancelled
    case 'cap':
      return (cost) => ({ type: 'record-cap', cap: failure.cap, cost })
    case 'failed':
      return failedPhase(phase, failure.error, failure.final)
  }
}
