import type { Due, Ending, Machine } from '../../loop/machine.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { gateFor } from './gate.ts'
import { type ImproveCommand, type ImproveState, type ImproveWorking, stepOf } from './state.ts'

/** A piece of work as plain data: what to do, and all that is known of the run. */
export type ImproveStep = {
  readonly do: (typeof stepOf)[keyof typeof stepOf]
  readonly run: ImproveWorking
}

export const improveMachine: Machine<ImproveState, ImproveCommand, ImproveStep> = {
  workflow: 'improve',
  version: 1,
  initial: { at: 'nowhere' },
  decide,
  evolve,
  due,
}

function due(state: ImproveState): Due<ImproveStep> {
  if (state.at === 'nowhere') throw new Error('a run that has not started waits for nothing')
  if (state.at === 'asking') return { type: 'gate', gate: gateFor(state) }
  if (state.at === 'ended') return { type: 'ended', ending: endingOf(state) }
  return { type: 'step', step: { do: stepOf[state.at], run: state } }
}

const outcomes = {
  target_reached: 'accepted',
  iteration_limit: 'not-accepted',
  scored: 'not-accepted',
  stopped: 'not-accepted',
  cap_reached: 'cap-reached',
  failed: 'failed',
} as const satisfies Record<string, Ending['outcome']>

const endingOf = ({ outcome, reason }: Extract<ImproveState, { at: 'ended' }>): Ending => ({
  outcome: outcomes[outcome],
  reason: outcome === 'target_reached' ? outcome : reason,
})
