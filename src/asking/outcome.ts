import type { NoAnswer } from './ask.ts'
import type { Cost } from './meter.ts'

/** A step's result before its cost is known; null where it was cancelled and nothing is to be told. */
export type OutcomeOf<Command> = (cost: Cost) => Command | null

export const cancelled = () => null

/** A phase that failed is tried again, told why. */
export const failedPhase =
  (phase: string, error: string, final = false) =>
  (cost: Cost) => ({
    type: 'record-failure' as const,
    phase,
    error: error.slice(0, 2_000),
    final,
    cost,
  })

export function unanswered(phase: string, failure: NoAnswer) {
  switch (failure.type) {
    case 'cancelled':
      return cancelled
    case 'cap':
      return (cost: Cost) => ({ type: 'record-cap' as const, cap: failure.cap, cost })
    case 'failed':
      return failedPhase(phase, failure.error, failure.final)
  }
}
