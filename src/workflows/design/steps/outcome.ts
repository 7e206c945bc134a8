import type { Cost } from '../../../asking/meter.ts'
import type { DesignCommand } from '../state.ts'
import type { RoleFailure } from './ask.ts'

/** A step's result before its cost is known; null where it was cancelled and nothing is to be told. */
export type Outcome = (cost: Cost) => DesignCommand | null

type Code = Extract<DesignCommand, { type: 'record-failure' }>['code']

/** The step failed, and with it the run. */
export const why =
  (code: Code, detail: string): Outcome =>
  (cost) => ({ type: 'record-failure', code, detail: detail.slice(0, 2_000), cost })

/** What follows where a role gave no answer; a failure that is the role's own is left to the caller. */
export function withoutAnswer(
  failure: RoleFailure,
  failed: (failure: Extract<RoleFailure, { type: 'failed' }>) => Outcome,
): Outcome {
  switch (failure.type) {
    case 'fault':
      return () => failure
    case 'cancelled':
      return () => null
    case 'cap':
      return why('cap_reached', `${failure.cap} is used up`)
    case 'failed':
      return failed(failure)
  }
}
