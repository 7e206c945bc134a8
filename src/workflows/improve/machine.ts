import { stagedMachine } from '../../loop/stages.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gate.ts'
import { type ImproveCommand, type ImproveState, type ImproveWorking, stepOf } from './state.ts'

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type ImproveStep = {
  readonly do: (typeof stepOf)[keyof typeof stepOf]
  readonly run: ImproveWorking
}

export const improveMachine = stagedMachine<ImproveState, ImproveCommand, ImproveStep>({
  workflow: 'improve',
  initial: { at: 'nowhere' },
  decide,
  evolve,
  gateFor,
  saysWhy: true,
  steps: stepOf,
  outcomes: {
    target_reached: 'accepted',
    iteration_limit: 'not-accepted',
    scored: 'not-accepted',
    stopped: 'not-accepted',
    cap_reached: 'cap-reached',
    failed: 'failed',
  },
})
